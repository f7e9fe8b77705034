import { protocolErrors } from '@kaopei/contract'
import { reachOf } from '@kaopei/exam/server'
import type { Actor, DataScope, Db, Fail } from '@kaopei/server'
import { reviewErrors } from '../../contract/review.ts'
import { findRecording, hasOpened, type LookedAt, type Recording } from './recording.sql.ts'

interface Caller {
  readonly db: Db
  readonly actor: Actor
  readonly scope: DataScope
  readonly now: Date
  readonly fail: Fail<typeof protocolErrors.notFound | typeof reviewErrors.ownRecording>
}

type Looking = Pick<Caller, 'db' | 'actor' | 'now'>

const openMs = 2 * 3_600_000

/** The recordings of an attempt whose candidate the caller reaches; of nobody's own. */
export async function enter({ db, actor, scope, fail }: Caller, attemptId: string): Promise<Recording> {
  const recording = await findRecording(db, attemptId, reachOf(actor, scope))
  if (!recording) return fail(protocolErrors.notFound)
  if (recording.staffId === actor.staffId) return fail(reviewErrors.ownRecording)
  return recording
}

/** Whether addresses of pictures and films are handed out: the caller has said why they look. */
export function isOpenTo(
  caller: Looking,
  { attemptId }: Pick<Recording, 'attemptId'>,
  what: LookedAt = 'recording',
): Promise<boolean> {
  const { db, actor, now } = caller
  return hasOpened(db, { attemptId, staffId: actor.staffId, what, since: new Date(now.getTime() - openMs) })
}
