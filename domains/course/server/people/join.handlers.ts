import { protocolErrors } from '@kaopei/contract'
import { eligibleOf, peopleNamed, seenAmong } from '@kaopei/learning/server'
import { leftOutOf } from '@kaopei/org/server'
import { type Db, type Fail, type Handlers, idsOf } from '@kaopei/server'
import { courseStatus, courseType, enrolmentState } from '../../contract/codes.ts'
import type { courseStaff } from '../../contract/course-staff.ts'
import { courseErrors, courseStaffErrors } from '../../contract/errors.ts'
import { lockLicence } from '../bought/seats.sql.ts'
import { comeAlone, dueOf, enrolPeople } from './enrol.service.ts'
import { countJoined, findOpenCourse, findState, insertAsked, type OpenCourse, refuseAsked, selectAsked } from './joining.sql.ts'

type Calls = Pick<typeof courseStaff, 'join' | 'approveJoin' | 'refuseJoin'>

export const joinHandlers: Handlers<Calls> = {
  /** Again changes nothing: whoever learns or waits is told so. */
  join: async ({ courseId }, { actor, db, fail, now }) => {
    const course = await findOpenCourse(db, courseId)
    if (!course || course.status === courseStatus.draft) return fail(protocolErrors.notFound)
    const { staffId } = actor
    const { state, isTakenOut } = (await findState(db, courseId, staffId)) ?? { state: undefined, isTakenOut: false }
    if (state === enrolmentState.learns || state === enrolmentState.asked) return { state }
    if (course.type !== courseType.open || course.status !== courseStatus.shelved) return fail(courseStaffErrors.notOpen)
    if (state === enrolmentState.refused) return fail(courseStaffErrors.joinRefused)
    if (isTakenOut) return fail(courseStaffErrors.takenOut)
    await refuseWithoutPlaces(db, course, { more: 1, fail })
    if (course.isJoinApproved) {
      await insertAsked(db, courseId, { staffId, now })
      return { state: enrolmentState.asked }
    }
    await comeAlone(db, { courseId, staffId, reason: 'joined', dueAt: dueOf(course, now), now, fail })
    return { state: enrolmentState.learns }
  },

  approveJoin: async ({ courseId, staffIds }, { actor, db, fail, now, record, scope }) => {
    const course = await findOpenCourse(db, courseId)
    if (!course) return fail(protocolErrors.notFound)
    if (course.status !== courseStatus.shelved) return fail(courseErrors.notShelved, { text: '课程没有上架，请先上架再通过报名' })
    const seen = await seenAmong(db, staffIds, scope)
    // The licence before the enrolments, as everywhere.
    await lockLicence(db, courseId)
    const asked = await selectAsked(db, courseId, seen)
    if (asked.length === 0) return fail(courseStaffErrors.notAsked)
    const people = eligibleOf(db, peopleNamed(asked))
    const eligible = await idsOf(db)`${people}`
    await refuseWithoutPlaces(db, course, { more: eligible.length, fail, textOf: wordsForApprover })
    const dueAt = dueOf(course, now)
    const { added } = await enrolPeople(db, { courseId, people, reason: 'joined', dueAt, now, actorId: actor.staffId, fail })
    record({ targetId: courseId, targetName: course.name, after: { staffIds: eligible } })
    const waits = new Set(asked)
    const why = (staffId: string) => (waits.has(staffId) ? '的账号已停用' : notAsked())
    return { approvedCount: added, leftOut: await leftOutOf(db, { asked: staffIds, seen, done: eligible, why }) }
  },

  refuseJoin: async ({ courseId, staffIds, reason }, { db, fail, record, scope }) => {
    const course = await findOpenCourse(db, courseId)
    if (!course) return fail(protocolErrors.notFound)
    const seen = await seenAmong(db, staffIds, scope)
    const refused = await refuseAsked(db, courseId, { staffIds: seen, reason })
    if (refused.length === 0) return fail(courseStaffErrors.notAsked)
    record({ targetId: courseId, targetName: course.name, reason, after: { staffIds: refused } })
    const left = await leftOutOf(db, { asked: staffIds, seen, done: refused, why: notAsked })
    return { refusedCount: refused.length, leftOut: left }
  },
}

const notAsked = () => '没有待审核的报名'

const wordsForApprover = (left: number, more: number) =>
  `报名名额只剩 ${left} 个，本次需要 ${more} 个，没有通过任何人：请少选几人，或先在“基本信息”中增加报名名额`

/** The course is locked where it has places, so they are counted one after the other. */
async function refuseWithoutPlaces(
  db: Db,
  { id, places }: OpenCourse,
  {
    more,
    fail,
    textOf,
  }: { more: number; fail: Fail<(typeof courseStaffErrors)['placesFull']>; textOf?: (left: number, more: number) => string },
): Promise<void> {
  if (places === null) return
  const left = places - (await countJoined(db, id))
  if (more > left) fail(courseStaffErrors.placesFull, textOf ? { text: textOf(Math.max(0, left), more) } : {})
}
