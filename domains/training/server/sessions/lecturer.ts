/** The instructor of an offline session: booked with it, free again when it is gone. */
import { bookInstructor, giveUpInstructor } from '@kaopei/instructor/server'
import type { Db, Fail } from '@kaopei/server'
import { sessionErrors } from '../../contract/session-errors.ts'
import type { SessionFacts } from '../../contract/session-facts.ts'
import { instructedSessions } from './session.sql.ts'

/** What a session is to whoever books instructors. */
export const sourceOf = (taskId: string) => ({ source: 'training.session', sourceId: taskId })

interface Taught {
  readonly taskId: string
  readonly title: string
  readonly by: string
}

/** Books, moves or gives up; answers the facts with the instructor's name as that of the lecturer. */
export async function withLecturer(
  db: Db,
  { taskId, title, by }: Taught,
  facts: SessionFacts,
  fail: Fail<(typeof sessionErrors)['lecturerTaken']>,
): Promise<SessionFacts> {
  const { instructorId, beginTime, endTime, place } = facts
  const booked = await bookInstructor(db, { ...sourceOf(taskId), instructorId, beginTime, endTime, title, place, by })
  if (booked.problem !== undefined) return fail(sessionErrors.lecturerTaken, { text: booked.problem })
  return instructorId === null ? facts : { ...facts, lecturer: booked.name ?? facts.lecturer }
}

/** Sessions that will not be held: the project is over or gone, or their tasks are. */
export async function freeLecturers(
  db: Db,
  of: Parameters<typeof instructedSessions>[1],
  { reason, by }: { readonly reason: string; readonly by: string | null },
): Promise<void> {
  for (const taskId of await instructedSessions(db, of)) await giveUpInstructor(db, { ...sourceOf(taskId), reason, by })
}
