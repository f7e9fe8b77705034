import { id } from '@kaopei/contract'
import { type Db, findOne, oneOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { type MenuWords, menuWordsShape } from './rules/permitted-menus.ts'

const companyRow = z.object({
  id,
  domain: z.string(),
  name: z.string(),
  platformTitle: z.string(),
  logoUrl: z.string().nullable(),
  webIcon: z.string().nullable(),
  /** Suspended, not yet begun, or over. */
  isClosed: z.boolean(),
  notice: z.string(),
  programming: z.boolean(),
  newPhoneRanges: z.boolean(),
  timeZone: z.string(),
})
export type Company = z.output<typeof companyRow>

const columns = sql`
  id, domain, name, platform_title as "platformTitle", logo_url as "logoUrl", web_icon as "webIcon",
  programming_enabled as programming, allows_new_phone_ranges as "newPhoneRanges",
  login_notice as notice, time_zone as "timeZone",
  is_suspended
    or coalesce(valid_until < (now() at time zone time_zone)::date, false)
    or coalesce(valid_from > (now() at time zone time_zone)::date, false) as "isClosed"`

const wordsRow = z.object({ words: menuWordsShape })

/** How the company's package calls and places menus. */
export async function menuWordsOf(db: Db): Promise<MenuWords> {
  const row = await findOne(db, wordsRow)`
    select menu_words as words from identity.company where id = ${db.companyId}`
  return row?.words ?? {}
}

export async function findCompanyByDomain(db: Db, domain: string): Promise<Company | undefined> {
  return findOne(db, companyRow)`select ${columns} from identity.company where domain = ${domain}`
}

export async function selectCompany(db: Db): Promise<Company> {
  return oneOf(db, companyRow)`select ${columns} from identity.company where id = ${db.companyId}`
}
