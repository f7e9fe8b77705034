import { type PublishedResult, publishedResults, resultNews, type WhoseResults } from '@kaopei/result/server'
import { type Db, databaseNow, readNews } from '@kaopei/server'
import { attemptRule } from '../../contract/outline.ts'
import { insertEvents, type NewEvent } from './course-facts.sql.ts'
import { deriveEnrolment } from './derive.ts'
import { type LinkedTaskRow, selectLinkedTasks } from './results.sql.ts'
import { lockLearner } from './standing.sql.ts'

/** Follows the official results of exams: a task is done, or no longer, by what stands now. Attempts of other owners are their rooms'. */
export const followResults = readNews({
  name: 'course.results',
  feed: resultNews,
  read: async (db, news) => {
    const whose = news.flatMap(({ ownerKind, kind, ownerId, staffId }) =>
      ownerKind === 'exam' && kind !== 'begun' ? [{ ownerId, staffId }] : [],
    )
    await takeResults(db, uniqueOf(whose), databaseNow())
  },
})

/** Takes what stands of these people's exams into their courses; what is known already changes nothing. */
export async function takeResults(db: Db, whose: readonly WhoseResults[], now: Date): Promise<void> {
  if (whose.length === 0) return
  // In one order for everybody, so that nobody waits in a circle.
  const staffIds = [...new Set((await selectLinkedTasks(db, 'exam', whose)).map(({ staffId }) => staffId))].sort()
  for (const staffId of staffIds) await lockLearner(db, staffId)
  const tasks = await selectLinkedTasks(db, 'exam', whose)
  const results = Map.groupBy(await publishedResults(db, whose), ({ ownerId, staffId }) => `${ownerId} ${staffId}`)
  const events = tasks.flatMap((task) => eventOf(task, results.get(`${task.targetId} ${task.staffId}`) ?? [], now) ?? [])
  await insertEvents(db, events)
  const learners = new Map(events.map(({ courseId, staffId }) => [`${courseId} ${staffId}`, { courseId, staffId }]))
  for (const { courseId, staffId } of learners.values()) await deriveEnrolment(db, courseId, staffId, now)
}

/** Undefined where nothing is new. */
function eventOf(task: LinkedTaskRow, results: readonly PublishedResult[], at: Date): NewEvent | undefined {
  const { needs, passScoreHundredths } = attemptRule.parse(task.rule)
  const meets = ({ scoreHundredths, isPassed }: PublishedResult) => {
    if (needs === 'handedIn') return true
    return passScoreHundredths === null ? isPassed === true : (scoreHundredths ?? 0) >= passScoreHundredths
  }
  const best = results.toSorted((one, other) => (other.scoreHundredths ?? -1) - (one.scoreHundredths ?? -1))[0]
  const kind = results.some(meets) ? 'done' : 'undone'
  const scoreHundredths = best?.scoreHundredths ?? null
  const isPassed = results.some((result) => result.isPassed === true)
  const isKnown = task.lastKind === kind && task.lastScoreHundredths === scoreHundredths && (task.wasPassed ?? false) === isPassed
  // Nothing came out yet, and nothing was known.
  if (isKnown || (!best && task.lastKind !== 'done' && task.lastKind !== 'undone')) return undefined
  const { courseId, staffId, taskId } = task
  const cause = { source: 'attempt', attemptId: best?.attemptId ?? null }
  return { courseId, staffId, taskId, kind, scoreHundredths, isPassed, cause, at }
}

function uniqueOf(whose: readonly WhoseResults[]): WhoseResults[] {
  return [...new Map(whose.map((one) => [`${one.ownerId} ${one.staffId}`, one])).values()]
}
