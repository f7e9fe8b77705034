import { expect, test } from 'vitest'
import { alertDue, validityOf } from './alert-due.ts'
import { evidenceFor, monthsBefore } from './evidence-for.ts'
import { freeSlots, longEnough, minutesOf, spanOfDay } from './free-slots.ts'
import { minutesByDay } from './minutes-by-day.ts'
import { overallOf } from './overall.ts'
import { amountOf, rateOn } from './pay.ts'
import { repeatOf } from './repeat-of.ts'
import { meets } from './spans.ts'

const zone = 'Asia/Shanghai'
const at = (text: string) => Date.parse(`2026-12-${text}:00+08:00`)
const span = (from: string, to: string) => ({ from: at(from), to: at(to) })
const shown = (ms: number) => new Date(ms + 8 * 3_600_000).toISOString().slice(8, 16)

const week = [
  { weekday: 1, fromMinute: 540, toMinute: 720 },
  { weekday: 1, fromMinute: 840, toMinute: 1080 },
]

test.each([
  ['the week alone', {}, ['07T09:00–07T12:00', '07T14:00–07T18:00']],
  [
    'booked times are cut out, ends free',
    { booked: [span('07T10:00', '07T11:00')] },
    ['07T09:00–07T10:00', '07T11:00–07T12:00', '07T14:00–07T18:00'],
  ],
  ['what touches stays whole', { booked: [span('07T12:00', '07T14:00')] }, ['07T09:00–07T12:00', '07T14:00–07T18:00']],
  ['also joins two parts', { also: [span('07T12:00', '07T14:00')] }, ['07T09:00–07T18:00']],
  ['not wins over also', { also: [span('07T19:00', '07T21:00')], not: [span('07T08:00', '07T20:00')] }, ['07T20:00–07T21:00']],
  ['a range over days counts on each', { not: [span('06T00:00', '08T00:00')] }, []],
  ['also at another day is of no day else', { also: [span('08T09:00', '08T10:00')] }, ['07T09:00–07T12:00', '07T14:00–07T18:00']],
])('free on Monday 7 December: %s', (_what, more, expected) => {
  const free = freeSlots('2026-12-07', zone, { weekHours: week, also: [], not: [], booked: [], ...more })
  expect(free.map(({ from, to }) => `${shown(from)}–${shown(to)}`)).toEqual(expected)
})

test('a slot is long enough with exactly so many minutes, and minutes are summed', () => {
  const free = freeSlots('2026-12-07', zone, { weekHours: week, also: [], not: [], booked: [] })
  expect(longEnough(free, 180)).toHaveLength(2)
  expect(longEnough(free, 181)).toHaveLength(1)
  expect(minutesOf(free)).toBe(420)
})

test('a day on which the clock is put forward has 23 hours', () => {
  const { from, to } = spanOfDay('2026-03-29', 'Europe/Berlin')
  expect((to - from) / 3_600_000).toBe(23)
})

test.each([
  ['one day', '2026-12-07T09:00:00+08:00', '2026-12-07T11:30:00+08:00', zone, [['2026-12-07', 150]]],
  [
    'over midnight of the company',
    '2026-12-07T23:00:00+08:00',
    '2026-12-08T01:30:00+08:00',
    zone,
    [
      ['2026-12-07', 60],
      ['2026-12-08', 90],
    ],
  ],
  ['over midnight of UTC alone', '2026-12-07T07:30:00+08:00', '2026-12-07T08:30:00+08:00', zone, [['2026-12-07', 60]]],
  [
    'ends at midnight: not of the next day',
    '2026-12-07T22:00:00+08:00',
    '2026-12-08T00:00:00+08:00',
    zone,
    [['2026-12-07', 120]],
  ],
  ['seconds come to the whole', '2026-12-07T23:59:30+08:00', '2026-12-08T00:01:30+08:00', zone, [['2026-12-08', 2]]],
  [
    'where the clock is put forward',
    '2026-03-29T00:00:00+01:00',
    '2026-03-30T00:00:00+02:00',
    'Europe/Berlin',
    [['2026-03-29', 1380]],
  ],
])('minutes by day: %s', (_what, begin, end, where, expected) => {
  const days = minutesByDay({ beginTime: new Date(begin), endTime: new Date(end) }, where)
  expect(days.map(({ day, minutes }) => [day, minutes])).toEqual(expected)
})

const terms = [
  {
    cooperationId: 'old',
    beginDate: '2026-01-01',
    endDate: '2026-06-30',
    rates: [{ validFrom: '2026-01-01', centsPerHour: 20_000 }],
  },
  {
    cooperationId: 'new',
    beginDate: '2026-07-01',
    endDate: null,
    rates: [
      { validFrom: '2026-10-01', centsPerHour: 30_000 },
      { validFrom: '2026-07-01', centsPerHour: 25_000 },
    ],
  },
]
test.each([
  ['the last day of a term', '2026-06-30', { cooperationId: 'old', centsPerHour: 20_000 }],
  ['the first of the next', '2026-07-01', { cooperationId: 'new', centsPerHour: 25_000 }],
  ['the day before a rate begins', '2026-09-30', { cooperationId: 'new', centsPerHour: 25_000 }],
  ['the day on which it begins', '2026-10-01', { cooperationId: 'new', centsPerHour: 30_000 }],
  ['long afterwards', '2030-01-01', { cooperationId: 'new', centsPerHour: 30_000 }],
  ['before all', '2025-12-31', undefined],
])('the rate of %s', (_what, day, rate) => expect(rateOn(day, terms)).toEqual(rate))

test.each([
  [60, 30_000, 30_000],
  [90, 33_333, 50_000], // 49999.5
  [1, 10_000, 167], // 166.67
  [1, 29, 0], // 0.48
  [1, 30, 1], // 0.5
  [0, 30_000, 0],
])('%i minutes at %i cents an hour come to %i', (minutes, rate, amount) => expect(amountOf(minutes, rate)).toBe(amount))

const known = [
  { id: 'a', staffId: 'a', name: '王小明', phone: '13800000001', institution: '' },
  { id: 'b', staffId: null, name: '李 教授', phone: '13800000002', institution: 'Tsinghua' },
]
const stranger = { staffId: null, name: '', phone: null, institution: '' }
test.each([
  ['the same employee', { ...stranger, staffId: 'a' }, 'person a'],
  ['the phone, also of an employee', { ...stranger, name: '别人', phone: '13800000001' }, 'phone a'],
  ['name and institution, whatever the case', { ...stranger, name: '李 教授 ', institution: 'TSINGHUA' }, 'nameInstitution b'],
  ['the name alone is nobody', { ...stranger, name: '李 教授', institution: '北大' }, undefined],
  ['an employee of the same name is nobody', { ...stranger, name: '王小明' }, undefined],
  ['the employee before the phone', { ...stranger, staffId: 'a', phone: '13800000002' }, 'person a'],
])('repeated by %s', (_what, wish, expected) => {
  const found = repeatOf(wish, known)
  expect(found && `${found.by} ${found.who.id}`).toBe(expected)
})

test.each([
  ['2027-02-06', undefined], // 61 days
  ['2027-02-05', 60],
  ['2027-01-06', 30],
  ['2027-01-07', 60], // 31
  ['2026-12-14', 7],
  ['2026-12-07', 7], // today is its last day
  ['2026-12-06', undefined],
])('on 7 December a file that ends on %s asks for the alert of %s days', (until, days) =>
  expect(alertDue(until, '2026-12-07')).toBe(days),
)

test.each([
  [null, null, 'lasting'],
  [null, '2026-12-07', 'ending'],
  [null, '2026-12-06', 'ended'],
  ['2026-12-08', null, 'notYet'],
  ['2026-12-07', '2028-01-01', 'lasting'],
])('from %s until %s it is %s', (validFrom, validUntil, validity) =>
  expect(validityOf({ validFrom, validUntil }, '2026-12-07')).toBe(validity),
)

test('a mean is over the sources with three sheets and more', () => {
  expect(overallOf([{ sheetCount: 2, sumHundredths: 1000 }])).toBeUndefined()
  expect(
    overallOf([
      { sheetCount: 3, sumHundredths: 1300 },
      { sheetCount: 2, sumHundredths: 200 },
    ]),
  ).toEqual({ meanHundredths: 433, count: 3 })
  expect(
    overallOf([
      { sheetCount: 3, sumHundredths: 1300 },
      { sheetCount: 5, sumHundredths: 2500 },
    ]),
  ).toEqual({ meanHundredths: 475, count: 8 })
})

const asked = {
  toLevel: 2,
  minMinutes: 600,
  minRatingHundredths: 450,
  minRatedCount: 10,
  months: 12,
  needsQualification: true,
} as const
const found = {
  since: '2025-12-07',
  until: '2026-12-07',
  confirmedMinutes: 600,
  rating: { meanHundredths: 450, count: 10 },
  qualificationCount: 1,
}
test.each([
  ['all of it', found, [true, true, true]],
  ['a minute short', { ...found, confirmedMinutes: 599 }, [false, true, true]],
  ['too few sheets', { ...found, rating: { meanHundredths: 500, count: 9 } }, [true, false, true]],
  ['no rating', { ...found, rating: undefined }, [true, false, true]],
  ['no qualification', { ...found, qualificationCount: 0 }, [true, true, false]],
])('evidence with %s', (_what, there, met) => {
  const { conditions, isMet } = evidenceFor(asked, there)
  expect(conditions.map((one) => one.isMet)).toEqual(met)
  expect(isMet).toBe(met.every(Boolean))
})

test('what is not asked for is no condition', () =>
  expect(evidenceFor({ ...asked, minRatingHundredths: 0, needsQualification: false }, found).conditions).toHaveLength(1))

test.each([
  ['2026-12-07', 12, '2025-12-07'],
  ['2026-05-31', 3, '2026-02-28'],
  ['2024-05-31', 3, '2024-02-29'],
  ['2026-01-15', 1, '2025-12-15'],
])('%s less %i months is %s', (day, months, expected) => expect(monthsBefore(day, months)).toBe(expected))

test('spans that touch do not meet', () => {
  expect(meets({ from: 0, to: 2 }, { from: 2, to: 3 })).toBe(false)
  expect(meets({ from: 0, to: 3 }, { from: 2, to: 3 })).toBe(true)
})
