/** Exams whose groups have changed since their list was last brought up to date. */
import { id } from '@kaopei/contract'
import { type Db, lit, rowsOf } from '@kaopei/server'
import { attachMode } from '@kaopei/usergroup/contract/codes'
import { sql } from 'kysely'
import { z } from 'zod'
import { examStatus } from '../../contract/exam-codes.ts'

const live = lit(attachMode.live)

export interface Marks {
  readonly ids: readonly string[]
  readonly earliest: Date | null
}

const marksRow = z.object({ id, at: z.date() })

/** What changed about the groups of this exam since it was last brought up to date. */
export async function selectMarks(db: Db, examId: string): Promise<Marks> {
  const rows = await rowsOf(db, marksRow)`
    select m.id, m.marked_at as at
    from exam.group_mark m
    where m.company_id = ${db.companyId} and m.exam_id = ${examId}
    order by m.marked_at
    limit 10000
  `
  return { ids: rows.map(({ id }) => id), earliest: rows[0]?.at ?? null }
}

export async function deleteMarks(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from exam.group_mark where company_id = ${db.companyId} and id = any(${ids}::uuid[])`.execute(db)
}

/** Marks an exam that follows a group. */
export async function markExam(db: Db, examId: string): Promise<void> {
  await sql`
    insert into exam.group_mark (company_id, exam_id)
    select distinct g.company_id, g.exam_id
    from exam.exam_group g
    where g.company_id = ${db.companyId} and g.exam_id = ${examId} and g.mode = ${live}
  `.execute(db)
}

/** Marks the exams that follow a group with one of these people; null: with anybody. */
export async function markExamsOf(db: Db, staffIds: readonly string[] | null): Promise<void> {
  const concerned =
    staffIds === null
      ? sql`true`
      : sql`exists (
          select from usergroup.member m
          where m.company_id = g.company_id and m.group_id = g.group_id and m.staff_id = any(${staffIds}::uuid[])
        )`
  await sql`
    insert into exam.group_mark (company_id, exam_id)
    select distinct g.company_id, g.exam_id
    from exam.exam_group g
    join exam.exam e on e.company_id = g.company_id and e.id = g.exam_id and e.removed_at is null
    where g.company_id = ${db.companyId}
      and g.mode = ${live}
      and (e.status = ${lit(examStatus.draft)} or (e.status = ${lit(examStatus.published)} and (e.admission_end_at is null or e.admission_end_at > now())))
      and ${concerned}
  `.execute(db)
}

const markedExamRow = z.object({ companyId: id, examId: id })
export type MarkedExam = z.output<typeof markedExamRow>

/** Of every company. */
export async function findMarkedExams(db: Db, most: number): Promise<MarkedExam[]> {
  return rowsOf(db, markedExamRow)`
    select company_id as "companyId", exam_id as "examId" from exam.marked_exams(${most})`
}
