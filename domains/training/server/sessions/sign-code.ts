/** The code on the screen of an offline session: made by the server for one session and one step of its clock, so that a photograph of it is soon worth nothing. */
import { createHash } from 'node:crypto'
import { openToken, sealToken } from '@kaopei/files/server'

export const stepMs = 15_000

export interface CodeFor {
  readonly secret: string
  readonly companyId: string
  readonly taskId: string
}

const purposeOf = ({ companyId, taskId }: CodeFor) => `sign-in ${companyId} ${taskId}`
const stepAt = (now: Date) => Math.floor(now.getTime() / stepMs)

export function codeAt(which: CodeFor, now: Date): string {
  return sealToken(which.secret, purposeOf(which), stepAt(now).toString(36))
}

/** Until the screen shows another one. */
export const nextInMs = (now: Date): number => stepMs - (now.getTime() % stepMs)

/** A code is accepted in its own step and in the one after it: from 15 to 30 seconds. */
export function isCodeValid(which: CodeFor, code: string, now: Date): boolean {
  const text = openToken(which.secret, purposeOf(which), code)
  if (text === undefined) return false
  const age = stepAt(now) - Number.parseInt(text, 36)
  return age === 0 || age === 1
}

/** What is kept of a device: enough to know it again in this session, in no other. */
export function deviceHashOf({ secret, companyId, taskId }: CodeFor, device: string): Buffer {
  return createHash('sha256').update(`device\n${secret}\n${companyId}\n${taskId}\n${device}`).digest()
}
