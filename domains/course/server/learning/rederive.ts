import { type Db, enqueue, job, listener } from '@kaopei/server'
import { countingOf, learnerOf } from '../../contract/learner.ts'
import { publishedOutline } from '../outline/outline.sql.ts'
import { coursePublished } from '../publishing/events.ts'
import { deriveEnrolment } from './derive.ts'
import { takePractices } from './practices.ts'
import { takeQuestionnaires } from './questionnaires.ts'
import { learnerPlace, selectBegun, updateUntouched } from './rederive.sql.ts'
import { takeResults } from './results.ts'

const atOnce = 100

/** A course has another outline: everybody's states are made anew of what they did, a hundred people in a transaction. */
export const rederiveJob = job({
  name: 'course.rederive',
  lane: 'course',
  payload: learnerPlace,
  run: async ({ courseId, after }, { transaction, companyId }) =>
    transaction(async (db) => {
      if (after === null) await setUntouched(db, courseId)
      const staffIds = await selectBegun(db, courseId, after, atOnce)
      await deriveAll(db, courseId, staffIds)
      const last = staffIds.at(-1)
      if (last && staffIds.length === atOnce) await enqueue(db, rederiveJob, companyId, { courseId, after: last })
    }),
})

export const rederivePublished = listener({
  name: 'course.rederivePublished',
  event: coursePublished,
  run: ({ courseId }, { transaction, companyId }) =>
    transaction((db) => enqueue(db, rederiveJob, companyId, { courseId, after: null }, { key: courseId })),
})

async function deriveAll(db: Db, courseId: string, staffIds: readonly string[]): Promise<void> {
  const outline = await publishedOutline(db, courseId)
  const tasks = (outline?.chapters ?? []).flatMap((chapter) => chapter.tasks)
  const targetsOf = (wanted: string) =>
    tasks.flatMap(({ kind, targetId }) => (kind === wanted && targetId !== null ? [targetId] : []))
  const [examIds, practiceIds, questionnaireIds] = [targetsOf('exam'), targetsOf('practice'), targetsOf('questionnaire')]
  const now = new Date()
  for (const staffId of staffIds) {
    // An exam that is new here may have been passed before.
    await takeResults(
      db,
      examIds.map((ownerId) => ({ ownerId, staffId })),
      now,
    )
    await takePractices(db, { staffId, practiceIds }, now)
    await takeQuestionnaires(db, { staffId, questionnaireIds }, now)
    await deriveEnrolment(db, courseId, staffId, now)
  }
}

async function setUntouched(db: Db, courseId: string): Promise<void> {
  const outline = await publishedOutline(db, courseId)
  if (!outline) return
  const tasks = outline.chapters.flatMap((chapter) => chapter.tasks)
  const { counting, wholeWeight } = countingOf(tasks, learnerOf(tasks, [], []))
  await updateUntouched(db, courseId, { versionId: outline.versionId, taskCount: tasks.length, counting, wholeWeight })
}
