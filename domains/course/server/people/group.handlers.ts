import { protocolErrors } from '@kaopei/contract'
import { areTheirs, namedRows, peopleOfTargets, uniqueTargets } from '@kaopei/learning/server'
import type { Handlers } from '@kaopei/server'
import { attachMode } from '@kaopei/usergroup/contract/codes'
import { courseSource } from '../../contract/codes.ts'
import type { courseStaff } from '../../contract/course-staff.ts'
import { courseStaffErrors } from '../../contract/errors.ts'
import { findCourse } from '../courses/course.sql.ts'
import { bringFollowed, dropUnfollowed } from './audience.service.ts'
import { courseAudiences } from './audience.sql.ts'
import { dueOf, enrolPeople, shelvedCourse, someCourse } from './enrol.service.ts'
import { hasStrangers } from './enrol.sql.ts'

type Calls = Pick<typeof courseStaff, 'getCourseStaffGroup' | 'updateCourseStaffGroup' | 'deleteCourseStaffGroup'>

export const groupHandlers: Handlers<Calls> = {
  getCourseStaffGroup: async ({ courseId, pageIndex, pageSize }, { actor, db, fail, scope }) => {
    if (!(await findCourse(db, courseId))) return fail(protocolErrors.notFound)
    const place = { limit: pageSize, offset: (pageIndex - 1) * pageSize }
    const rows = await courseAudiences.page(db, courseId, { ...place, actorId: actor.staffId, scope })
    return { dataList: await namedRows(db, rows), totalCount: await courseAudiences.count(db, courseId) }
  },

  updateCourseStaffGroup: async ({ courseId, mode, ...given }, { actor, db, fail, now, record, scope }) => {
    const course = await shelvedCourse(db, courseId, fail)
    const targets = uniqueTargets(given)
    if (!(await areTheirs(db, targets, scope))) return fail(courseStaffErrors.groupRefused)
    const isLive = mode === attachMode.live
    if (isLive && course.source === courseSource.bought) return fail(courseStaffErrors.liveSeats)
    const people = peopleOfTargets(db, targets, scope)
    const actorId = actor.staffId
    const facts = { courseId, dueAt: dueOf(course, now), actorId, now, fail }
    const attached = { ...targets, mode, scope, actorId, now }
    if (isLive) await courseAudiences.upsert(db, courseId, { ...attached, staffCount: 0 })
    const joined = isLive ? await bringFollowed(db, facts) : await enrolPeople(db, { ...facts, people, reason: 'hand' })
    if (!isLive) await courseAudiences.upsert(db, courseId, { ...attached, staffCount: joined.eligible })
    // What was followed until now is a snapshot from now on.
    const removedCount = isLive ? 0 : await dropUnfollowed(db, courseId, now)
    record({ targetId: courseId, targetName: course.courseName, after: { ...targets, mode, addedCount: joined.added } })
    return { addedCount: joined.added, repeatedCount: joined.eligible - joined.added, removedCount }
  },

  deleteCourseStaffGroup: async ({ courseId, ...given }, { db, fail, now, record, scope }) => {
    const course = await someCourse(db, courseId)
    const targets = uniqueTargets(given)
    const attached = await courseAudiences.select(db, courseId)
    const isNamed = ({ id, kind }: { id: string; kind: string }) =>
      (kind === 'group' ? targets.groupIds : targets.departmentIds).includes(id)
    const followed = attached.filter((one) => one.mode === attachMode.live && isNamed(one))
    if (followed.length > 0) {
      const people = peopleOfTargets(db, targets, null)
      if (await hasStrangers(db, { courseId, people, scope })) return fail(courseStaffErrors.groupOutOfScope)
    }
    await courseAudiences.remove(db, courseId, targets)
    // What was attached, not what was asked for.
    const named = Map.groupBy(attached.filter(isNamed), ({ kind }) => kind)
    const idsOfKind = (kind: 'group' | 'department') => (named.get(kind) ?? []).map(({ id }) => id)
    const before = { groupIds: idsOfKind('group'), departmentIds: idsOfKind('department') }
    const removedCount = followed.length > 0 ? await dropUnfollowed(db, courseId, now) : 0
    record({ targetId: courseId, targetName: course.courseName, before, after: { removedCount } })
    return { removedCount }
  },
}
