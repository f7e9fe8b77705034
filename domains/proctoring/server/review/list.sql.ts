import { id } from '@kaopei/contract'
import type { Reach } from '@kaopei/exam/server'
import { countOf, type Db, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { wantedStream } from '../pieces/wanted.ts'
import { lastMarks, seen } from './recording.sql.ts'

interface Page {
  readonly limit: number
  readonly offset: number
}

const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

export interface ExamsWish {
  readonly scope: Reach
  readonly keyWords: string | undefined
}

const recordedExams = (db: Db, { scope, keyWords }: ExamsWish) => sql`
  from proctoring.watch w
  where w.company_id = ${db.companyId}
    and ${keyWords ? sql`w.title ilike ${like(keyWords)}` : sql`true`}
    and ${seen(db, scope)}`

const examRow = z.object({ examinationId: id, name: z.string(), recordedCount: z.int(), markedCount: z.int() })

export async function selectExams(db: Db, wish: ExamsWish, { limit, offset }: Page): Promise<z.output<typeof examRow>[]> {
  return rowsOf(db, examRow)`
    select w.exam_id as "examinationId", max(w.title) as name, count(*)::int as "recordedCount",
      count(*) filter (where exists (
        select from (${lastMarks(db, sql`attempt_id = w.attempt_id`)}) m where m.is_marked
      ))::int as "markedCount"
    ${recordedExams(db, wish)}
    group by w.exam_id
    order by max(w.started_at) desc, w.exam_id
    limit ${limit} offset ${offset}`
}

export async function countExams(db: Db, wish: ExamsWish): Promise<number> {
  return countOf(db)`select count(distinct w.exam_id)::int as count ${recordedExams(db, wish)}`
}

export interface PeopleWish {
  readonly examId: string
  readonly scope: Reach
  readonly keyWords: string | undefined
  readonly isMarked: boolean | undefined
}

function recordedPeople(db: Db, { examId, scope, keyWords, isMarked }: PeopleWish): RawBuilder<unknown> {
  const conditions = [sql`w.company_id = ${db.companyId}`, sql`w.exam_id = ${examId}`, seen(db, scope)]
  if (keyWords) conditions.push(sql`p.name ilike ${like(keyWords)}`)
  if (isMarked !== undefined) conditions.push(sql`(coalesce(m.count, 0) > 0) = ${isMarked}`)
  return sql`
    from proctoring.watch w
    join org.person p on p.company_id = w.company_id and p.id = w.staff_id
    left join (
      select attempt_id, count(*)::int as count
      from (${lastMarks(
        db,
        sql`attempt_id in (
        select t.attempt_id from proctoring.watch t where t.company_id = ${db.companyId} and t.exam_id = ${examId}
      )`,
      )}) last
      where is_marked
      group by attempt_id
    ) m on m.attempt_id = w.attempt_id
    where ${sql.join(conditions, sql` and `)}`
}

const personRow = z.object({
  attemptId: id,
  examId: id,
  staffId: id,
  staffName: z.string(),
  department: z.string().nullable(),
  startedAt: z.date(),
  streams: z.array(wantedStream),
  cheatCount: z.int(),
  pictureCount: z.int(),
  doubtfulCount: z.int(),
})

/** Who is marked most comes first. */
export async function selectPeople(db: Db, wish: PeopleWish, { limit, offset }: Page): Promise<z.output<typeof personRow>[]> {
  return rowsOf(db, personRow)`
    select page."attemptId", page."examId", page."staffId", page."staffName", page."startedAt", page.streams, page."cheatCount", d.name as department, pieces.pictures as "pictureCount", pieces.doubtful as "doubtfulCount"
    from (
      select w.company_id, w.attempt_id as "attemptId", w.exam_id as "examId", w.staff_id as "staffId", p.name as "staffName", p.department_id, w.started_at as "startedAt", w.streams, coalesce(m.count, 0) as "cheatCount"
      ${recordedPeople(db, wish)}
      order by coalesce(m.count, 0) desc, w.attempt_id
      limit ${limit} offset ${offset}
    ) page
    left join org.department_tree d on d.company_id = page.company_id and d.id = page.department_id
    cross join lateral (
      select count(*) filter (where t.kind = 'picture')::int as pictures, count(*) filter (where t.is_doubtful)::int as doubtful
      from proctoring.piece t
      where t.company_id = page.company_id and t.attempt_id = page."attemptId" and t.started_at = page."startedAt"
    ) pieces
    order by page."cheatCount" desc, page."attemptId"`
}

export async function countPeople(db: Db, wish: PeopleWish): Promise<number> {
  return countOf(db)`select count(*)::int as count ${recordedPeople(db, wish)}`
}
