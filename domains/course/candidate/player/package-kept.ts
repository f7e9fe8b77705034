/**
 * What a part said last was too long for a call that outlives its page: it is kept on this device, at once as only this storage can, and saved before the
 * part is opened again.
 */
import type { InputOf } from '@kaopei/contract'
import { call, isApiError, session } from '@kaopei/web/client'
import { learnPackage } from '../../contract/package.ts'

export type CommitInput = InputOf<typeof learnPackage.commitPackage>
type Place = Pick<CommitInput, 'course' | 'task' | 'part'>

const keyOf = ({ course, task, part }: Place) => `kaopei-package ${session.get()?.staffId ?? ''} ${course} ${task} ${part}`

/** A full or forbidden storage keeps nothing: then the short call is all that there is. */
export function keepCommit(input: CommitInput): void {
  try {
    localStorage.setItem(keyOf(input), JSON.stringify(input))
  } catch {
    dropCommit(input)
  }
}

export function dropCommit(place: Place): void {
  try {
    localStorage.removeItem(keyOf(place))
  } catch {
    // Nothing was kept.
  }
}

/** What was kept of this part is saved, or forgotten where the server will never take it: another device has gone on since. */
export async function saveKept(place: Place): Promise<void> {
  const kept = keptOf(place)
  if (!kept) return
  try {
    await call(learnPackage.commitPackage, kept, { silent: true })
    dropCommit(place)
  } catch (error) {
    if (isApiError(error) && !error.isForeign) dropCommit(place)
  }
}

/** The server judges its shape, as of every call. */
function keptOf(place: Place): CommitInput | undefined {
  try {
    return JSON.parse(localStorage.getItem(keyOf(place)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
