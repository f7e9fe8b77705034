/** The ledger of uses, for who shows it. */
import { countOf, type Db, idsOf, oneOf } from '@kaopei/server'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { Use } from './consumption.sql.ts'

export interface Ledger {
  readonly companyId: string
  readonly kind: Use['kind']
}

/** Days, yyyy-mm-dd, both included. */
export interface Days {
  readonly beginTime?: string | undefined
  readonly endTime?: string | undefined
}

/** Conditions: the instant is within these days of the company's time zone. */
export function withinDays(at: RawBuilder<unknown>, companyId: string, { beginTime, endTime }: Days): RawBuilder<SqlBool>[] {
  const zone = sql`(select time_zone from identity.company where id = ${companyId})`
  return [
    ...(beginTime ? [sql<SqlBool>`${at} >= ${beginTime}::date::timestamp at time zone ${zone}`] : []),
    ...(endTime ? [sql<SqlBool>`${at} < (${endTime}::date + 1)::timestamp at time zone ${zone}`] : []),
  ]
}

/** Days begin with a quarter of an hour in every time zone, and the sums are kept by these. */
export function sumOfUses(db: Db, { companyId, kind }: Ledger, days: Days): Promise<number> {
  const parts = [
    sql<SqlBool>`s.company_id = ${companyId}`,
    sql<SqlBool>`s.kind = ${kind}`,
    ...withinDays(sql`s.quarter`, companyId, days),
  ]
  return countOf(db)`
    select coalesce(sum(s.used), 0)::integer as count
    from platform.consumption_sum s
    where ${sql.join<SqlBool>(parts, sql` and `)}`
}

/** The subjects that had the word, in small letters, in their name when they were used: few, where uses are many. */
export function subjectsNamed(db: Db, { companyId, kind }: Ledger, word: string): Promise<string[]> {
  return idsOf(db)`
    select distinct s.subject_id as id
    from platform.consumption_subject s
    where s.company_id = ${companyId}
      and s.kind = ${kind}
      and strpos(lower(s.subject_name), ${word}) > 0`
}

const quotaAndUseRow = z.object({
  /** Null: without limit. */
  quota: z.int().nullable(),
  used: z.int(),
})

/** What the company may use up of a kind, and what it has. */
export function quotaAndUse(db: Db, kind: Use['kind']): Promise<z.output<typeof quotaAndUseRow>> {
  return oneOf(db, quotaAndUseRow)`
    select ${kind === 'exam' ? sql`c.exam_quota` : sql`c.measurement_quota`} as quota,
      (select coalesce(sum(s.used), 0)::integer from platform.consumption_sum s where s.company_id = c.id and s.kind = ${kind}) as used
    from identity.company c
    where c.id = ${db.companyId}`
}
