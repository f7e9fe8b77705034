import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { progress } from '../../contract/progress.ts'
import { SettleBatch } from './settle-batch.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

const courseId = '0190aaaa-0000-7000-8000-000000000001'
const chapter = {
  id: '0190aaaa-0000-7000-8000-00000000000c',
  title: '第一章',
  tasks: [{ id: '0190aaaa-0000-7000-8000-00000000000d', title: '看片' }],
}
const people = [
  { staffId: '0190aaaa-0000-7000-8000-000000000002', name: '张三' },
  { staffId: '0190aaaa-0000-7000-8000-000000000003', name: '李四' },
]

const press = (element: Element | null | undefined, kind: string) =>
  act(async () => void element?.dispatchEvent(new MouseEvent(kind, { bubbles: true })))

test('a whole chapter is opened for those who are chosen, with a reason', async () => {
  const saved = vi.fn()
  screen = await openScreen(<SettleBatch courseId={courseId} people={people} onSaved={saved} />, '/', [
    [progress.course, { courseName: '安全培训', status: 1, chapters: [chapter] }],
    [progress.openTask, { openedCount: 2, leftOut: null }],
  ])
  await screen.click('开放')
  await screen.sees('开放哪个章节或任务？')
  await press(document.querySelector('[role="combobox"]'), 'mousedown')
  await screen.sees('整章：第一章')
  await press(
    [...document.querySelectorAll('.ant-select-item-option')].find((option) => option.textContent === '整章：第一章'),
    'click',
  )
  await screen.click('下一步')
  await screen.sees('开放“整章：第一章”：2 名学员')
  await act(async () => {
    const field = document.querySelector('textarea')
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, '分批开放')
    field?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await screen.click('确定')
  await screen.sees('已开放')
  expect(screen.sent.find(({ path }) => path === progress.openTask.facts.path)?.body).toEqual({
    courseId,
    taskId: chapter.id,
    staffIds: people.map(({ staffId }) => staffId),
    reason: '分批开放',
  })
  expect(saved).toHaveBeenCalledOnce()
})
