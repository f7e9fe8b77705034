import type { Db } from '@kaopei/server'
import { sql } from 'kysely'
import type { MenuWords } from './rules/permitted-menus.ts'

export interface Company {
  readonly id: string
  readonly domain: string
  readonly name: string
  readonly platformTitle: string
  readonly logoUrl: string | null
  readonly webIcon: string | null
  /** Suspended, not yet begun, or over. */
  readonly isClosed: boolean
  readonly notice: string
  readonly programming: boolean
  readonly newPhoneRanges: boolean
  readonly timeZone: string
}

const columns = sql`
  id, domain, name, platform_title as "platformTitle", logo_url as "logoUrl", web_icon as "webIcon",
  programming_enabled as programming, allows_new_phone_ranges as "newPhoneRanges",
  login_notice as notice, time_zone as "timeZone",
  is_suspended
    or coalesce(valid_until < (now() at time zone time_zone)::date, false)
    or coalesce(valid_from > (now() at time zone time_zone)::date, false) as "isClosed"`

/** How the company's package calls and places menus. */
export async function menuWordsOf(db: Db): Promise<MenuWords> {
  const { rows } = await sql<{ words: MenuWords }>`
    select menu_words as words from platform.company where id = ${db.companyId}`.execute(db)
  return rows[0]?.words ?? {}
}

export async function findCompanyByDomain(db: Db, domain: string): Promise<Company | undefined> {
  const { rows } = await sql<Company>`select ${columns} from platform.company where domain = ${domain}`.execute(db)
  return rows[0]
}

export async function selectCompany(db: Db): Promise<Company> {
  const { rows } = await sql<Company>`select ${columns} from platform.company where id = ${db.companyId}`.execute(db)
  if (!rows[0]) throw new Error('the company of a session exists')
  return rows[0]
}
