import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { examInvigilators } from '../../contract/exam-invigilators.ts'
import { examRooms } from '../../contract/exam-rooms.ts'
import RelationList from './relation.list.tsx'
import { RoomsTab } from './rooms-tab.tsx'

// The first screen of a file loads the whole library of controls.
vi.setConfig({ testTimeout: 120_000 })

const idOf = (number: number) => `01990000-0000-7000-8000-${String(number).padStart(12, '0')}`
const examId = idOf(1)
const room = {
  ...{ roomId: idOf(2), roomName: '第 1 考场', address: '东区 201', roomStatus: 1, layoutName: '隔位' },
  ...{ layoutNames: ['全部座位', '隔位'], capacity: 20, seatedCount: 1 },
}
const second = { ...room, roomId: idOf(3), roomName: '第 2 考场', seatedCount: 0 }
const plan = {
  ...{
    version: 2,
    isEven: false,
    reservePercent: 10,
    conflictCount: 2,
    distributedTime: '2026-11-20T08:00:00.000Z',
    rooms: [room, second],
  },
  ...{ candidateCount: 2, seatedCount: 1, presentCount: 0, isTold: true, mayChange: true, mayLayOut: true },
}
const person = {
  ...{ staffId: idOf(4), name: '学员一', loginAccount: 'one', jobNumber: 'A1', department: '研发部', hasAttempt: false },
  ...{ roomId: room.roomId, roomName: room.roomName, seat: '1-3', needsAccessible: false, isFixed: false },
  ...{ ticketNumber: '00100001', state: 0, realSeat: null },
}
const unseated = {
  ...person,
  ...{ staffId: idOf(5), name: '学员二', roomId: null, roomName: null, seat: null, ticketNumber: null },
}
const invigilator = { id: idOf(6), staffId: idOf(7), name: '王监考', department: null, roomId: null, roomName: null }
const blind = { ...invigilator, mayWatch: false, maySignIn: true }
const answers = [
  [examInvigilators.list, { dataList: [blind], totalCount: 1, blindCount: 1 }],
  [examRooms.get, plan],
  [examRooms.list, { dataList: [person, unseated], totalCount: 2 }],
  [examRooms.checkIn, { ...person, state: 2 }],
  [examRooms.save, { ...plan, version: 3 }],
] as const

let screen: Screen
afterEach(() => screen.close())

const sentTo = (endpoint: { facts: { path: string } }) =>
  screen.sent.filter(({ path }) => path === endpoint.facts.path).map(({ body }) => body)
const control = (name: string) => document.querySelector<HTMLElement>(`[aria-label="${name}"]`)
const press = (name: string) =>
  act(async () => {
    const found = control(name)
    if (!found) throw new Error(`nothing is called ${name}`)
    found.click()
  })

test('the tab says who is seated, what conflicts are left, and signs people in by eye', async () => {
  screen = await openScreen(<RoomsTab examId={examId} />, '/x', answers)
  await screen.sees('考生 2 人 · 已安排 1 人 · 已到 0 人')
  await screen.sees('有 2 处同部门考生相邻')
  await screen.sees('00100001')
  await screen.sees('有 1 名监考人员的角色没有“监考大厅”')
  await screen.sees('没有监考大厅')
  expect(sentTo(examInvigilators.list)).toHaveLength(1)
  // Whoever has no seat cannot be signed in.
  expect(control('核验证件学员二')).toBeNull()
  await press('核验证件学员一')
  await vi.waitFor(() =>
    expect(sentTo(examRooms.checkIn)).toEqual([{ examinationId: examId, staffId: person.staffId, act: 'verified' }]),
  )
  // Candidates see their seats: nothing is drawn anew.
  expect(screen.text()).not.toContain('全部重新分配')
})

test('rooms are ordered and saved; one with people in it is not left out', async () => {
  screen = await openScreen(<RoomsTab examId={examId} />, '/x', answers)
  await screen.sees('第 2 考场')
  expect(control('移除第 1 考场')?.hasAttribute('disabled')).toBe(true)
  await press('上移第 2 考场')
  await screen.click('保存考场')
  await vi.waitFor(() => expect(sentTo(examRooms.save)).toHaveLength(1))
  expect(sentTo(examRooms.save)[0]).toEqual({
    ...{ examinationId: examId, isEven: false, reservePercent: 10 },
    rooms: [
      { roomId: second.roomId, layoutName: '隔位' },
      { roomId: room.roomId, layoutName: '隔位' },
    ],
  })
})

test('whoever does not see everybody is offered no rooms, and of a cancelled exam nothing; without rooms there is no seat', async () => {
  const shown = (more: object) =>
    openScreen(<RoomsTab examId={examId} />, '/x', [
      ...answers.filter(([to]) => to !== examRooms.get),
      [examRooms.get, { ...plan, ...more }],
    ])
  screen = await shown({ mayLayOut: false })
  await screen.sees('由数据范围为全部的管理员设置')
  await vi.waitFor(() => expect(control('换座位学员一')).not.toBeNull())
  expect([control('移除第 2 考场'), control('上移第 2 考场')]).toEqual([null, null])
  screen.close()
  screen = await shown({ mayChange: false, mayLayOut: false })
  await screen.sees('00100001')
  expect([control('核验证件学员一'), control('换座位学员一')]).toEqual([null, null])
  expect(screen.text()).not.toContain('添加监考人员')
  screen.close()
  screen = await shown({ rooms: [] })
  await screen.sees('00100001')
  expect(control('安排座位学员二')).toBeNull()
})

test('a room is seen from above with who sits where', async () => {
  const rows = [{ label: '1', y: 0, seats: ['1', '2', '3'].map((label, x) => ({ label, x, state: 'usable' })) }]
  const people = [
    { seat: '1-3', name: '学员一', state: 0 },
    { seat: '1-1', name: null, state: 0 },
  ]
  const map = { roomName: room.roomName, rows, taken: ['1-1', '1-3'], people }
  screen = await openScreen(<RoomsTab examId={examId} />, '/x', [...answers, [examRooms.map, map]])
  await screen.sees('第 2 考场')
  await press('第 1 考场的座位图')
  await vi.waitFor(() => expect(control('1-3 可用，学员一')?.textContent).toBe('学员一'))
  expect(control('1-1 可用，已占')).not.toBeNull()
  expect(control('1-2 可用')).not.toBeNull()
})

test('of a room its exams are listed, each leads to its seats', async () => {
  const row = {
    ...{ key: 'a b', examinationId: examId, examName: '安全考试', examStatus: 5, roomId: room.roomId },
    ...{ roomName: room.roomName, address: '东区 201', layoutName: '隔位' },
    ...{ admissionStartTime: '2026-11-20T08:00:00.000Z', admissionEndTime: '2026-11-20T10:00:00.000Z' },
  }
  screen = await openScreen(<RelationList />, '/application/ote/relationExamination', [
    [examRooms.relation, { dataList: [row], totalCount: 1 }],
  ])
  await screen.sees('安全考试')
  const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === '安全考试')
  expect(link?.getAttribute('href')).toContain(`/application/ote/examManageDetail?id=${examId}&tab=rooms`)
  // Beside the menu 1,440 px leave 1,152 of them to a table.
  const widths = [...document.querySelectorAll<HTMLElement>('.ant-table-content col')].map(({ style }) =>
    Number.parseInt(style.width, 10),
  )
  expect(widths).toHaveLength(7)
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(1152)
})
