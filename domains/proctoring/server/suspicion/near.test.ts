import { expect, test } from 'vitest'
import { nearness } from './near.ts'

const seats = new Map([
  ['1-1', new Set(['1-2'])],
  ['1-2', new Set(['1-1'])],
  ['1-3', new Set<string>()],
])
const around = { neighbours: [{ roomId: 'r1', seats }], sharedRanges: [] }
const place = (person: number, roomId: string, seat: string) => ({ staffId: `s${person}`, roomId, seat })
const session = (person: number, formerRoomId: string | null = null, formerSeat: string | null = null) => ({
  ...{ attemptId: `a${person}`, staffId: `s${person}`, ip: `10.0.0.${person}`, device: `d${person}`, formerRoomId, formerSeat },
})
const sheets = [1, 2].map((person) => ({ attemptId: `a${person}`, staffId: `s${person}` }))

test.each([
  ['beside each other', [place(1, 'r1', '1-1'), place(2, 'r1', '1-2')], [session(1), session(2)], ['座位相邻']],
  ['in one room', [place(1, 'r1', '1-1'), place(2, 'r1', '1-3')], [session(1), session(2)], ['同一考场']],
  ['in two rooms', [place(1, 'r1', '1-1'), place(2, 'r2', '1-2')], [session(1), session(2)], []],
  [
    'beside each other until one was moved away',
    [place(1, 'r1', '1-1'), place(2, 'r2', '1-1')],
    [session(1), session(2, 'r1', '1-2')],
    ['座位相邻'],
  ],
  [
    'in one room until both were moved away',
    [place(1, 'r2', '1-1'), place(2, 'r3', '1-1')],
    [session(1, 'r1', '1-1'), session(2, 'r1', '1-3')],
    ['同一考场'],
  ],
  ['in no room', [], [session(1), session(2)], []],
])('two who sat %s', (_name, places, sessions, because) => {
  expect(nearness(sheets, { ...around, places, sessions })(0, 1)).toEqual(because)
})
