import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { examRooms } from '../../contract/exam-rooms.ts'
import { signIn } from '../../contract/exam-sign-in.ts'
import { DoorDesk } from './door-desk.tsx'

// The first screen of a file loads the whole library of controls.
vi.setConfig({ testTimeout: 120_000 })

/** What is held before the camera. */
const held = vi.hoisted((): { code: string | undefined } => ({ code: undefined }))
vi.mock('jsqr', () => ({ default: { default: () => (held.code === undefined ? null : { data: held.code }) } }))

const idOf = (number: number) => `01990000-0000-7000-8000-${String(number).padStart(12, '0')}`
const door = {
  ...{ key: 'x', examinationId: idOf(1), examName: '上岗考试', openTime: null, closeTime: null },
  ...{ roomId: idOf(2), roomName: '第 1 考场', address: '东区 201', expectedCount: 2, presentCount: 0 },
}
const person = {
  ...{ staffId: idOf(4), name: '学员一', loginAccount: 'one', jobNumber: 'A1', department: '研发部', hasAttempt: false },
  ...{ roomId: door.roomId, roomName: door.roomName, seat: '1-3', needsAccessible: false, isFixed: false },
  ...{ ticketNumber: '00100001', state: 2, realSeat: null },
}

let screen: Screen
afterEach(() => {
  screen.close()
  held.code = undefined
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a ticket that is still held up after its person sits is not read again; out of sight and back it is', async () => {
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(640)
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(480)
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  const pen = { drawImage: () => undefined, getImageData: () => ({ data: [], width: 640, height: 480 }) }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never)
  vi.stubGlobal('navigator', { ...navigator, mediaDevices: { getUserMedia: async () => ({ getTracks: () => [] }) } })
  screen = await openScreen(<DoorDesk door={door} onLeave={() => undefined} />, '/x', [
    [signIn.find, person],
    [signIn.rooms, { dataList: [door], totalCount: 1 }],
    [examRooms.list, { dataList: [person], totalCount: 1 }],
    [examRooms.checkIn, { ...person, state: 3 }],
  ])
  const until = (holds: () => void) => act(async () => vi.waitFor(holds, 5000))
  const asked = () => screen.sent.filter(({ path }) => path === signIn.find.facts.path).length
  held.code = 'ticket'
  await screen.sees('学员一')
  await screen.click('已入座')
  await screen.sees('扫描准考证')
  const looks = vi.spyOn(pen, 'getImageData')
  await until(() => expect(looks.mock.calls.length).toBeGreaterThan(3))
  expect(asked()).toBe(1)
  held.code = undefined
  looks.mockClear()
  await until(() => expect(looks.mock.calls.length).toBeGreaterThan(6))
  held.code = 'ticket'
  await until(() => expect(asked()).toBe(2))
})
