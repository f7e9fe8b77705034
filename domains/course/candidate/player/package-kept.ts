/**
 * What a part said last was too long for a call that outlives its page: it is kept on this device, at once as only this storage can, and saved before the
 * part is opened again.
 */
import type { InputOf } from '@kaopei/contract'
import { type ApiError, apiCodes, call, isApiError } from '@kaopei/web/client'
import { learnPackage } from '../../contract/package.ts'

export type CommitInput = InputOf<typeof learnPackage.commitPackage>
type Place = Pick<CommitInput, 'course' | 'task' | 'part'>

/** Where it is kept, and for whom: nobody else's part is opened with it. */
export interface Keeper {
  readonly staffId: string
  readonly place: Place
}

const keyOf = ({ staffId, place: { course, task, part } }: Keeper) => `kaopei-package ${staffId} ${course} ${task} ${part}`

/** A full or forbidden storage keeps nothing: then the short call is all that there is. */
export function keepCommit(keeper: Keeper, input: CommitInput): void {
  try {
    localStorage.setItem(keyOf(keeper), JSON.stringify(input))
  } catch {
    dropCommit(keeper)
  }
}

export function dropCommit(keeper: Keeper): void {
  try {
    localStorage.removeItem(keyOf(keeper))
  } catch {
    // Nothing was kept.
  }
}

/**
 * What was kept of this part is saved, or forgotten where the server will never take it: another device has gone on since. Fails where nobody answered: a part
 * that is opened without it would take its place.
 */
export async function saveKept(keeper: Keeper): Promise<void> {
  const kept = keptOf(keeper)
  if (!kept) return
  try {
    await call(learnPackage.commitPackage, kept, { silent: true })
    dropCommit(keeper)
  } catch (error) {
    if (isRefused(error)) dropCommit(keeper)
    else if (!isApiError(error, apiCodes.unexpected)) throw error
  }
}

/** The server itself has said that it will never take this commit. */
export function isRefused(error: unknown): error is ApiError {
  if (!isApiError(error) || error.isForeign) return false
  return (error.code >= 3050 && error.code < 3100) || error.code === apiCodes.invalid || error.code === 413
}

/** The server judges its shape, as of every call. */
function keptOf(keeper: Keeper): CommitInput | undefined {
  try {
    return JSON.parse(localStorage.getItem(keyOf(keeper)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
