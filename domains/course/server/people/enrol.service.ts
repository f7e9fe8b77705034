import { protocolErrors } from '@kaopei/contract'
import { eligibleOf, type People } from '@kaopei/learning/server'
import { type Db, type Fail, ProtocolFailure } from '@kaopei/server'
import { courseStatus } from '../../contract/codes.ts'
import { courseErrors, courseStaffErrors } from '../../contract/errors.ts'
import { licenceWithSeats, reserveSeats } from '../bought/seats.ts'
import { type Course, lockCourse } from '../courses/course.sql.ts'
import { type Coming, comeIn, type Enrolled, type Enrolling, enrol } from './enrol.sql.ts'

const dayMs = 86_400_000

export type SeatRefusals = (typeof courseStaffErrors)['seatsMissing' | 'licenceOver']

/** By when somebody who begins now should be done. */
export function dueOf({ dueDays }: { readonly dueDays: number | null }, now: Date): Date | null {
  return dueDays === null ? null : new Date(now.getTime() + dueDays * dayMs)
}

/** Puts all who may into the course, each with a seat where the course was bought; or nobody. */
export async function enrolPeople(
  db: Db,
  given: Omit<Enrolling, 'people'> & { people: People; actorId: string; fail: Fail<SeatRefusals> },
): Promise<Enrolled> {
  const { actorId, fail, ...enrolling } = given
  const people = eligibleOf(db, enrolling.people)
  const { courseId, now } = given
  const licence = await licenceWithSeats(db, { courseId, people, now, fail })
  const enrolled = await enrol(db, { ...enrolling, people })
  if (licence) await reserveSeats(db, licence, { people, actorId, now })
  return enrolled
}

const noneForYou = {
  seatsMissing: '课程的账号已全部分配，没有报名成功，请联系课程管理员增加账号',
  licenceOver: '课程的使用期限已结束或尚未开始，没有报名成功，请联系课程管理员',
}

export type ComingRefusals = SeatRefusals | (typeof courseStaffErrors)['notEligible']

/** The same for somebody who comes by themselves: crowds do, and they can do nothing about seats. */
export async function comeAlone(db: Db, { fail, ...coming }: Coming & { readonly fail: Fail<ComingRefusals> }): Promise<void> {
  const outcome = await comeIn(db, coming)
  if (outcome === 'notEligible') return fail(courseStaffErrors.notEligible)
  if (outcome === 'seatsMissing') return fail(courseStaffErrors.seatsMissing, { text: noneForYou.seatsMissing })
  if (outcome === 'licenceOver') return fail(courseStaffErrors.licenceOver, { text: noneForYou.licenceOver })
}

/** Locked, and on the shelf: nobody new comes into another. */
export async function shelvedCourse(db: Db, courseId: string, fail: Fail<(typeof courseErrors)['notShelved']>): Promise<Course> {
  const course = await someCourse(db, courseId)
  if (course.courseStatus !== courseStatus.shelved)
    return fail(courseErrors.notShelved, { text: '课程没有上架，请先上架再添加学员' })
  return course
}

export async function someCourse(db: Db, courseId: string): Promise<Course> {
  const course = await lockCourse(db, courseId)
  if (!course) throw new ProtocolFailure(protocolErrors.notFound)
  return course
}
