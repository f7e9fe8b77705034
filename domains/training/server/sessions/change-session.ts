import { isDeepStrictEqual } from 'node:util'
import type { Db, Fail } from '@kaopei/server'
import { sessionErrors } from '../../contract/session-errors.ts'
import type { SessionFacts } from '../../contract/session-facts.ts'
import { countTaken } from './attendance.sql.ts'
import { type SessionRow, upsertSession } from './session.sql.ts'

export const factsOf = ({ place, beginTime, endTime, places, lecturer, opensBeforeMinutes, lateAfterMinutes }: SessionRow) => ({
  ...{ place, beginTime, endTime, places, lecturer, opensBeforeMinutes, lateAfterMinutes },
})

/** Whoever changes a session, with its task or by itself: a closed list stays as it is, and nobody loses a place. The same again changes nothing. */
export async function changeSession(
  db: Db,
  before: SessionRow,
  facts: SessionFacts,
  fail: Fail<(typeof sessionErrors)['held' | 'timesInverted' | 'belowTaken']>,
): Promise<void> {
  if (isDeepStrictEqual(factsOf(before), facts)) return
  if (before.heldTime) fail(sessionErrors.held)
  if (facts.endTime <= facts.beginTime) fail(sessionErrors.timesInverted)
  const taken = before.places === null || facts.places === null ? 0 : await countTaken(db, before.taskId)
  if (facts.places !== null && facts.places < taken)
    fail(sessionErrors.belowTaken, { text: `已有 ${taken} 人占用名额，名额不能少于 ${taken}` })
  await upsertSession(db, { taskId: before.taskId, projectId: before.projectId }, facts)
}
