import { wallClockMs } from '@kaopei/contract'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  localStorage.clear()
  vi.resetModules()
})

/** The clients of a company that stands there. */
async function inZone(timeZone: string) {
  const company = { name: '公司', domain: 'demo', timeZone }
  localStorage.setItem('kaopei.company', JSON.stringify({ platformTitle: '考培', company }))
  vi.resetModules()
  const [format, clock, zone] = await Promise.all([
    import('./format.ts'),
    import('./wall-clock.ts'),
    import('./client/company-zone.ts'),
  ])
  return { ...format, ...clock, ...zone }
}

test('instants are shown by the company’s clocks, whatever the browser’s show', async () => {
  const newYork = await inZone('America/New_York')
  expect(newYork.formatInstant('2026-11-22T01:30:00Z')).toBe('2026-11-21 20:30')
  expect(newYork.formatInstant('2026-03-08T06:59:00Z')).toBe('2026-03-08 01:59')
  expect(newYork.formatInstant('2026-03-08T07:00:00Z')).toBe('2026-03-08 03:00')
  expect(newYork.formatDate('2026-11-22T01:30:00Z')).toBe('2026-11-21')
  expect((await inZone('Asia/Kolkata')).formatInstant('2026-11-22T18:30:00Z')).toBe('2026-11-23 00:00')
})

test('a day without a time is that day everywhere', async () => {
  for (const zone of ['America/New_York', 'Asia/Shanghai', 'Pacific/Auckland'])
    expect((await inZone(zone)).formatDate('2026-11-22')).toBe('2026-11-22')
})

test('what somebody picks is the company’s time: what its clocks show twice is the first, what they skip is later', async () => {
  const { wallClock, instantOfPicked } = await inZone('America/New_York')
  expect(instantOfPicked(wallClock('2026-06-01T13:00:00Z'))).toBe('2026-06-01T13:00:00.000Z')
  const picked = (wall: string) =>
    instantOfPicked(wallClock('2026-01-01').set('millisecond', Date.parse(`${wall}Z`) - Date.parse('2026-01-01Z')))
  expect(picked('2026-11-01T01:30:00')).toBe('2026-11-01T05:30:00.000Z')
  expect(picked('2026-03-08T02:30:00')).toBe('2026-03-08T07:30:00.000Z')
})

/** Whether a device's clock shows what is called 北京时间. */
const isEast = (zone: string) => wallClockMs(new Date(), zone) === wallClockMs(new Date(), 'Asia/Shanghai')

test('the zone is named in Chinese where the device’s clock shows something else', async () => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  expect((await inZone(own)).foreignZone(new Date())).toBeUndefined()
  expect((await inZone('Pacific/Kiritimati')).foreignZone(new Date())).toBe('莱恩群岛时间')
  expect((await inZone(isEast(own) ? 'Asia/Tokyo' : 'Asia/Shanghai')).foreignZone(new Date())).toBe(
    isEast(own) ? '日本标准时间' : '北京时间',
  )
  // An unknown name never hides times.
  expect((await inZone('Mars/Base')).formatInstant('2026-11-22T01:30:00Z')).toMatch(/^2026-11-2\d /)
})
