import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { examOverrides } from '../../contract/exam-overrides.ts'
import { examPeople } from '../../contract/exam-people.ts'
import OverrideDrawer from './override.drawer.tsx'
import { OverrideList } from './override.list.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

const nothing = {
  ...{ openAt: null, closeAt: null, neverCloses: false, limitMinutes: null },
  ...{ attemptsAllowed: null, extraPercent: null, extraMinutes: null },
}
const rowOf = (kind: number, name: string, times: object) => ({
  ...nothing,
  ...{ kind, name, targetId: name, department: null, candidateCount: kind === 2 ? 3 : null, reason: '夜班交接' },
  ...{ changedByName: '管理员', changedAt: '2026-12-01T01:00:00Z' },
  ...times,
})
const rows = [
  rowOf(2, '夜班', { neverCloses: true, limitMinutes: 0 }),
  rowOf(1, '考生甲', { extraPercent: 25, extraMinutes: 10 }),
]
const facts = {
  ...{ name: '考生甲', own: { ...nothing, extraMinutes: 10 }, openAt: '2026-12-01T01:00:00Z', closeAt: null, limitMinutes: 70 },
  ...{ attemptsAllowed: 0, extraPercent: 0, extraMinutes: 10, dueTime: '2026-12-01T02:10:00Z' },
  sources: [
    { field: 'openAt', source: 'exam', groupNames: [] },
    { field: 'closeAt', source: 'group', groupNames: ['夜班'] },
    { field: 'limitMinutes', source: 'exam', groupNames: [] },
    { field: 'attemptsAllowed', source: 'group', groupNames: ['夜班', '外地'] },
    { field: 'extraPercent', source: 'exam', groupNames: [] },
    { field: 'extraMinutes', source: 'person', groupNames: [] },
  ],
}
const saved = { changedCount: 1, recomputedCount: 1 }
const answers = [
  [examOverrides.list, { dataList: rows, totalCount: 2 }],
  [examOverrides.ofPerson, facts],
  [examOverrides.save, saved],
  [examPeople.list, { dataList: [], totalCount: 0 }],
] as const
const examId = '0192d3a4-0000-7000-8000-000000000001'
const staffId = '0192d3a4-0000-7000-8000-000000000002'

async function type(label: string, text: string) {
  const item = [...document.querySelectorAll('.ant-form-item')].find((one) => one.textContent?.includes(label))
  const input = item?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  if (!input) throw new Error(`no field ${label}`)
  const prototype = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  await act(async () => {
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  })
}
const sentTo = (path: string) => screen.sent.filter((call) => call.path === path).map(({ body }) => body)

test('everybody with times of their own stands there with what and why', async () => {
  screen = await openScreen(<OverrideList examId={examId} />, '/x', answers)
  await screen.sees('夜班（3 名考生）')
  expect(screen.text()).toContain('不限结束时间；不限时长')
  expect(screen.text()).toContain('加时 25% + 10 分钟')
  expect(screen.text()).toContain('夜班交接')
})

test('a person’s drawer says what holds and where it is from, and takes back what is emptied', async () => {
  const targets = { kind: 'person', ids: [staffId], name: '考生甲' } as const
  screen = await openScreen(<OverrideDrawer examId={examId} targets={targets} onClose={() => undefined} />, '/x', answers)
  await screen.sees('目前生效的时间')
  for (const words of ['来自考试设置', '来自用户组“夜班”', '来自用户组“夜班”“外地”', '来自个人设置', '70 分钟', '正在答题，截止'])
    expect(screen.text()).toContain(words)
  await type('另加分钟数', '')
  await type('设置原因', '不再需要')
  await screen.click('确定')
  await vi.waitFor(() =>
    expect(sentTo(examOverrides.save.facts.path)).toEqual([
      { ...nothing, examinationId: examId, staffIds: [staffId], groupIds: [], reason: '不再需要' },
    ]),
  )
})

test('for several people an empty field changes nothing', async () => {
  const targets = { kind: 'person', ids: [staffId, examId], name: '2 名考生' } as const
  screen = await openScreen(<OverrideDrawer examId={examId} targets={targets} onClose={() => undefined} />, '/x', answers)
  await screen.sees('另加分钟数')
  await type('另加分钟数', '15')
  await type('设置原因', '设备故障')
  await screen.click('确定')
  await vi.waitFor(() =>
    expect(sentTo(examOverrides.save.facts.path)).toEqual([
      { examinationId: examId, staffIds: [staffId, examId], groupIds: [], extraMinutes: 15, reason: '设备故障' },
    ]),
  )
})
