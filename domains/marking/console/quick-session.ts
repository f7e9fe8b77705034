/** What this browser keeps of a quick-marking link: the session for as long as the tab lives, and the key by which the link knows the device. */
import { z } from 'zod'

const opened = z.object({
  /** Of the link that opened it. */
  token: z.string(),
  examId: z.string(),
  isByQuestion: z.boolean(),
  session: z.object({
    token: z.string(),
    signKey: z.string(),
    staffId: z.string(),
    name: z.string(),
    expiresAt: z.string(),
  }),
})
export type OpenedMarking = z.output<typeof opened>

const place = 'kp-quick-marking'
const deviceKeyOf = (linkId: string) => `kp-quick-device.${linkId}`

/** After a reload: what this link has opened in this tab. */
export function keptMarking(token: string): OpenedMarking | undefined {
  const kept = opened.safeParse(JSON.parse(read(() => sessionStorage.getItem(place)) ?? 'null')).data
  return kept?.token === token ? kept : undefined
}

export function keepMarking(marking: OpenedMarking | undefined): void {
  write(() => (marking ? sessionStorage.setItem(place, JSON.stringify(marking)) : sessionStorage.removeItem(place)))
}

export const deviceKeys = {
  get: (linkId: string) => read(() => localStorage.getItem(deviceKeyOf(linkId))) ?? undefined,
  set: (linkId: string, key: string) => write(() => localStorage.setItem(deviceKeyOf(linkId), key)),
}

function read(get: () => string | null): string | null {
  try {
    return get()
  } catch {
    return null
  }
}

/** Storage may be refused or full: then a reload asks for another code. */
function write(set: () => void): void {
  try {
    set()
  } catch {}
}
