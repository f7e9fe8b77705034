import { isTimeZone, wallClockMs, zoneName } from '@kaopei/contract'
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
