import { openScreen } from '@kaopei/web/testing'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { type DepartmentNode, department } from '../../contract/department.ts'
import { DepartmentPicker } from '../parts.tsx'

vi.setConfig({ testTimeout: 60_000 })

const idOf = (number: number) => `01990000-0000-7000-8000-${String(number).padStart(12, '0')}`
const node = (number: number, name: string, hasChildren = false): DepartmentNode => ({
  id: idOf(number),
  name,
  parentId: null,
  hasChildren,
  isSelectable: true,
  children: [],
  staffCount: 1,
  totalCount: 1,
  sort: number,
})
const root = node(0, '集团', true)
const below = Array.from({ length: 50_000 }, (_, index) => node(index + 1, `第${index + 1}部门`))

test('of 50,000 departments only those in sight are drawn, and one of them is picked like any other', async () => {
  const onConfirm = vi.fn()
  const screen = await openScreen(<DepartmentPicker open onClose={() => undefined} onConfirm={onConfirm} />, '/x', [
    [department.getDepartmentTree, ({ parentId }: { parentId?: string }) => (parentId ? below : [root])],
  ])
  await screen.sees('第1部门')
  const drawn = [...document.querySelectorAll('.ant-tree-treenode')]
  expect(drawn.length).toBeLessThan(60)
  const third = drawn.find((line) => line.textContent?.includes('第3部门'))
  await act(async () => third?.querySelector<HTMLElement>('.ant-tree-checkbox')?.click())
  await screen.sees('已选择(1)')
  await screen.click('确定')
  expect(onConfirm).toHaveBeenCalledWith([{ id: idOf(3), name: '第3部门' }])
  screen.close()
})
