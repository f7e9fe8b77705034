/** The wordings of notices that candidates confirmed, and exams with what was said of them. */
import { id } from '@kaopei/contract'
import { countOf, type Db, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { examStatus } from '../../contract/exam-codes.ts'
import { inReach, type Reach } from '../rooms/reach.ts'
import { type Asking, isKnown } from './announcement.sql.ts'

interface Page {
  readonly limit: number
  readonly offset: number
}

const examRow = z.object({
  examinationId: id,
  examName: z.string(),
  status: examStatus.schema,
  openAt: z.date().nullable(),
  closeAt: z.date().nullable(),
  versionCount: z.int(),
  candidateCount: z.int(),
  confirmedCount: z.int(),
  announcementCount: z.int(),
})

interface ExamsWish extends Asking {
  readonly examName: string | undefined
}

/** Whoever organises sees every published exam; others those in which they invigilate. */
function published(db: Db, { reach, examName }: ExamsWish): RawBuilder<unknown> {
  const parts = [sql`e.company_id = ${db.companyId}`, sql`e.status <> ${examStatus.draft}`]
  if (examName) parts.push(sql`strpos(lower(e.name), lower(${examName})) > 0`)
  if (reach.kind === 'assigned')
    parts.push(sql`exists (
      select from exam.invigilator i
      where i.company_id = e.company_id and i.exam_id = e.id and i.staff_id = ${reach.staffId}
    )`)
  return sql`from exam.listed e where ${sql.join(parts, sql` and `)}`
}

export function selectNoticeExams(db: Db, wish: ExamsWish, { limit, offset }: Page) {
  return rowsOf(db, examRow)`
    select e.id as "examinationId", e.name as "examName", e.status, e.admission_start_at as "openAt", e.admission_end_at as "closeAt",
      (
        select count(*)::int from exam.notice_version v where v.company_id = ${db.companyId} and v.exam_id = e.id
      ) as "versionCount",
      n.*,
      (
        select count(*)::int from exam.announcement a where a.company_id = ${db.companyId} and a.exam_id = e.id and ${isKnown(db, wish)}
      ) as "announcementCount"
    from (select e.* ${published(db, wish)} order by e.id desc limit ${limit} offset ${offset}) e
    cross join lateral (
      select count(*)::int as "candidateCount", count(c.confirmed_notice_hash)::int as "confirmedCount"
      from exam.candidate c
      where c.company_id = ${db.companyId}
        and c.exam_id = e.id
        and ${inReach(db, wish.reach, { examId: sql`e.id`, staffId: sql`c.staff_id` })}
    ) n
    order by e.id desc`
}

export function countNoticeExams(db: Db, wish: ExamsWish): Promise<number> {
  return countOf(db)`select count(*)::int as count ${published(db, wish)}`
}

const versionRow = z.object({
  hash: z.string(),
  information: z.string(),
  terms: z.array(z.string()),
  firstTime: z.date(),
  confirmedCount: z.int(),
})

export function selectVersions(db: Db, { examId, reach }: { examId: string; reach: Reach }, { limit, offset }: Page) {
  return rowsOf(db, versionRow)`
    select v.hash, v.information, v.terms, v.first_at as "firstTime",
      (
        select count(*)::int
        from exam.candidate c
        where c.company_id = v.company_id
          and c.exam_id = v.exam_id
          and c.confirmed_notice_hash = v.hash
          and ${inReach(db, reach, { examId: sql`c.exam_id`, staffId: sql`c.staff_id` })}
      ) as "confirmedCount"
    from exam.notice_version v
    where v.company_id = ${db.companyId} and v.exam_id = ${examId}
    order by v.first_at desc, v.hash
    limit ${limit} offset ${offset}`
}

export function countVersions(db: Db, examId: string): Promise<number> {
  return countOf(db)`
    select count(*)::int as count from exam.notice_version v where v.company_id = ${db.companyId} and v.exam_id = ${examId}`
}
