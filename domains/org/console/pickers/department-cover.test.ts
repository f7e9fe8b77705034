import { expect, test } from 'vitest'
import type { DepartmentNode } from '../../contract/department.ts'
import { below, covered, cutOut, halfCovered, wayTo } from './department-cover.ts'

function branch(id: string, children?: DepartmentNode[], isSelectable = true): DepartmentNode {
  const facts = { parentId: null, sort: 0, staffCount: 0, totalCount: 0, isSelectable }
  return { id, name: id, hasChildren: (children?.length ?? 0) > 0, ...(children && { children }), ...facts }
}
const workshops = [branch('一车间'), branch('二车间')]
const tree = [branch('总部', [branch('生产部', workshops), branch('安全部'), branch('外借', [], false)])]
const picking =
  (...ids: string[]) =>
  (id: string) =>
    ids.includes(id)
const childrenOf = async (id: string) => wayTo(tree, id).at(-1)?.children ?? []

test('what lies below a picked department is covered', () => {
  expect(covered(tree, picking('生产部'))).toEqual(['生产部', '一车间', '二车间'])
  expect(covered(tree, picking('二车间', '安全部'))).toEqual(['二车间', '安全部'])
  expect(covered(tree, picking())).toEqual([])
})

test('those above a picked one are half covered, those above nothing picked are not', () => {
  expect(halfCovered(tree, picking('一车间'))).toEqual(['生产部', '总部'])
  expect(halfCovered(tree, picking('总部'))).toEqual([])
})

test('taking one out of a picked branch leaves all others of it picked, on every level', async () => {
  const cut = await cutOut(wayTo(tree, '一车间'), picking('总部'), childrenOf)
  expect(cut.removes.map(({ id }) => id)).toEqual(['总部'])
  expect(cut.adds.map(({ id }) => id)).toEqual(['安全部', '二车间'])
})

test('one that is picked by itself is simply taken away', async () => {
  const cut = await cutOut(wayTo(tree, '安全部'), picking('安全部'), childrenOf)
  expect(cut.removes.map(({ id }) => id)).toEqual(['安全部'])
  expect(cut.adds).toEqual([])
})

test('everything below a department, and nothing below an unknown one', () => {
  expect(tree.flatMap(below).map(({ id }) => id)).toEqual(['生产部', '一车间', '二车间', '安全部', '外借'])
  expect(wayTo(tree, '没有的部门')).toEqual([])
})
