import { cut, kept, protocolErrors, startOfDay } from '@kaopei/contract'
import { timeZoneOf } from '@kaopei/platform/server'
import { type Db, type Handlers, implement } from '@kaopei/server'
import { courseSource, courseStatus } from '../../contract/codes.ts'
import { course, courseFields } from '../../contract/course.ts'
import { courseErrors } from '../../contract/errors.ts'
import { selectSalesOf } from '../bought/sale.sql.ts'
import { courseAudiences } from '../people/audience.sql.ts'
import { publish, refuseFaults, selectOutline } from '../publishing/publish.service.ts'
import { replaceRules, selectRules } from '../reminders/rule.sql.ts'
import { copyOutline, refuseUnattached } from './copy.ts'
import {
  type Course,
  countLearners,
  findCourse,
  insertCourse,
  lockCourse,
  removeCourse,
  updateCourse,
  updateStatus,
} from './course.sql.ts'
import { type CourseFilter, countCourses, figuresOf, selectCoursePage } from './course-list.sql.ts'
import { keptFields } from './kept-fields.ts'
import { shownCourse } from './shown-course.ts'
import { withTimeLength } from './time-length.ts'

const handlers: Handlers<typeof course> = {
  courseList: async ({ pageIndex, pageSize, sortField, sortOrder, waiting: forWhat, ...query }, { db, scope }) => {
    const waiting = forWhat === undefined ? undefined : { forWhat, scope }
    const filter = { ...(await filterOf(db, query)), waiting }
    const order = { sort: sortField ?? 'createTime', isAscending: sortOrder === 'asc' } as const
    const page = { filter, ...order, limit: pageSize, offset: (pageIndex - 1) * pageSize }
    const rows = await withTimeLength(db, await selectCoursePage(db, page))
    const figures = await figuresOf(db, { courseIds: rows.map(({ id }) => id), scope })
    const none = { learnerCount: 0, completedCount: 0, askedCount: 0, percent: null }
    return {
      dataList: rows.map((row) => ({ ...row, courseId: row.id, ...none, ...figures.get(row.id) })),
      totalCount: await countCourses(db, filter),
    }
  },

  courseLibraryQuery: async ({ pageIndex, pageSize, ...query }, { db }) => {
    const filter = await filterOf(db, query)
    const page = { filter, sort: 'createTime', isAscending: false, limit: pageSize, offset: (pageIndex - 1) * pageSize } as const
    const rows = await withTimeLength(db, await selectCoursePage(db, page))
    return {
      dataList: rows.map(({ id, courseName, categoryName, source, courseStatus: status, taskCount, timeLength, createTime }) => ({
        ...{ id, courseId: id, courseName, categoryName, source, courseStatus: status, taskCount, timeLength, createTime },
      })),
      totalCount: await countCourses(db, filter),
    }
  },

  getCourse: async ({ id }, context) => (await shownCourse(context, id)) ?? context.fail(protocolErrors.notFound),

  courseEdit: async ({ id, version, ...wish }, context) => {
    const { actor, db, fail, now, record } = context
    const before = id === undefined ? undefined : await lockCourse(db, id)
    if (id !== undefined && !before) return fail(protocolErrors.notFound)
    if (before && version !== before.version) return fail(protocolErrors.changed, { data: { version: before.version } })
    if (before?.source === courseSource.bought && wish.courseName !== before.courseName) return fail(courseErrors.boughtFixed)
    const fields = await keptFields(context, kept(courseFields, wish, before), before)
    if (!before) {
      const made = await insertCourse(db, fields, actor.staffId)
      record({ targetId: made, targetName: fields.courseName, after: fields, action: 'create' })
      return { id: made, version: 1 }
    }
    await updateCourse(db, before.id, fields, now)
    record({ targetId: before.id, targetName: fields.courseName, before: logged(before), after: fields })
    return { id: before.id, version: before.version + 1 }
  },

  /** Nobody loses what they have learnt: a course that somebody has begun stays, and is taken off the shelf. */
  courseDelete: async ({ id }, { db, fail, now, record }) => {
    const before = await lockCourse(db, id)
    if (!before) return fail(protocolErrors.notFound)
    if (before.source === courseSource.bought) return fail(courseErrors.boughtFixed)
    const { begunCount, learnerCount } = await countLearners(db, id)
    if (begunCount > 0) {
      const text = `已有 ${begunCount} 名学员开始学习，课程不能删除，请改为下架`
      return fail(courseErrors.inUse, { text, data: { learnerCount, begunCount } })
    }
    const soldCount = (await selectSalesOf(db, id)).length
    if (soldCount > 0)
      return fail(courseErrors.inUse, { text: `课程已授权给 ${soldCount} 家企业，不能删除，请改为下架`, data: { soldCount } })
    await removeCourse(db, id, now)
    record({ targetId: id, targetName: before.courseName, before: logged(before) })
    return null
  },

  upShelf: async ({ id }, { actor, db, fail, now, record }) => {
    const before = await lockCourse(db, id)
    if (!before) return fail(protocolErrors.notFound)
    if (before.courseStatus === courseStatus.shelved) return fail(courseErrors.shelvedAlready)
    const isFirst = before.courseStatus === courseStatus.draft
    if (isFirst) await publish(db, before, { forCompleted: 'keep', note: '', actorId: actor.staffId, now, fail })
    else await refuseFaults(db, await selectOutline(db, before.publishedId), fail)
    await updateStatus(db, id, { status: courseStatus.shelved, now })
    // Off the shelf nobody came in by a followed department or group.
    await courseAudiences.mark(db, id)
    record({
      targetId: id,
      targetName: before.courseName,
      before: { status: before.courseStatus },
      after: { status: courseStatus.shelved },
    })
    return { id, version: before.version + (isFirst ? 2 : 1) }
  },

  offShelf: async ({ id }, { db, fail, now, record }) => {
    const before = await lockCourse(db, id)
    if (!before) return fail(protocolErrors.notFound)
    if (before.courseStatus !== courseStatus.shelved) return fail(courseErrors.notShelved)
    await updateStatus(db, id, { status: courseStatus.unshelved, now })
    record({
      targetId: id,
      targetName: before.courseName,
      before: { status: before.courseStatus },
      after: { status: courseStatus.unshelved },
    })
    return { id, version: before.version + 1 }
  },

  courseTypeChange: async ({ id, version, ...wish }, { db, fail, now, record }) => {
    const before = await lockCourse(db, id)
    if (!before) return fail(protocolErrors.notFound)
    if (version !== undefined && version !== before.version)
      return fail(protocolErrors.changed, { data: { version: before.version } })
    const { type, isJoinApproved = before.isJoinApproved, places = before.places } = wish
    await updateCourse(db, id, { ...before, type, isJoinApproved, places }, now)
    record({
      targetId: id,
      targetName: before.courseName,
      before: { type: before.type },
      after: { type, isJoinApproved, places },
    })
    return { id, version: before.version + 1 }
  },

  copyCourse: async ({ id, courseName }, { actor, db, fail, now, record, scope }) => {
    const from = await findCourse(db, id)
    if (!from) return fail(protocolErrors.notFound)
    if (from.source === courseSource.bought) return fail(courseErrors.boughtFixed)
    const fields = { ...from, courseName: courseName ?? `${cut(from.courseName, 96)} 副本` }
    const made = await insertCourse(db, fields, actor.staffId)
    const outline = await selectOutline(db, from.draftId ?? from.publishedId)
    refuseUnattached(actor, outline, fail)
    await copyOutline(db, { courseId: made, outline })
    const rules = await selectRules(db, id)
    // Whoever may not set them gets none by copying.
    const maySetRules = scope.kind === 'all'
    if (maySetRules) await replaceRules(db, { courseId: made, rules, setBy: actor.staffId, now })
    record({ targetId: made, targetName: fields.courseName, after: { copyOf: from.courseName } })
    return { id: made, leftRuleCount: maySetRules ? 0 : rules.length }
  },
}

export const courseEndpoints = implement(course, handlers, { course_company_id_category_id_fkey: protocolErrors.notFound })

type Query = Omit<CourseFilter, 'from' | 'until'> & { startDate?: string | undefined; endDate?: string | undefined }

/** Days are those of the company's clocks, the last one meant to its end. */
async function filterOf(db: Db, { startDate, endDate, ...filter }: Query): Promise<CourseFilter> {
  if (!startDate && !endDate) return filter
  const zone = await timeZoneOf(db)
  return {
    ...filter,
    from: startDate ? startOfDay(startDate, zone) : undefined,
    until: endDate ? startOfDay(endDate, zone, 1) : undefined,
  }
}

const logged = ({ courseName, categoryId, type, isJoinApproved, places, dueDays, hasWatermark, teacherId }: Course) => ({
  ...{ courseName, categoryId, type, isJoinApproved, places, dueDays, hasWatermark, teacherId },
})
