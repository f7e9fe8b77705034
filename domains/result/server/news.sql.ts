import { id } from '@kaopei/contract'
import { type ChangeWindow, type Db, oneOf, rowsOf } from '@kaopei/server'
import { z } from 'zod'

const companyRow = z.object({ companyId: id })
const lastRow = z.object({ last: z.int().nonnegative() })
const newsRow = z.object({
  number: z.int().positive(),
  /** `begun`: the attempt stands for the person, without a result yet. */
  kind: z.enum(['begun', 'out', 'withdrawn', 'voided', 'restored']),
  attemptId: id,
  ownerKind: z.string(),
  ownerId: id,
  staffId: id,
  /** What the attempt was then: a restored one may be out again, or still be marked. */
  state: z.string(),
  at: z.date(),
})

/** A change of what counts for a person. What counts now, a reader asks when it reads. */
export type ResultNews = z.infer<typeof newsRow>

/** Companies whose attempts changed in a way that has no number yet. `db` is in no company. */
export async function companiesWithNews(db: Db, { from, below }: ChangeWindow, most: number): Promise<string[]> {
  const rows = await rowsOf(db, companyRow)`
    select company_id as "companyId" from result.companies_with_news(${from}::xid8, ${below}::xid8, ${most})`
  return rows.map(({ companyId }) => companyId)
}

/** Numbers a company's changes that have none: by the age of their ids, which of one attempt are made under its lock. Answers the last number. */
export async function appendNews(db: Db, { from, below }: ChangeWindow, last: number): Promise<number> {
  const appended = await oneOf(db, lastRow)`
    with appended as (
      insert into result.news (company_id, number, kind, attempt_id, state, at, event_id)
      select c.company_id, ${last}::bigint + row_number() over (order by c.id),
        case c.type when 'start' then 'begun' when 'publish' then 'out' when 'withdraw' then 'withdrawn' when 'void' then 'voided' else 'restored' end,
        c.attempt_id, coalesce(c.state, 'in_progress'), c.at, c.id
      from sitting.standing_change c
      where c.company_id = ${db.companyId}
        and c.tx >= ${from}::xid8
        and (${below}::xid8 is null or c.tx < ${below}::xid8)
        and not exists (select from result.news n where n.company_id = c.company_id and n.event_id = c.id)
      returning number
    )
    select coalesce(max(number), ${last}::bigint) as last from appended`
  return appended.last
}

export function newsAfter(db: Db, after: number, most: number): Promise<ResultNews[]> {
  return rowsOf(db, newsRow)`
    select n.number, n.kind, n.attempt_id as "attemptId", a.owner_kind as "ownerKind", a.owner_id as "ownerId", a.staff_id as "staffId", n.state, n.at
    from result.news n
    join sitting.standing a on a.company_id = n.company_id and a.id = n.attempt_id
    where n.company_id = ${db.companyId}
      and n.number > ${after}
    order by n.number
    limit ${most}`
}
