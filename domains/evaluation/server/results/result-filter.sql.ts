/** What reports of scales and of posts are found by, both called `r` beside their person `s`. */
import { staffOfDepartments } from '@kaopei/org/server'
import { timeZoneOf } from '@kaopei/platform/server'
import type { Db } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'

interface ResultFilter {
  readonly departmentId?: string | undefined
  readonly beginTime?: string | undefined
  readonly endTime?: string | undefined
}

/** Of a department, and issued on these days of the company. */
export async function issuedWithin(db: Db, { departmentId, beginTime, endTime }: ResultFilter): Promise<RawBuilder<unknown>[]> {
  const zone = beginTime || endTime ? await timeZoneOf(db) : ''
  return [
    ...(departmentId ? [sql`r.staff_id in (${staffOfDepartments(db, [departmentId])})`] : []),
    ...(beginTime ? [sql`r.issued_at >= (${beginTime}::date)::timestamp at time zone ${zone}`] : []),
    ...(endTime ? [sql`r.issued_at < (${endTime}::date + 1)::timestamp at time zone ${zone}`] : []),
  ]
}
