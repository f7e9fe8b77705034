import { protocolErrors } from '@kaopei/contract'
import { reachOf } from '@kaopei/exam/server'
import type { Actor, DataScope, Db, Fail } from '@kaopei/server'
import { reviewErrors } from '../../contract/review.ts'
import { findRecording, hasOpened, type Recording } from './recording.sql.ts'

interface Caller {
  readonly db: Db
  readonly actor: Actor
  readonly scope: DataScope
  readonly now: Date
  readonly fail: Fail<typeof protocolErrors.notFound | typeof reviewErrors.ownRecording>
}

const openMs = 2 * 3_600_000

/** The recordings of an attempt whose candidate the caller reaches; of nobody's own. */
export async function enter({ db, actor, scope, fail }: Caller, attemptId: string): Promise<Recording> {
  const recording = await findRecording(db, attemptId, reachOf(actor, scope))
  if (!recording) return fail(protocolErrors.notFound)
  if (recording.staffId === actor.staffId) return fail(reviewErrors.ownRecording)
  return recording
}

/** Whether addresses of pictures and films are handed out: the caller has said why they look. */
export function isOpenTo({ db, actor, now }: Caller, { attemptId }: Recording): Promise<boolean> {
  return hasOpened(db, { attemptId, staffId: actor.staffId, since: new Date(now.getTime() - openMs) })
}
