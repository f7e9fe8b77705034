import { id } from '@kaopei/contract'
import { type Db, lit, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { certificateState } from '../../contract/codes.ts'

const companyRow = z.object({ companyId: id })

/** `db` is in no company. */
export async function companiesToRemind(db: Db): Promise<string[]> {
  const rows = await rowsOf(db, companyRow)`select c.company_id as "companyId" from certificate.companies_to_remind() c`
  return rows.map(({ companyId }) => companyId)
}

const dueRow = z.object({
  id,
  days: z.array(z.int()).min(1),
  number: z.string(),
  title: z.string(),
  validOn: z.string(),
  validUntil: z.date(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})
export type DueReminder = z.input<typeof dueRow>

/** Certificates with rungs that are due and were not told: all of them, for of several that were missed one message says it. */
export function selectDueReminders(db: Db, now: Date, limit: number): Promise<DueReminder[]> {
  return rowsOf(db, dueRow)`
    select c.id, array_agg(d.days order by d.days) as days, c.number, t.name as title, coalesce(c.facts ->> 'validUntil', '') as "validOn",
      c.valid_until as "validUntil", p.name, nullif(p.email, '') as email, nullif(p.phone, '') as phone
    from certificate.certificate c
    join certificate.issue_rule r on r.company_id = c.company_id and r.id = c.rule_id
    join certificate.template t on t.company_id = c.company_id and t.id = c.template_id
    join org.person p on p.company_id = c.company_id and p.id = c.staff_id and p.is_enabled and p.removed_at is null
    cross join unnest(r.remind_days) as d (days)
    where c.company_id = ${db.companyId} and c.state = ${lit(certificateState.valid)}
      and c.valid_until > ${now} and c.valid_until <= ${now}::timestamptz + make_interval(days => d.days)
      and not exists (select from certificate.reminder m
        where m.company_id = c.company_id and m.certificate_id = c.id and m.days = d.days)
    group by c.company_id, c.id, t.name, p.name, p.email, p.phone
    order by c.id
    limit ${limit}`
}

const toldRow = z.object({ id, days: z.int() })

/** Keeps what is told now; answers what nobody else was quicker with. */
export function insertReminders(
  db: Db,
  told: readonly { readonly id: string; readonly days: number }[],
  now: Date,
): Promise<z.input<typeof toldRow>[]> {
  return rowsOf(db, toldRow)`
    insert into certificate.reminder (company_id, certificate_id, days, at)
    select ${db.companyId}, n.id, n.days, ${now}
    from unnest(${told.map((one) => one.id)}::uuid[], ${told.map(({ days }) => days)}::int[]) as n (id, days)
    on conflict do nothing
    returning certificate_id as id, days`
}
