import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { courseStaff } from '../../contract/course-staff.ts'
import { RefuseDialog } from './refuse.dialog.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

const courseId = '0190aaaa-0000-7000-8000-000000000001'
const people = [
  { staffId: '0190aaaa-0000-7000-8000-000000000002', name: '张三' },
  { staffId: '0190aaaa-0000-7000-8000-000000000003', name: '李四' },
]

test('who asked to join is refused with the reason that is typed, and who was left out is told', async () => {
  const leftOut = { count: 1, isAll: false, text: '有 1 人未处理：李四没有待审核的报名' }
  const [closed, saved] = [vi.fn(), vi.fn()]
  const dialog = <RefuseDialog courseId={courseId} people={people} onClose={closed} onSaved={saved} />
  screen = await openScreen(dialog, '/', [[courseStaff.refuseJoin, { refusedCount: 1, leftOut }]])
  await screen.sees('不通过报名：2 人')
  await act(async () => {
    const field = document.querySelector('textarea')
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, '名额已满，请报下一期')
    field?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await screen.click('确定')
  await screen.sees('已处理，但有 1 人未处理：李四没有待审核的报名')
  expect(screen.sent.find(({ path }) => path === courseStaff.refuseJoin.facts.path)?.body).toEqual({
    courseId,
    staffIds: people.map(({ staffId }) => staffId),
    reason: '名额已满，请报下一期',
  })
  expect(closed).toHaveBeenCalled()
  expect(saved).toHaveBeenCalledOnce()
})
