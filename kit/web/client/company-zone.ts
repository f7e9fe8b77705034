import { isTimeZone, wallClockMs } from '@kaopei/contract'
import { deploymentBranding } from './assembly-info.ts'

/** Whose clocks show instants here: the company's, and those of this device until the company is known. */
export function companyZone(): string {
  const named = deploymentBranding.get()?.company.timeZone
  return named !== undefined && isKnown(named) ? named : deviceZone()
}

export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Whose time instants are shown by, in Chinese; to be said as long as the device's own clock shows something else. */
export function foreignZone(now: Date): string | undefined {
  const zone = companyZone()
  return wallClockMs(now, zone) === wallClockMs(now, deviceZone()) ? undefined : zoneName(zone, now)
}

/** What people here call it; the platform says 中国标准时间. */
const namesHere: Readonly<Record<string, string>> = {
  'Asia/Shanghai': '北京时间',
  'Asia/Hong_Kong': '香港时间',
  'Asia/Macau': '澳门时间',
  'Asia/Taipei': '台北时间',
}

/** 北京时间, 日本标准时间; where a place has no name of its own, how far it is from GMT. */
function zoneName(zone: string, now: Date): string {
  const parts = Intl.DateTimeFormat('zh-CN', { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts(now)
  return namesHere[zone] ?? parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

const known = new Map<string, boolean>()

/** An older browser may lack a name that the server knows. */
function isKnown(name: string): boolean {
  const answer = known.get(name) ?? (isTimeZone(name) || hasClock(name))
  known.set(name, answer)
  return answer
}

function hasClock(name: string): boolean {
  try {
    return Boolean(Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
