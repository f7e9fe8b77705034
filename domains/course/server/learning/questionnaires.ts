import { answered, answeredBy } from '@kaopei/questionnaire/server'
import { type Db, databaseNow, listener } from '@kaopei/server'
import { insertEvents, type NewEvent } from './course-facts.sql.ts'
import { deriveEnrolment } from './derive.ts'
import { selectLinkedTasks } from './results.sql.ts'
import { lockLearner } from './standing.sql.ts'

/** Somebody has answered a questionnaire; whether courses lead to it is not known there. */
export const followQuestionnaireListener = listener({
  name: 'course.followQuestionnaires',
  event: answered,
  run: ({ questionnaireId, staffId }, { transaction }) =>
    transaction((db) => takeQuestionnaires(db, { staffId, questionnaireIds: [questionnaireId] }, databaseNow())),
})

interface Whose {
  readonly staffId: string
  readonly questionnaireIds: readonly string[]
}

/** Takes which of these questionnaires somebody has answered into their courses. What they answered is never asked. */
export async function takeQuestionnaires(db: Db, { staffId, questionnaireIds }: Whose, now: Date): Promise<void> {
  const whose = questionnaireIds.map((ownerId) => ({ ownerId, staffId }))
  if ((await selectLinkedTasks(db, 'questionnaire', whose)).length === 0) return
  await lockLearner(db, staffId)
  const isAnswered = new Set((await answeredBy(db, questionnaireIds, [staffId])).map(({ questionnaireId }) => questionnaireId))
  const tasks = await selectLinkedTasks(db, 'questionnaire', whose)
  const events = tasks.flatMap(({ courseId, taskId, targetId, lastKind }): NewEvent[] => {
    if (lastKind === 'done' || !isAnswered.has(targetId)) return []
    const cause = { source: 'questionnaire', questionnaireId: targetId }
    return [{ courseId, staffId, taskId, kind: 'done', scoreHundredths: null, isPassed: null, cause, at: now }]
  })
  await insertEvents(db, events)
  for (const courseId of new Set(events.map((event) => event.courseId))) await deriveEnrolment(db, courseId, staffId, now)
}
