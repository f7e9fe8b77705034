/**
 * Clocks of places, by their IANA names: what a clock on a wall shows at an instant, and the instant at which it shows something. The one home of such
 * arithmetic, for server, workbooks and clients alike; summer time and half hours are the platform's (Intl) to know.
 */

/** Where nobody has said otherwise. */
export const defaultTimeZone = 'Asia/Shanghai'

/** The platform lists some places by names that are no longer theirs, and UTC not at all. */
const namesOfToday = [
  'UTC',
  'America/Argentina/Buenos_Aires',
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Europe/Kyiv',
  'Pacific/Chuuk',
  'Pacific/Kanton',
  'Pacific/Pohnpei',
]

/** Every name that may be chosen. */
export function timeZones(): readonly string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), ...namesOfToday])].sort()
}

export function isTimeZone(name: string): boolean {
  return timeZones().includes(name)
}

const dayMs = 86_400_000
/** No zone has changed its offset but at a quarter of an hour since 1972. */
const quarterMs = 900_000
const formats = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, Map<number, number>>()
const mostKept = 20_000

/** How far a place's clock is ahead of UTC at an instant. */
export function offsetMsAt(instantMs: number, zone: string): number {
  const quarter = Math.floor(instantMs / quarterMs)
  const known = offsets.get(zone) ?? new Map<number, number>()
  offsets.set(zone, known)
  const kept = known.get(quarter)
  if (kept !== undefined) return kept
  if (known.size >= mostKept) known.clear()
  const start = quarter * quarterMs
  const offset = shownMs(start, zone) - start
  known.set(quarter, offset)
  return offset
}

/** What the clock shows, as if it stood in UTC. */
export function wallClockMs(instant: Date, zone: string): number {
  const ms = instant.getTime()
  return Number.isNaN(ms) ? ms : ms + offsetMsAt(ms, zone)
}

/**
 * The instant at which the clock shows this. What it shows twice when summer time ends is meant the first time; what it never shows when summer time
 * begins is as much later as the clock was put forward.
 */
export function instantOfWallClock(wallMs: number, zone: string): Date {
  const [before, after] = [offsetMsAt(wallMs - dayMs, zone), offsetMsAt(wallMs + dayMs, zone)]
  const early = wallMs - before
  if (before === after || offsetMsAt(early, zone) === before) return new Date(early)
  const late = wallMs - after
  return new Date(offsetMsAt(late, zone) === after ? late : early)
}

/** The day that the clock shows, yyyy-MM-dd. */
export function dayIn(instant: Date, zone: string): string {
  return new Date(wallClockMs(instant, zone)).toISOString().slice(0, 10)
}

/** The first moment of a day (yyyy-MM-dd) there, or so many days later. */
export function startOfDay(day: string, zone: string, daysLater = 0): Date {
  return instantOfWallClock(Date.parse(`${day}T00:00:00Z`) + daysLater * dayMs, zone)
}

function shownMs(instantMs: number, zone: string): number {
  const parts = formatOf(zone).formatToParts(instantMs)
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-u-ca-iso8601', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  } as const)
  formats.set(zone, made)
  return made
}

/** What people here call it; the platform says 中国标准时间. */
const namesHere: Readonly<Record<string, string>> = {
  'Asia/Shanghai': '北京时间',
  'Asia/Hong_Kong': '香港时间',
  'Asia/Macau': '澳门时间',
  'Asia/Taipei': '台北时间',
}

/** 北京时间, 日本标准时间; where a place has no name of its own, how far it is from GMT. */
export function zoneName(zone: string, now: Date): string {
  const parts = Intl.DateTimeFormat('zh-CN', { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts(now)
  return namesHere[zone] ?? parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}
