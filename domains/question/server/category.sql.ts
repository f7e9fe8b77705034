import type { Db } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'

export type CategoryRow = { id: string; parentId: string | null; name: string; sort: number; bankCount: number }

/** Ids of these categories and everything below them, as a subquery. */
export function withinCategories(companyId: string, categoryIds: readonly string[]): RawBuilder<{ id: string }> {
  return sql<{ id: string }>`
    with recursive below as (
      select c.id from question.category c where c.company_id = ${companyId} and c.id = any(${categoryIds}::uuid[])
      union
      select c.id
      from question.category c
      join below on c.parent_id = below.id
      where c.company_id = ${companyId}
    )
    select id from below`
}
