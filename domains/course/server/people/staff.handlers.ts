import { protocolErrors } from '@kaopei/contract'
import { searchFor, withShownContacts } from '@kaopei/exam/server'
import { countChosen, peopleOfSelection, seenAmong } from '@kaopei/learning/server'
import { contactSight, leftOutOf } from '@kaopei/org/server'
import { type Handlers, implement } from '@kaopei/server'
import { courseStaff } from '../../contract/course-staff.ts'
import { courseStaffErrors } from '../../contract/errors.ts'
import { freeSeats, lockLicence } from '../bought/seats.sql.ts'
import { findCourse } from '../courses/course.sql.ts'
import { dueOf, enrolPeople, shelvedCourse, someCourse } from './enrol.service.ts'
import { selectHeld, takeOut, updateDue } from './enrol.sql.ts'
import { groupHandlers } from './group.handlers.ts'
import { joinHandlers } from './join.handlers.ts'
import { countLearnersOf, selectLearners } from './list.sql.ts'

const handlers: Handlers<typeof courseStaff> = {
  ...groupHandlers,
  ...joinHandlers,

  getCourseStaff: async ({ pageIndex, pageSize, sortField, sortOrder, keyWords, ...wish }, { actor, db, fail, now, scope }) => {
    if (!(await findCourse(db, wish.courseId))) return fail(protocolErrors.notFound)
    const filter = { ...wish, scope, now, search: searchFor(actor, scope, keyWords) }
    const order = { sort: sortField ?? 'staff', isAscending: sortOrder === 'asc' } as const
    const page = { filter, ...order, limit: pageSize, offset: (pageIndex - 1) * pageSize }
    return {
      dataList: await withShownContacts(db, actor, await selectLearners(db, page)),
      totalCount: await countLearnersOf(db, filter),
    }
  },

  updateCourseStaff: async ({ courseId, ...selection }, { actor, db, fail, now, record, scope }) => {
    const course = await shelvedCourse(db, courseId, fail)
    const chosen = { selection, scope, sight: contactSight(actor) }
    const people = peopleOfSelection(db, chosen)
    const { added, eligible } = await enrolPeople(db, {
      ...{ courseId, people, now, fail, actorId: actor.staffId },
      ...{ reason: 'hand' as const, dueAt: dueOf(course, now) },
    })
    record({ targetId: courseId, targetName: course.courseName, after: { addedCount: added, ...selection } })
    const found = await countChosen(db, selection.staffIds, scope)
    return { addedCount: added, repeatedCount: eligible - added, skippedCount: new Set(selection.staffIds).size - found }
  },

  courseStaffDelete: async ({ courseId, staffIds }, { actor, db, fail, now, record, scope }) => {
    const course = await someCourse(db, courseId)
    const seen = await seenAmong(db, staffIds, scope)
    const held = await selectHeld(db, courseId, seen)
    if (held.length > 0) {
      const names = held.slice(0, 3).map(({ name }) => name)
      const whom = `${names.join('、')}${held.length > 3 ? '等' : ''}`
      return fail(courseStaffErrors.heldByGroup, { text: `${whom}由实时部门或用户组加入，请调整部门、用户组，或取消关联` })
    }
    const licence = await lockLicence(db, courseId)
    const removed = await takeOut(db, courseId, seen, { isByHand: true })
    const released = { staffIds: seen, kind: 'released' as const, actorId: actor.staffId, now }
    if (licence) await freeSeats(db, { licenceId: licence.id, ...released })
    record({ targetId: courseId, targetName: course.courseName, before: { staffIds: removed } })
    const left = await leftOutOf(db, { asked: staffIds, seen, done: removed, why: () => '不在课程中' })
    return { removedCount: removed.length, leftOut: left }
  },

  setDueDate: async ({ courseId, staffIds, dueAt }, { db, record, scope }) => {
    const course = await someCourse(db, courseId)
    const seen = await seenAmong(db, staffIds, scope)
    const changed = await updateDue(db, courseId, seen, dueAt)
    record({ targetId: courseId, targetName: course.courseName, after: { staffIds: changed, dueAt } })
    const left = await leftOutOf(db, { asked: staffIds, seen, done: changed, why: () => '没有在学这门课程' })
    return { changedCount: changed.length, leftOut: left }
  },
}

export const staffEndpoints = implement(courseStaff, handlers)
