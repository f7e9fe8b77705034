import { isDeepStrictEqual } from 'node:util'
import type { Db, Fail } from '@kaopei/server'
import { sessionErrors } from '../../contract/session-errors.ts'
import type { SessionFacts } from '../../contract/session-facts.ts'
import { countTaken } from './attendance.sql.ts'
import { withLecturer } from './lecturer.ts'
import { type SessionRow, upsertSession } from './session.sql.ts'

export const factsOf = ({ place, beginTime, endTime, places, instructorId, lecturer, ...session }: SessionRow) => ({
  ...{ place, beginTime, endTime, places, instructorId, lecturer },
  ...{ opensBeforeMinutes: session.opensBeforeMinutes, lateAfterMinutes: session.lateAfterMinutes },
})

interface SessionChange {
  readonly facts: SessionFacts
  /** Of its task from now on. */
  readonly title: string
  readonly by: string
}

/** Whoever changes a session, with its task or by itself: a closed list stays as it is, and nobody loses a place. The same again changes nothing. */
export async function changeSession(
  db: Db,
  before: SessionRow,
  { facts, title, by }: SessionChange,
  fail: Fail<(typeof sessionErrors)['held' | 'timesInverted' | 'belowTaken' | 'lecturerTaken']>,
): Promise<void> {
  if (isDeepStrictEqual(factsOf(before), facts) && title === before.title) return
  if (before.heldTime) {
    if (!isDeepStrictEqual(factsOf(before), facts)) fail(sessionErrors.held)
    return
  }
  if (facts.endTime <= facts.beginTime) fail(sessionErrors.timesInverted)
  const taken = before.places === null || facts.places === null ? 0 : await countTaken(db, before.taskId)
  if (facts.places !== null && facts.places < taken)
    fail(sessionErrors.belowTaken, { text: `已有 ${taken} 人占用名额，名额不能少于 ${taken}` })
  const { taskId, projectId } = before
  await upsertSession(db, { taskId, projectId }, await withLecturer(db, { taskId, title, by }, facts, fail))
}
