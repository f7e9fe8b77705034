import { id } from '@kaopei/contract'
import { type DataScope, type Db, findOne } from '@kaopei/server'
import { z } from 'zod'
import { accountHolds } from '../sight/contacts.sql.ts'
import { scopedStaff } from '../sight/scope.sql.ts'

export interface DirectSearch {
  readonly staffId: string
  readonly scope: DataScope
  readonly keyWords: string
  /** May the keyword be a part of a contact? */
  readonly isSearched: boolean
  readonly withSelf: boolean
  readonly offset: number
  readonly limit: number
}

const directStaffRow = z.object({ ids: z.array(id), total: z.int() })

/** Ids of the enabled people who report to somebody, the person in front, and how many there are. The keyword is a part of name or account. */
export async function findDirectStaff(
  db: Db,
  { staffId, scope, keyWords, isSearched, withSelf, offset, limit }: DirectSearch,
): Promise<{ ids: string[]; total: number }> {
  const word = keyWords.toLowerCase()
  const row = await findOne(db, directStaffRow)`
    with headed as (
      select d.id from org.department d
      where d.company_id = ${db.companyId} and d.head_staff_id = ${staffId} and d.removed_at is null
    ),
    own as (
      select id from headed
      union all
      select s.department_id from org.staff s
      where s.company_id = ${db.companyId} and s.id = ${staffId} and not exists (select from headed)
    ),
    around as (
      select s.id from org.staff s
      where s.company_id = ${db.companyId} and s.department_id in (select id from own)
      union
      select d.head_staff_id from org.department d
      where d.company_id = ${db.companyId} and d.parent_id in (select id from headed) and d.removed_at is null
    ),
    found as (
      select s.id, s.id = ${staffId} as is_self from org.staff s
      where s.company_id = ${db.companyId}
        and s.removed_at is null
        and s.is_enabled
        and (strpos(lower(s.name), ${word}) > 0 or ${accountHolds(word, isSearched)})
        and (
          (s.id in (select id from around) and s.id <> ${staffId} and s.id in (${scopedStaff(db, scope)}))
          or (${withSelf}::boolean and s.id = ${staffId})
        )
    )
    select
      coalesce((
        select array_agg(page.id order by page.is_self desc, page.id desc)
        from (select id, is_self from found order by is_self desc, id desc offset ${offset} limit ${limit}) page
      ), '{}') as ids,
      (select count(*)::int from found) as total`
  return row ?? { ids: [], total: 0 }
}
