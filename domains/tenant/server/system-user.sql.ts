import { id } from '@kaopei/contract'
import { accountHolds } from '@kaopei/org/server'
import { countOf, type Db, findOne, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

const systemUserRow = z.object({
  id,
  name: z.string(),
  loginAccount: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  roles: z.array(z.object({ id, name: z.string() })),
  isEnabled: z.boolean(),
  lastLoginAt: z.date().nullable(),
  version: z.int(),
})
export type SystemUser = z.output<typeof systemUserRow>

const columns = sql`
  s.id, s.name, s.login_account as "loginAccount", s.phone, s.email, a.is_enabled as "isEnabled", a.last_login_at as "lastLoginAt", s.version,
  coalesce((
    select jsonb_agg(jsonb_build_object('id', r.role_id, 'name', r.name) order by r.created_at, r.role_id)
    from identity.held_role r
    where r.company_id = s.company_id and r.account_id = s.id), '[]') as roles`

export async function pageOfUsers(
  db: Db,
  {
    keyWords = '',
    isSearched,
    pageIndex,
    pageSize,
  }: {
    keyWords?: string | undefined
    /** May the words be a part of a contact? */
    isSearched: boolean
    pageIndex: number
    pageSize: number
  },
): Promise<{ dataList: SystemUser[]; totalCount: number }> {
  const found = sql`
    from org.person s
    join identity.account_state a on a.company_id = s.company_id and a.id = s.id
    where s.company_id = ${db.companyId}
      and s.removed_at is null
      and (${keyWords} = '' or strpos(lower(s.name), lower(${keyWords})) > 0 or ${accountHolds(keyWords.toLowerCase(), isSearched)}
        or ${isSearched} and strpos(s.phone, ${keyWords}) > 0)`
  const totalCount = await countOf(db)`select count(*)::integer as count ${found}`
  const dataList = await rowsOf(db, systemUserRow)`
    select ${columns}
    ${found}
    order by s.id desc
    limit ${pageSize}
    offset ${(pageIndex - 1) * pageSize}`
  return { dataList, totalCount }
}

export async function findUser(db: Db, id: string): Promise<SystemUser | undefined> {
  return findOne(db, systemUserRow)`
    select ${columns}
    from org.person s
    join identity.account_state a on a.company_id = s.company_id and a.id = s.id
    where s.company_id = ${db.companyId}
      and s.id = ${id}
      and s.removed_at is null`
}
