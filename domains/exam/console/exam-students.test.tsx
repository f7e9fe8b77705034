import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { examPeople } from '../contract/exam-people.ts'
import { ExamActions } from './exam-actions.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

const id = '01990000-0000-7000-8000-000000000001'
const candidate = (number: number, name: string, hasAttempt: boolean) => ({
  ...{ staffId: `01990000-0000-7000-8000-00000000000${number}`, name, loginAccount: `u${number}`, jobNumber: null },
  ...{ department: '生产部', departmentId: null, phone: null, email: null, times: null, hasAttempt, groupNames: [] },
})

test('学员管理 of an exam is opened from its row: who sits already stays, others are removed at once', async () => {
  screen = await openScreen(
    <ExamActions exam={{ id, version: 1, name: '安全考试', status: 5 }} />,
    '/application/ote/examManage',
    [
      [examPeople.list, { dataList: [candidate(2, '赵一', true), candidate(3, '钱二', false)], totalCount: 2 }],
      [examPeople.remove, { removedCount: 1, leftOut: null }],
    ],
  )
  await screen.sees('更多')
  const more = [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === '更多')
  await act(async () => more?.click())
  await screen.sees('学员管理')
  const item = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(
    ({ textContent }) => textContent === '学员管理',
  )
  await act(async () => item?.click())
  await vi.dynamicImportSettled()
  await screen.sees('钱二')
  const buttonOf = (name: string) => document.querySelector<HTMLButtonElement>(`[aria-label="移除${name}"]`)
  expect(buttonOf('赵一')?.title).toBe('已开始考试，不能移除')
  await act(async () => buttonOf('钱二')?.click())
  await screen.sees('确定移除该学员吗？')
  const sure = [...document.querySelectorAll('button')].filter(({ textContent }) => textContent?.replaceAll(' ', '') === '确定')
  await act(async () => sure.at(-1)?.click())
  await screen.sees('删除成功')
  const removed = screen.sent.filter(({ path }) => path === examPeople.remove.facts.path)
  expect(removed.map(({ body }) => body)).toEqual([{ examinationId: id, staffIds: [candidate(3, '', false).staffId] }])
})
