import type { Db } from '@kaopei/server'
import { microCoursesWithFilms } from './micro-course.sql.ts'

/** Something that a courseware stands in: a micro-course, or something of a room above. */
export interface CoursewareUse {
  readonly coursewareId: string
  /** What it is, in Chinese: 课程. */
  readonly kind: string
  readonly id: string
  readonly name: string
  /** Who learns there now. */
  readonly learnerCount: number
  /** Of what was sold: how many other companies have it. */
  readonly companyCount?: number
}

/** What a room above knows of coursewares. Both are asked for the page of a list, so each is one statement for all ids. */
export interface CoursewareUser {
  readonly uses: (db: Db, coursewareIds: readonly string[]) => Promise<readonly CoursewareUse[]>
  /** How many people have begun to learn with each, everywhere in the room; none has no entry. */
  readonly learnCounts: (db: Db, coursewareIds: readonly string[]) => Promise<ReadonlyMap<string, number>>
  /** Of removed ones those that somebody is still given: their files stay. */
  readonly needs: (db: Db, coursewareIds: readonly string[]) => Promise<ReadonlySet<string>>
}

const registered: CoursewareUser[] = []

/** A room above says where coursewares are used and how many learn with them: the list and the question before deleting ask it. */
export function usersOfCourseware(user: CoursewareUser): void {
  registered.push(user)
}

export async function usesOf(db: Db, coursewareIds: readonly string[]): Promise<CoursewareUse[]> {
  const found = await inMicroCourses(db, coursewareIds)
  for (const { uses } of registered) found.push(...(await uses(db, coursewareIds)))
  return found
}

/** Of removed ones those that a room above still gives to somebody. */
export async function neededElsewhere(db: Db, coursewareIds: readonly string[]): Promise<ReadonlySet<string>> {
  const needed = new Set<string>()
  for (const { needs } of registered) for (const id of await needs(db, coursewareIds)) needed.add(id)
  return needed
}

/** Films may stand in micro-courses, which are this room's own. */
async function inMicroCourses(db: Db, coursewareIds: readonly string[]): Promise<CoursewareUse[]> {
  const rows = await microCoursesWithFilms(db, coursewareIds)
  const counts = await learnCountsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, kind: '微课', learnerCount: counts.get(row.id) ?? 0 }))
}

export async function learnCountsOf(db: Db, coursewareIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, number>()
  for (const { learnCounts } of registered)
    for (const [id, count] of await learnCounts(db, coursewareIds)) sums.set(id, (sums.get(id) ?? 0) + count)
  return sums
}
