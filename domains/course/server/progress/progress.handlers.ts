import { protocolErrors } from '@kaopei/contract'
import { searchFor, withShownContacts } from '@kaopei/exam/server'
import { startTrackedJob } from '@kaopei/jobs/server'
import { seenAmong } from '@kaopei/learning/server'
import { contactSight, departmentCondition } from '@kaopei/org/server'
import type { Context, Handlers } from '@kaopei/server'
import { courseStatus, taskProgress } from '../../contract/codes.ts'
import { labelOfKind } from '../../contract/outline.ts'
import type { progress } from '../../contract/progress.ts'
import { progressErrors } from '../../contract/progress-errors.ts'
import { wordsOfReminder } from '../../contract/reminder-rules.ts'
import { findCourse } from '../courses/course.sql.ts'
import { completionOf, type Learning, learningOf } from '../learning/derive.ts'
import { cardsOf, locksOf, missingWords, outlineShown, traceWordsOf, zoneFor } from '../learning/shown.ts'
import { countTrace, selectTrace } from '../learning/trace.sql.ts'
import { publishedOutline } from '../outline/outline.sql.ts'
import { countForPages, countLearnersOf, selectLearners } from '../people/list.sql.ts'
import { countRemindersOf, selectRemindersOf } from '../reminders/reminder.sql.ts'
import { countCourses, selectCourses, selectFunnel, selectLearned, selectTaskCounts } from './progress.sql.ts'
import { exportProgressJob } from './progress-export.job.ts'
import { settle } from './settle.ts'
import { taskStatesOf } from './task-states.ts'

/** Below this many people a figure would tell of somebody. */
export const fewest = 5

export const progressHandlers: Handlers<typeof progress> = {
  list: async ({ title = '', status = null, ...query }, { db, now, scope }) => {
    const filter = { title, status, scope, now }
    return { dataList: await selectCourses(db, filter, placeOf(query)), totalCount: await countCourses(db, filter) }
  },

  course: async ({ courseId }, { db, fail }) => {
    const course = await findCourse(db, courseId)
    if (!course || course.courseStatus === courseStatus.draft) return fail(protocolErrors.notFound)
    const { chapters } = (await publishedOutline(db, courseId)) ?? { chapters: [] }
    return {
      courseName: course.courseName,
      status: course.courseStatus,
      chapters: chapters.map(({ id, title, tasks }) => ({
        ...{ id, title },
        tasks: tasks.map((task) => ({ id: task.id, title: task.title })),
      })),
    }
  },

  learners: async ({ sortField, sortOrder, keyWords, pageIndex, pageSize, ...wish }, { actor, db, fail, now, scope }) => {
    const outline = await publishedOutline(db, wish.courseId)
    if (!outline) return fail(protocolErrors.notFound)
    const filter = { ...wish, scope, now, search: searchFor(actor, scope, keyWords) }
    const order = { sort: sortField ?? 'staff', isAscending: sortOrder === 'asc' } as const
    const page = { filter, ...order, ...placeOf({ pageIndex, pageSize }) }
    const rows = await withShownContacts(db, actor, await selectLearners(db, page))
    const tasks = outline.chapters.flatMap((chapter) => chapter.tasks)
    const ids = rows.map(({ staffId }) => staffId)
    const found = await selectLearned(db, wish.courseId, ids)
    const learned = new Map(found.map((row) => [row.staffId, row]))
    const statesFor = await taskStatesOf(db, outline, found)
    return {
      dataList: rows.map(
        ({ phone: _phone, email: _email, state: _state, isByHand, isJoined, isByAudience, isByProject, enrolledAt, ...row }) => {
          const more = learned.get(row.staffId)
          const states = statesFor(more)
          return {
            ...row,
            wallSeconds: more?.wallSeconds ?? 0,
            lastTaskTitle: tasks.find(({ id }) => id === more?.lastTaskId)?.title ?? null,
            tasks: tasks.map(({ id, title }, place) => ({
              taskId: id,
              title,
              state: states[place] ?? taskProgress.notBegun,
            })),
          }
        },
      ),
      totalCount: await countForPages(db, filter),
    }
  },

  person: async ({ courseId, staffId }, context) => {
    const { db, now } = context
    const learning = await learningOfSeen(context, courseId, staffId)
    const { percent, completedAt } = completionOf(learning, now)
    const locksNow = locksOf(learning, now)
    const showing = { locks: locksNow, zone: await zoneFor(db, locksNow), cards: await cardsOf(db, learning.tasks) }
    const { learnedSeconds, wallSeconds, enrolledAt } = learning.enrolment
    const shown = outlineShown(learning, showing)
    const tasks = shown.chapters.flatMap((chapter) => chapter.tasks)
    const wordsOf = ({ lock = -1 }: { readonly lock?: number | undefined }) =>
      shown.locks[lock]?.reasons.map(({ words }) => words) ?? []
    const { openedByHand } = learning.learner
    const chapters = shown.chapters.flatMap(({ id, title, lock }) => {
      const isOpenedByHand = openedByHand.has(id)
      return lock === undefined && !isOpenedByHand ? [] : [{ id, title, isOpenedByHand, locks: wordsOf({ lock }) }]
    })
    return {
      ...{ percent, completedAt, learnedSeconds, wallSeconds, enrolledAt, chapters },
      tasks: tasks.map(({ id, title, kind, isRequired, state, percent: own, isExempted, isSpared, score, lock }) => ({
        ...{ taskId: id, title, kindLabel: labelOfKind(kind), isRequired, state, percent: own },
        ...{ isExempted: isExempted ?? false, isSpared: isSpared ?? false, score: score ?? null },
        ...{ isOpen: lock === undefined, isOpenedByHand: openedByHand.has(id), locks: wordsOf({ lock }) },
        missing: missingWords(learning, showing.cards, id),
      })),
    }
  },

  reminded: async ({ courseId, staffId, ...query }, { db, fail, scope }) => {
    const [seen] = await seenAmong(db, [staffId], scope)
    if (!seen) return fail(protocolErrors.notFound)
    const whose = { courseId, staffId: seen }
    const rows = await selectRemindersOf(db, whose, placeOf(query))
    return {
      dataList: rows.map(({ rule, ...told }) => ({
        ...told,
        key: `${told.at.toISOString()} ${rule}`,
        words: wordsOfReminder(rule),
      })),
      totalCount: await countRemindersOf(db, whose),
    }
  },

  trace: async ({ courseId, staffId, ...query }, context) => {
    const { db } = context
    const wordsOf = await traceWordsOf(db, await learningOfSeen(context, courseId, staffId))
    const filter = { courseId, staffId, taskId: null }
    const place = placeOf(query)
    const rows = await selectTrace(db, filter, place)
    return {
      dataList: rows.map((row, index) => ({
        key: `${row.at.toISOString()} ${place.offset + index}`,
        at: row.at,
        words: wordsOf(row),
        isLate: row.isLate,
      })),
      totalCount: await countTrace(db, filter),
    }
  },

  funnel: async ({ courseId }, { db, fail, now, scope }) => {
    const outline = await publishedOutline(db, courseId)
    if (!outline) return fail(protocolErrors.notFound)
    const { enrolled, begun, half, complete } = await selectFunnel(db, courseId, scope)
    if (enrolled < fewest) return { asOf: now, isTooFew: true, steps: [], tasks: [] }
    const tasks = outline.chapters.flatMap((chapter) => chapter.tasks)
    const counts = await selectTaskCounts(db, { courseId, versionId: outline.versionId, taskCount: tasks.length }, scope)
    return {
      asOf: now,
      isTooFew: false,
      steps: [
        { label: '应学', count: enrolled },
        { label: '已开始', count: begun },
        { label: '过半', count: half },
        { label: '已完成', count: complete },
      ],
      tasks: tasks.map(({ id, title, kind }, place) => {
        const { begunCount = 0, completeCount = 0 } = counts[place] ?? {}
        return { taskId: id, title, isCourseware: kind === 'courseware', begunCount, completeCount }
      }),
    }
  },

  exempt: async (wish, context) => {
    const { changedCount, leftOut } = await settle('exempted', wish, context)
    return { exemptedCount: changedCount, leftOut }
  },
  unexempt: (wish, context) => settle('unexempted', wish, context),
  openTask: async (wish, context) => {
    const { changedCount, leftOut } = await settle('opened', wish, context)
    return { openedCount: changedCount, leftOut }
  },
  closeTask: (wish, context) => settle('closed', wish, context),

  export: async ({ keyWords, ...wish }, { actor, db, fail, now, record, scope }) => {
    const course = await findCourse(db, wish.courseId)
    if (!course) return fail(protocolErrors.notFound)
    const count = await countLearnersOf(db, { ...wish, scope, now, search: searchFor(actor, scope, keyWords) })
    if (count === 0) return fail(progressErrors.nothingToExport)
    const payload = {
      ...wish,
      ...(keyWords && { keyWords }),
      scope,
      courseName: course.courseName,
      count,
      sight: contactSight(actor),
    }
    const { departmentId, progress: state, isOverdue } = wish
    const conditions = {
      ...{ 课程: course.courseName, 人数: count },
      ...(keyWords && { 关键字: keyWords }),
      ...(await departmentCondition(db, departmentId)),
      ...(state !== undefined && { 学习进度: taskProgress.label(state) }),
      ...(isOverdue !== undefined && { 是否逾期: isOverdue ? '是' : '否' }),
    }
    const { jobId } = await startTrackedJob(db, actor, exportProgressJob, payload, { conditions })
    record({ targetId: wish.courseId, targetName: course.courseName, after: { jobId, count } })
    return { jobId }
  },
}

const placeOf = ({ pageIndex, pageSize }: { pageIndex: number; pageSize: number }) => ({
  offset: (pageIndex - 1) * pageSize,
  limit: pageSize,
})

type Seeing = Pick<Context<typeof progress.person>, 'db' | 'scope' | 'fail'>

/** Whoever is outside of the scope is as if not there. */
async function learningOfSeen({ db, scope, fail }: Seeing, courseId: string, staffId: string): Promise<Learning> {
  const [seen] = await seenAmong(db, [staffId], scope)
  return (seen && (await learningOf(db, courseId, seen))) || fail(protocolErrors.notFound)
}
