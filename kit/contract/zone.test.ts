import { describe, expect, test } from 'vitest'
import { dayIn, instantOfWallClock, isTimeZone, startOfDay, timeZones, wallClockMs } from './zone.ts'

const shown = (at: string, zone: string) => new Date(wallClockMs(new Date(at), zone)).toISOString().slice(0, 16)
const instant = (wall: string, zone: string) =>
  instantOfWallClock(Date.parse(`${wall}:00Z`), zone)
    .toISOString()
    .slice(0, 16)

test.each([
  ['2026-03-08T06:59Z', 'America/New_York', '2026-03-08T01:59'],
  ['2026-03-08T07:00Z', 'America/New_York', '2026-03-08T03:00'],
  ['2026-11-01T05:30Z', 'America/New_York', '2026-11-01T01:30'],
  ['2026-11-01T06:30Z', 'America/New_York', '2026-11-01T01:30'],
  ['2026-06-30T18:30Z', 'Asia/Kolkata', '2026-07-01T00:00'],
  ['2026-06-30T16:00Z', 'Asia/Shanghai', '2026-07-01T00:00'],
  ['2026-06-30T16:00Z', 'UTC', '2026-06-30T16:00'],
  ['2026-04-04T14:30Z', 'Australia/Lord_Howe', '2026-04-05T01:30'],
])('at %s the clocks of %s show %s', (at, zone, wall) => {
  expect(shown(at, zone)).toBe(wall)
})

describe('the instant of what a clock shows', () => {
  test.each([
    ['any day', '2026-06-01T09:00', 'America/New_York', '2026-06-01T13:00'],
    ['in winter', '2026-12-01T09:00', 'America/New_York', '2026-12-01T14:00'],
    ['shown twice: the first time', '2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30'],
    ['after what is shown twice', '2026-11-01T02:00', 'America/New_York', '2026-11-01T07:00'],
    ['never shown: an hour later', '2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30'],
    ['before what is never shown', '2026-03-08T01:59', 'America/New_York', '2026-03-08T06:59'],
    ['half hours', '2026-06-01T09:00', 'Asia/Kolkata', '2026-06-01T03:30'],
  ])('%s', (_name, wall, zone, at) => {
    expect(instant(wall, zone)).toBe(at)
  })

  test('what a clock shows leads back to the instant, all through a year', () => {
    const wrong: string[] = []
    for (const zone of ['America/New_York', 'Asia/Kolkata', 'Asia/Shanghai', 'Australia/Lord_Howe', 'UTC']) {
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 7 * 900_000) {
        const wall = wallClockMs(new Date(at), zone)
        const back = instantOfWallClock(wall, zone).getTime()
        // Of two instants with one picture the first.
        const isOneOfThem = [at, at - 3_600_000, at - 1_800_000].includes(back)
        if (!isOneOfThem || wallClockMs(new Date(back), zone) !== wall) wrong.push(`${zone} ${new Date(at).toISOString()}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

test('a day is as long as its clocks say', () => {
  const hours = (day: string) =>
    (startOfDay(day, 'America/New_York', 1).getTime() - startOfDay(day, 'America/New_York').getTime()) / 3_600_000
  expect(['2026-03-08', '2026-06-01', '2026-11-01'].map(hours)).toEqual([23, 24, 25])
  expect(startOfDay('2026-06-01', 'Asia/Kolkata').toISOString()).toBe('2026-05-31T18:30:00.000Z')
  expect(dayIn(new Date('2026-05-31T18:29:59Z'), 'Asia/Kolkata')).toBe('2026-05-31')
  expect(dayIn(new Date('2026-05-31T18:30:00Z'), 'Asia/Kolkata')).toBe('2026-06-01')
})

test('names are those that the platform knows', () => {
  expect(timeZones().length).toBeGreaterThan(300)
  expect(['Asia/Shanghai', 'America/New_York', 'UTC', 'Asia/Beijing', '+08:00'].map(isTimeZone)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})
