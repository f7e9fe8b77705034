/** People whom something above leads into courses, and how they stand there. */

import type { Db, Fail } from '@kaopei/server'
import { courseStatus } from '../../contract/codes.ts'
import { courseErrors, courseStaffErrors } from '../../contract/errors.ts'
import { findCourse } from '../courses/course.sql.ts'
import { type ComingRefusals, comeAlone, dueOf } from './enrol.service.ts'
import { findReasons } from './led.sql.ts'

type LedRefusals = (typeof courseErrors)['notShelved'] | (typeof courseStaffErrors)['takenOut'] | ComingRefusals

/**
 * Lets somebody learn a course because a project asks them to: with a seat where it was bought, and with a reason of its own, so that no department
 * or group takes them out. Who learns it already goes on with the date they have, also off the shelf; nobody new comes in there, and nobody comes
 * back whom the course's organisers took out by hand.
 */
export async function admitToCourse(
  db: Db,
  { courseId, staffId, now, fail }: { courseId: string; staffId: string; now: Date; fail: Fail<LedRefusals> },
): Promise<void> {
  const reasons = await findReasons(db, courseId, staffId)
  if (reasons?.learns && reasons.isByProject) return
  if (reasons?.isTakenOut) return fail(courseStaffErrors.takenOut)
  const course = await findCourse(db, courseId)
  if (!course) return fail(courseErrors.notShelved, { text: '课程已被删除，请联系项目管理员' })
  if (!reasons?.learns && course.courseStatus !== courseStatus.shelved)
    return fail(courseErrors.notShelved, { text: '课程没有上架，暂时不能学习，请联系项目管理员' })
  await comeAlone(db, { courseId, staffId, reason: 'project', dueAt: dueOf(course, now), now, fail })
}
