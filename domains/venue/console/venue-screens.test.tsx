import { FilterDrawer, listOf } from '@kaopei/web'
import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { room } from '../contract/room.ts'
import { evenMap } from '../contract/rules/seat-map.ts'
import { RoomTab } from './parts.tsx'
import RoomList from './room.list.tsx'
import RoomSeatsPage from './seats/room-seats.page.tsx'

// The first screen of a file loads the whole library of controls.
vi.setConfig({ testTimeout: 120_000 })

const id = '01990000-0000-7000-8000-000000000001'
const row = {
  ...{ id, roomName: '第 1 考场', roomStatus: 1, campus: '东区', building: '', number: '201', address: '东区 201' },
  ...{
    addressRanges: ['10.1.2.0/24'],
    equipment: ['电脑'],
    openingHours: '',
    seatCount: 6,
    capacity: 6,
    updateTime: '2026-11-20T08:00:00.000Z',
    version: 3,
  },
}
const everySeat = { name: '全部座位', firstRow: 1, dx: 0, dy: 0 }
const seats = { ...row, mapNumber: 1, rows: evenMap(2, 3), layouts: [everySeat, { name: '隔位', firstRow: 1, dx: 1, dy: 0 }] }

let screen: Screen
afterEach(() => screen.close())

const sentTo = (endpoint: { facts: { path: string } }) =>
  screen.sent.filter(({ path }) => path === endpoint.facts.path).map(({ body }) => body)
const press = (name: string) =>
  act(async () => {
    const found = document.querySelector<HTMLElement>(`[aria-label="${name}"]`)
    if (!found) throw new Error(`nothing is called ${name}`)
    found.click()
  })

test('the list says where rooms are and how many they seat; a closed one is opened again', async () => {
  const closed = { ...row, id: id.replace(/1$/, '2'), roomName: '机房', roomStatus: 0 }
  screen = await openScreen(<RoomList />, '/application/ote/examinationRoom', [
    [room.list, { dataList: [row, closed], totalCount: 2 }],
    [room.setStatus, null],
  ])
  await screen.sees('东区 201')
  await screen.sees('10.1.2.0/24')
  await screen.sees('电脑')
  await screen.sees('不限')
  // Beside the menu 1,440 px leave 1,152 of them to a table.
  const widths = [...document.querySelectorAll<HTMLElement>('.ant-table-content col')].map(({ style }) =>
    Number.parseInt(style.width, 10),
  )
  expect(widths).toHaveLength(11)
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(1152)
  await press('启用机房')
  await vi.waitFor(() => expect(sentTo(room.setStatus)).toEqual([{ id: closed.id, roomStatus: 1 }]))
})

test('a seat that is pressed changes its state, and how many can be seated follows at once', async () => {
  screen = await openScreen(<RoomSeatsPage />, `/application/ote/examinationRoomSeats?id=${id}`, [
    [room.get, seats],
    [room.saveSeats, { ...seats, version: 4 }],
  ])
  await screen.sees('按“全部座位”可安排 6 人')
  await press('1-1 可用，可安排')
  await screen.sees('按“全部座位”可安排 5 人')
  const spaced = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === '隔位')
  await act(async () => spaced?.click())
  await screen.sees('按“隔位”可安排 3 人')
  await screen.click('保存')
  await vi.waitFor(() => expect(sentTo(room.saveSeats)).toHaveLength(1))
  expect(sentTo(room.saveSeats)[0]).toMatchObject({ id, version: 3, rows: [{ seats: [{ state: 'broken' }, {}, {}] }, {}] })
})

test('rooms in use are picked by name', async () => {
  screen = await openScreen(
    <FilterDrawer
      open
      onClose={() => undefined}
      onConfirm={() => undefined}
      tabs={[{ key: 'room', title: '考场', content: (pick) => <RoomTab pick={pick} source={listOf(room.list)} /> }]}
    />,
    '/x',
    [[room.list, { dataList: [row], totalCount: 1 }]],
  )
  await screen.sees('第 1 考场')
  expect(sentTo(room.list)[0]).toMatchObject({ roomStatus: 1 })
})
