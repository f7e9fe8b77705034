/**
 * A tab of this browser that died or was reloaded left its lease behind: whoever comes after it goes on without asking the candidate. Where the
 * server has no word for it yet, or the other tab still answers while it goes away, it is tried again.
 */
import { apiCodes, isApiError } from '@kaopei/web/client'
import type { Scheduler } from '../outbox/types.ts'

export interface Heir {
  readonly scheduler: Scheduler
  /** Is some tab of this browser alive that is answering the attempt? */
  isHeldHere(): Promise<boolean>
  takeOver(): Promise<void>
  /** Nobody has gone on meanwhile, and this page is still shown. */
  isWaiting(): boolean
}

const firstWaitMs = 500
const longestWaitMs = 8000
/** A page that goes away is gone by then; one that still answers is really there, and the candidate decides. */
const mostAsked = 3

/** Settles after the first try; the next ones follow by themselves. */
export async function inheritLease(heir: Heir, waitMs = firstWaitMs, askedTimes = 1): Promise<void> {
  const isHeld = await heir.isHeldHere()
  if (!heir.isWaiting()) return
  const isOver = isHeld ? askedTimes >= mostAsked : await isTaken(heir)
  if (isOver || !heir.isWaiting()) return
  const next = () =>
    heir.isWaiting() && void inheritLease(heir, Math.min(longestWaitMs, waitMs * 2), askedTimes + (isHeld ? 1 : 0))
  heir.scheduler.after(waitMs, next)
}

/** Done, or refused for good. */
function isTaken(heir: Heir): Promise<boolean> {
  return heir.takeOver().then(
    () => true,
    (error) => !isNoWord(error),
  )
}

/** The server has not decided: there is no way to it, it is busy, or something on the way answers. */
export function isNoWord(error: unknown): boolean {
  if (!isApiError(error)) return false
  return error.isForeign || error.code < 0 || error.code === apiCodes.unexpected || error.httpStatus === 503
}
