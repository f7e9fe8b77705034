import { id } from '@kaopei/contract'
import type { Use } from '@kaopei/platform/server'
import { type Db, oneOf, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

const companyIdRow = z.object({ company_id: id })

/** Companies with attempts begun before `before` that the ledger has not taken yet. `db` is in no company. */
export async function companiesWithNewUses(db: Db, before: Date, most: number): Promise<string[]> {
  const rows = await rowsOf(db, companyIdRow)`
    select company_id from tenant.companies_with_new_uses(platform.first_id_at(${before}), ${most})`
  return rows.map((row) => row.company_id)
}

const upToRow = z.object({ upTo: z.string() })

/** Where the ledger stands. Locked, so that two workers take a company's uses one after the other. */
export async function lockCursor(db: Db): Promise<string> {
  await sql`
    insert into tenant.use_cursor (company_id, exam_up_to)
    values (${db.companyId}, '00000000-0000-0000-0000-000000000000')
    on conflict do nothing`.execute(db)
  const row = await oneOf(db, upToRow)`
    select exam_up_to as "upTo" from tenant.use_cursor where company_id = ${db.companyId} for update`
  return row.upTo
}

export async function moveCursor(db: Db, upTo: string): Promise<void> {
  await sql`update tenant.use_cursor set exam_up_to = ${upTo} where company_id = ${db.companyId}`.execute(db)
}

const examUseRow = z.object({
  attemptId: id,
  kind: z.literal('exam'),
  subjectId: id,
  subjectName: z.string(),
  staffId: id,
  at: z.date(),
})

/** The next attempts by age, with the exam's name of today. */
export async function nextExamUses(
  db: Db,
  { after, before, most }: { after: string; before: Date; most: number },
): Promise<(Omit<Use, 'companyId'> & { attemptId: string })[]> {
  return rowsOf(db, examUseRow)`
    select a.id as "attemptId", 'exam' as kind, a.exam_id as "subjectId", e.name || case when e.settings ->> 'examUseWay' = '2' then '（模拟）' else '' end as "subjectName", a.staff_id as "staffId", a.started_at as at
    from sitting.attempt a
    join exam.exam e on e.company_id = a.company_id and e.id = a.exam_id
    where a.company_id = ${db.companyId}
      and a.id > ${after}
      and a.id < platform.first_id_at(${before})
    order by a.id
    limit ${most}`
}
