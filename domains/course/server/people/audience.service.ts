/** Departments and groups that courses are given to, and keeping learners true to those that are followed. */
import { eligibleOf, peopleOfAudiences } from '@kaopei/learning/server'
import type { Db, Fail } from '@kaopei/server'
import { attachMode } from '@kaopei/usergroup/contract/codes'
import { courseSource, courseStatus } from '../../contract/codes.ts'
import { lockLicence } from '../bought/seats.sql.ts'
import { releaseSeatsOfFormer } from '../bought/seats.ts'
import { findCourse } from '../courses/course.sql.ts'
import { courseAudiences } from './audience.sql.ts'
import { dueOf, enrolPeople, type SeatRefusals } from './enrol.service.ts'
import { dropFormer, type Enrolled, enrol } from './enrol.sql.ts'

export interface Following {
  readonly courseId: string
  readonly dueAt: Date | null
  readonly actorId: string
  readonly now: Date
  readonly fail: Fail<SeatRefusals>
}

/** Brings in whoever is in a followed department or group now. */
export async function bringFollowed(db: Db, given: Following): Promise<Enrolled> {
  const people = peopleOfAudiences(db, await followedOf(db, given.courseId))
  return enrolPeople(db, { ...given, people, reason: 'audience' })
}

/** Takes out whom no followed one has any more; answers how many. */
export async function dropUnfollowed(db: Db, courseId: string, now: Date): Promise<number> {
  const people = eligibleOf(db, peopleOfAudiences(db, await followedOf(db, courseId)))
  const licence = await lockLicence(db, courseId)
  const gone = await dropFormer(db, courseId, people)
  if (licence && gone > 0) await releaseSeatsOfFormer(db, licence, now)
  return gone
}

const followedOf = async (db: Db, courseId: string) =>
  (await courseAudiences.select(db, courseId)).filter(({ mode }) => mode === attachMode.live)

/** Brings a course up to date with what has changed about its people since; twice is harmless. Off the shelf nobody new comes in. */
export async function followAudiences(db: Db, { courseId, now }: { courseId: string; now: Date }): Promise<void> {
  const marks = await courseAudiences.selectMarks(db, courseId)
  if (marks.length === 0) return
  const course = await findCourse(db, courseId)
  if (course) {
    const isOpen = course.courseStatus === courseStatus.shelved && course.source === courseSource.own
    const people = eligibleOf(db, peopleOfAudiences(db, await followedOf(db, courseId)))
    if (isOpen) await enrol(db, { courseId, people, reason: 'audience', dueAt: dueOf(course, now), now })
    await dropUnfollowed(db, courseId, now)
  }
  await courseAudiences.deleteMarks(db, marks)
}
