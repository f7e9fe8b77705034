import { expect, test } from 'vitest'
import { chanceWords, rateWords } from '../../contract/suspicion/suspicion.ts'
import { tooFast } from './faster-than-reading.ts'
import { seatWords } from './seat-words.ts'
import { type Session, sessionSigns } from './session-signs.ts'

const session = (person: number, ip: string, device: string): Session => ({
  ...{ attemptId: `a${person}`, staffId: `s${person}`, ip, device },
})
const told = (sessions: readonly Session[]) =>
  sessionSigns(sessions).map(({ kind, attemptIds, about }) => `${kind} ${attemptIds.join('+')} ${about}`)

test.each([
  ['two people at one address', [session(1, '10.0.0.1', 'x'), session(2, '10.0.0.1', 'y')], ['sameAddress a1+a2 10.0.0.1']],
  ['two people with one browser', [session(1, '10.0.0.1', 'x'), session(2, '10.0.0.2', 'x')], ['sameBrowser a1+a2 同一个浏览器']],
  ['one person twice from the same place', [session(1, '10.0.0.1', 'x'), session(1, '10.0.0.1', 'x')], []],
  [
    'one person from two places with two browsers',
    [session(1, '10.0.0.1', 'x'), session(1, '10.0.0.2', 'y')],
    ['manyAddresses a1 10.0.0.1、10.0.0.2', 'manyBrowsers a1 2 个浏览器'],
  ],
  ['one person from one place, noted in two ways', [session(1, '10.0.0.1', 'x'), session(1, '::ffff:10.0.0.1', 'x')], []],
  [
    'a group within a reported group',
    [1, 2, 3]
      .map((person) => session(person, '10.0.0.1', `d${person}`))
      .concat([session(1, '10.0.0.9', 'd1'), session(2, '10.0.0.9', 'd2')]),
    ['sameAddress a1+a2+a3 10.0.0.1', 'manyAddresses a1 10.0.0.1、10.0.0.9', 'manyAddresses a2 10.0.0.1、10.0.0.9'],
  ],
])('%s', (_name, sessions, signs) => {
  expect(told(sessions)).toEqual(signs)
})

const known = { sharedRanges: [], places: [], timed: [] }
const one = (kind: string, signs: ReturnType<typeof sessionSigns>) => signs.filter((sign) => sign.kind === kind)

test('an address that the company declares shared is no more than information', () => {
  const sessions = [session(1, '203.0.113.8', 'x'), session(2, '::ffff:203.0.113.8', 'y')]
  const level = (sharedRanges: string[]) => one('sameAddress', sessionSigns(sessions, { ...known, sharedRanges }))[0]?.level
  expect([level([]), level(['203.0.113.0/24']), level(['203.0.113.8']), level(['203.0.114.0/24'])]).toEqual([
    ...['notice', 'info', 'info', 'notice'],
  ])
})

test('what many share hides no group that is found elsewhere', () => {
  const exit = [1, 2, 3].map((person) => session(person, '203.0.113.8', `d${person}`))
  const together = [session(1, '10.9.9.9', 'd1'), session(2, '10.9.9.9', 'd2')]
  const signs = one('sameAddress', sessionSigns([...exit, ...together], { ...known, sharedRanges: ['203.0.113.8'] }))
  expect(signs.map(({ level, about }) => `${level} ${about}`)).toEqual(['notice 10.9.9.9', 'info 203.0.113.8'])
})

test('two browsers at one address outside the room are one sign', () => {
  const places = [{ staffId: 's1', roomName: '机房 3', addressRanges: ['10.1.2.0/24'] }]
  const sessions = [session(1, '10.1.3.7', 'x'), session(1, '10.1.3.7', 'y')]
  expect(one('outsideRange', sessionSigns(sessions, { ...known, places }))).toMatchObject([{ about: '10.1.3.7，考场 机房 3' }])
})

test('before a move people sat in the room they came from', () => {
  const rooms = [{ roomId: 'r3', roomName: '机房 3', addressRanges: ['10.1.3.0/24'] }]
  const places = [{ staffId: 's1', roomName: '机房 2', addressRanges: ['10.1.2.0/24'] }]
  const before = (ip: string, formerRoomId: string) => ({ ...session(1, ip, 'x'), formerRoomId })
  const signs = (...sessions: Session[]) => one('outsideRange', sessionSigns(sessions, { ...known, places, rooms }))
  expect(signs(before('10.1.3.7', 'r3'), session(1, '10.1.2.7', 'x'))).toEqual([])
  expect(signs(before('10.9.9.9', 'r3'), session(1, '10.1.3.8', 'x')).map(({ about }) => about)).toEqual([
    ...['10.9.9.9，考场 机房 3', '10.1.3.8，考场 机房 2'],
  ])
  expect(signs(before('10.9.9.9', 'r4'))).toEqual([])
})

test.each([
  ['10.1.2.7', ['10.1.2.0/24'], 0],
  ['10.1.3.7', ['10.1.2.0/24'], 1],
  ['10.1.3.7', ['10.1.2.0/24', '10.1.3.7'], 0],
  ['2001:db8::1', ['10.1.2.0/24'], 0],
  ['2001:db8::1', ['10.1.2.0/24', '2001:db9::/32'], 1],
  ['10.1.3.7', [], 0],
  ['no address', ['10.1.2.0/24'], 0],
])('from %s into a room of %j: %i', (ip, addressRanges, count) => {
  const places = [{ staffId: 's1', roomName: '机房 3', addressRanges }]
  expect(one('outsideRange', sessionSigns([session(1, ip, 'x')], { ...known, places }))).toHaveLength(count)
})

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 22, 1) + seconds * 1000)
const answers = (count: number, everySeconds: number, more = {}) =>
  Array.from({ length: count }, (_, index) => ({
    savedAt: at((index + 1) * everySeconds),
    characters: 100,
    isRight: true,
    ...more,
  }))

test.each([
  ['eight right answers of 100 characters, one each 4 s', answers(8, 4), 8],
  ['one each 6 s: that can be read', answers(8, 6), undefined],
  ['wrong ones say nothing', answers(8, 4, { isRight: false }), undefined],
  ['four are too few', answers(4, 4), undefined],
  ['sent together after an outage', answers(8, 0.1).map((one) => ({ ...one, savedAt: at(60) })), undefined],
  ['sent together at once', answers(8, 0.1).map((one) => ({ ...one, savedAt: at(10) })), 8],
  [
    'five of thirty are a share of no meaning',
    [...answers(5, 4), ...answers(25, 20).map((one) => ({ ...one, savedAt: new Date(one.savedAt.getTime() + 60_000) }))],
    undefined,
  ],
])('faster than reading: %s', (_name, given, count) => {
  expect(tooFast({ startedAt: at(0), answers: given })).toBe(count)
})

test('what is common is said so', () => {
  expect([rateWords(2, 400), rateWords(120, 400), rateWords(0, 0)]).toEqual([
    ...['本场 400 份答卷中 2 份如此（不足 1%）', '本场 400 份答卷中 120 份如此（约 30%）', '-'],
  ])
  expect(chanceWords(0.004)).toBe('同样规模的考试，约 250 场会偶然出现 1 对')
})

test('whoever has a room and no seat yet is said to have none', () => {
  expect([seatWords('机房 3', 'B-2'), seatWords('机房 3', null)]).toEqual(['机房 3 B-2', '机房 3 （未排座）'])
})
