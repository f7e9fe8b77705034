/** Reminds by hand, in batches that are committed with what they did: a run that was cut off goes on where it was. */
import { contactSightShape, searchesContacts } from '@kaopei/org/server'
import { type Db, databaseNow, dataScopeShape, job, type Services } from '@kaopei/server'
import { z } from 'zod'
import { findCourse } from '../courses/course.sql.ts'
import { selectJudged } from './reminder.sql.ts'
import { lockRun, updateRun } from './run.sql.ts'
import { reachOf, writeTo } from './write.ts'

const batchSize = 100

const payload = z.object({
  runId: z.string(),
  courseId: z.string(),
  rule: z.string(),
  scope: dataScopeShape,
  sight: contactSightShape,
  keyWords: z.string().optional(),
  departmentId: z.string().optional(),
  progress: z.number().int().optional(),
  isOverdue: z.boolean().optional(),
  staffIds: z.array(z.string()).optional(),
})
type Payload = z.output<typeof payload>

export const remindJob = job({
  name: 'course.remind',
  lane: 'notice',
  payload,
  run: async (wish, { transaction, isStopping, services }) => {
    let isOver = false
    do {
      if (isStopping()) throw new Error('the worker is stopping; the reminders go on elsewhere')
      isOver = await transaction((db) => writeBatch(db, services, wish))
    } while (!isOver)
  },
})

/** Answers whether it was the last. */
async function writeBatch(db: Db, services: Services, wish: Payload): Promise<boolean> {
  const { runId, courseId, rule, keyWords, sight, ...conditions } = wish
  const run = await lockRun(db, runId)
  const course = await findCourse(db, courseId)
  if (!run || run.isOver || !course) return true
  const now = databaseNow()
  const search = keyWords ? { keyWords, isSearched: searchesContacts(sight, conditions.scope) } : undefined
  const byHand = { filter: { ...conditions, courseId, search, now }, rule, reach: await reachOf(db, services) }
  const people = await selectJudged(db, byHand, { after: run.judgedTo, limit: batchSize })
  const { courseName } = course
  const counts = await writeTo(db, services, people, { courseId, courseName, rule, marksUnreachable: false, now })
  const isOver = people.length < batchSize
  await updateRun(db, runId, { counts, judgedTo: people.at(-1)?.staffId ?? null, endedAt: isOver ? now : null })
  return isOver
}
