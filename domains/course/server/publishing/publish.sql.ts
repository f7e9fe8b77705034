import { countOf, type Db, lit, oneOf, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { enrolmentState, versionState } from '../../contract/codes.ts'
import { isStillThere } from '../people/removed.sql.ts'

/** The draft becomes what learners see; what they saw until now is kept as it was. */
export async function publishDraft(
  db: Db,
  given: { courseId: string; draftId: string; forCompleted: 'keep' | 'owe'; note: string; actorId: string | null; now: Date },
): Promise<void> {
  const { courseId, draftId, forCompleted, note, actorId, now } = given
  await sql`
    update course.version set state = ${lit(versionState.former)}
    where company_id = ${db.companyId} and course_id = ${courseId} and state = ${lit(versionState.published)}`.execute(db)
  await sql`
    update course.version
    set state = ${lit(versionState.published)}, for_completed = ${forCompleted}, note = ${note}, published_at = ${now}, published_by = ${actorId}::uuid
    where company_id = ${db.companyId} and id = ${draftId}`.execute(db)
  await sql`
    update course.course
    set published_id = ${draftId}, draft_id = null, updated_at = ${now}, version = version + 1
    where company_id = ${db.companyId} and id = ${courseId}`.execute(db)
}

export async function forgetDraft(db: Db, courseId: string, now: Date): Promise<void> {
  await sql`
    update course.course set draft_id = null, updated_at = ${now}, version = version + 1
    where company_id = ${db.companyId} and id = ${courseId}`.execute(db)
}

const touchedRow = z.object({ learnerCount: z.int(), begunCount: z.int(), completedCount: z.int() })

/** Whom a publication reaches: those who learn the course and are still in the company. */
export function countTouched(db: Db, courseId: string): Promise<z.input<typeof touchedRow>> {
  return oneOf(db, touchedRow)`
    select count(*)::int as "learnerCount", count(*) filter (where e.begun_at is not null)::int as "begunCount",
      count(*) filter (where e.completed_at is not null)::int as "completedCount"
    from course.enrolment e
    where e.company_id = ${db.companyId}
      and e.course_id = ${courseId}
      and e.state = ${lit(enrolmentState.learns)}
      and ${isStillThere('e')}`
}

const publishedRow = z.object({
  number: z.int(),
  publishedAt: z.date(),
  publishedByName: z.string().nullable(),
  forCompleted: z.enum(['keep', 'owe']),
  note: z.string(),
})

interface Page {
  readonly limit: number
  readonly offset: number
}

export function selectPublished(db: Db, courseId: string, { limit, offset }: Page): Promise<z.input<typeof publishedRow>[]> {
  return rowsOf(db, publishedRow)`
    select v.number, v.published_at as "publishedAt", s.name as "publishedByName", v.for_completed as "forCompleted", v.note
    from course.version v
    left join org.person s on s.company_id = v.company_id and s.id = v.published_by
    where v.company_id = ${db.companyId} and v.course_id = ${courseId} and v.published_at is not null
    order by v.number desc
    limit ${limit} offset ${offset}`
}

export const countPublished = (db: Db, courseId: string): Promise<number> =>
  countOf(db)`
    select count(*)::int as count
    from course.version v
    where v.company_id = ${db.companyId} and v.course_id = ${courseId} and v.published_at is not null`
