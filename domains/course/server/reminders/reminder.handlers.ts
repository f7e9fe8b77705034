import { dayIn, protocolErrors } from '@kaopei/contract'
import { searchFor } from '@kaopei/exam/server'
import { contactSight } from '@kaopei/org/server'
import { timeZoneOf } from '@kaopei/platform/server'
import { type Context, enqueue, type Handlers, implement, type Module } from '@kaopei/server'
import { courseStaffErrors } from '../../contract/errors.ts'
import { progressErrors } from '../../contract/progress-errors.ts'
import { keyOfDay, ladderOf, rulesOf, wordsOfReminder } from '../../contract/reminder-rules.ts'
import { reminders } from '../../contract/reminders.ts'
import { whyNotNow } from '../bought/licence-words.ts'
import { findLicence } from '../bought/seats.sql.ts'
import { type Course, findCourse } from '../courses/course.sql.ts'
import { remindJob } from './remind.job.ts'
import { countJudged } from './reminder.sql.ts'
import { replaceRules, selectRules } from './rule.sql.ts'
import { reminderSweep } from './rules.sweep.ts'
import { countRuns, insertRun, selectRuns } from './run.sql.ts'
import { reachOf } from './write.ts'

type Asking = Context<typeof reminders.send> | Context<typeof reminders.touch>

const handlers: Handlers<typeof reminders> = {
  touch: async (wish, context) => {
    const { reach, counts } = await judgedBy(wish, context)
    const found = Object.values(counts).reduce((sum, count) => sum + count, 0)
    return { ...counts, ...reach, outsideCount: wish.staffIds ? new Set(wish.staffIds).size - found : 0 }
  },

  send: async (wish, context) => {
    const { actor, db, fail, now, record, scope } = context
    const { course, reach, counts, rule } = await judgedBy(wish, context)
    if (!reach.mail && !reach.sms) return fail(progressErrors.noChannel)
    if (counts.writtenCount === 0) return fail(progressErrors.nobodyToRemind)
    const runId = await insertRun(db, { courseId: course.id, rule, askedBy: actor.staffId, now })
    await enqueue(db, remindJob, db.companyId, { ...wish, runId, rule, scope, sight: contactSight(actor) })
    record({ targetId: course.id, targetName: course.courseName, after: { remindedCount: counts.writtenCount } })
    return { runId }
  },

  runs: async ({ courseId, pageIndex, pageSize }, { actor, db, fail, scope }) => {
    if (!(await findCourse(db, courseId))) return fail(protocolErrors.notFound)
    const whose = { courseId, askedBy: scope.kind === 'all' ? null : actor.staffId }
    const rows = await selectRuns(db, whose, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    return {
      dataList: rows.map(({ rule, ...row }) => ({ ...row, words: wordsOfReminder(rule) })),
      totalCount: await countRuns(db, whose),
    }
  },

  rules: async ({ courseId }, { db, fail }) => {
    if (!(await findCourse(db, courseId))) return fail(protocolErrors.notFound)
    return ladderOf(await selectRules(db, courseId))
  },

  setRules: async ({ courseId, ...wish }, { actor, db, fail, now, record, scope }) => {
    const course = await findCourse(db, courseId)
    if (!course) return fail(protocolErrors.notFound)
    if (scope.kind !== 'all') return fail(progressErrors.rulesForAll)
    const before = ladderOf(await selectRules(db, courseId))
    await replaceRules(db, { courseId, rules: rulesOf(wish), setBy: actor.staffId, now })
    record({ targetId: courseId, targetName: course.courseName, before, after: wish })
    return null
  },
}

export const reminderModule: Module = {
  endpoints: implement(reminders, handlers),
  jobs: [remindJob],
  sweeps: [reminderSweep],
}

type Wish = Parameters<typeof handlers.send>[0]

interface JudgedByHand {
  readonly course: Course
  readonly rule: string
  readonly reach: Awaited<ReturnType<typeof reachOf>>
  readonly counts: Awaited<ReturnType<typeof countJudged>>
}

/** Whom it would reach by hand today. */
async function judgedBy({ keyWords, ...wish }: Wish, { actor, db, fail, now, scope, services }: Asking): Promise<JudgedByHand> {
  const course = await findCourse(db, wish.courseId)
  if (!course) return fail(protocolErrors.notFound)
  const licence = await findLicence(db, course.id)
  const why = licence && (await whyNotNow(db, licence, now))
  if (why !== undefined) return fail(courseStaffErrors.licenceOver, { text: `${why}，学员现在不能学习，不能催学` })
  const rule = keyOfDay(dayIn(now, await timeZoneOf(db)))
  const reach = await reachOf(db, services)
  const filter = { ...wish, scope, now, search: searchFor(actor, scope, keyWords) }
  return { course, rule, reach, counts: await countJudged(db, { filter, rule, reach }) }
}
