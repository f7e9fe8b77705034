import type { Db } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'

/** `id` and `name` of every knowledge point of the company, for a join. */
export function pointsByName(db: Db): RawBuilder<unknown> {
  return sql`select k.id, k.name from question.knowledge_point k where k.company_id = ${db.companyId}`
}
