import { id } from '@kaopei/contract'
import { countOf, type Db, findOne, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { appointmentStatus } from '../../contract/codes.ts'

const ownRow = z.object({
  id,
  name: z.string(),
  postName: z.string(),
  purpose: z.string(),
  status: z.int(),
  startAt: z.date().nullable(),
  endAt: z.date().nullable(),
  postResultId: id.nullable(),
})
export type OwnRow = z.output<typeof ownRow>

const own = (db: Db, staffId: string) => sql`
  from evaluation.post_person p
  join evaluation.post_assessment a on a.company_id = p.company_id and a.id = p.assessment_id
  left join evaluation.post_result r
    on r.company_id = p.company_id and r.assessment_id = p.assessment_id and r.staff_id = p.staff_id and r.is_latest
  where p.company_id = ${db.companyId} and p.staff_id = ${staffId} and a.status > ${lit(appointmentStatus.draft)} and a.removed_at is null`

const columns = sql`a.id, a.name, a.post_name as "postName", a.purpose, a.status, a.start_at as "startAt", a.end_at as "endAt", r.id as "postResultId"`

/** What goes on first, then the newest. */
export function selectOwnPosts(db: Db, staffId: string, page: { limit: number; offset: number }): Promise<OwnRow[]> {
  return rowsOf(db, ownRow)`
    select ${columns} ${own(db, staffId)}
    order by a.status, a.id desc
    limit ${page.limit} offset ${page.offset}`
}

export function countOwnPosts(db: Db, staffId: string): Promise<number> {
  return countOf(db)`select count(*)::int as count ${own(db, staffId)}`
}

export function findOwnPost(db: Db, staffId: string, assessmentId: string): Promise<OwnRow | undefined> {
  return findOne(db, ownRow)`select ${columns} ${own(db, staffId)} and a.id = ${assessmentId}`
}
