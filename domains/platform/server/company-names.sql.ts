import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

const namedRow = z.object({ id, name: z.string(), domain: z.string(), isPlatform: z.boolean() })
export type NamedCompany = z.output<typeof namedRow>

/** Of any company; ids of none are left out. */
export function companiesByIds(db: Db, ids: readonly string[]): Promise<NamedCompany[]> {
  return rowsOf(db, namedRow)`
    select c.id, c.name, c.domain, c.is_platform as "isPlatform" from identity.company c where c.id = any (${ids}::uuid[])`
}

/** The ids of companies with this in their names, for a condition. */
export const companiesNamed = (part: string): RawBuilder<string> =>
  sql`select c.id from identity.company c where strpos(lower(c.name), lower(${part})) > 0`
