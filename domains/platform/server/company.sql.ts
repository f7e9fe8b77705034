import { defaultTimeZone } from '@kaopei/contract'
import { changesOf, type Db, hasRows, type RawServices, rowsOfNamed } from '@kaopei/server'
import { z } from 'zod'

export function findCompany(db: Db) {
  return db
    .selectFrom('identity.company')
    .select([
      'id',
      'name',
      'domain',
      'logo_url as logoUrl',
      'web_icon as webIcon',
      'platform_title as platformTitle',
      'is_platform as isPlatform',
      'valid_until as validUntil',
      'time_zone as timeZone',
      'allows_new_phone_ranges as allowsNewPhoneRanges',
      'programming_enabled as programmingEnabled',
      'version',
    ])
    .where('id', '=', db.companyId)
    .executeTakeFirstOrThrow()
}

export interface Looks {
  readonly name: string
  readonly platformTitle: string
  readonly logoUrl: string | null
  readonly webIcon: string | null
}

/** False when the row has another version by now. */
export async function updateLooks(db: Db, version: number, looks: Looks): Promise<boolean> {
  const changed = await changesOf(db)`
    update identity.company
    set name = ${looks.name}, platform_title = ${looks.platformTitle}, logo_url = ${looks.logoUrl}, web_icon = ${looks.webIcon},
      updated_at = now(), version = version + 1
    where id = ${db.companyId}
      and version = ${version}`
  return changed === 1
}

export interface NewCompany {
  /** First label of the company's address: a-z, 0-9, '-'. */
  readonly domain: string
  readonly name: string
  readonly platformTitle?: string
  readonly isPlatform?: boolean
  readonly programmingEnabled?: boolean
  readonly allowsNewPhoneRanges?: boolean
}

/**
 * Makes a company, or answers the one that has the domain. Only the database's owner may: the server's own role makes companies in the
 * platform's name alone (room tenant).
 */
export async function createCompany(owner: Pick<RawServices['pool'], 'query'>, wish: NewCompany): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into identity.company (domain, name, platform_title, is_platform, programming_enabled, allows_new_phone_ranges)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (domain) do update set domain = excluded.domain
     returning id`,
    [
      wish.domain,
      wish.name,
      wish.platformTitle ?? '考培',
      wish.isPlatform ?? false,
      wish.programmingEnabled ?? false,
      wish.allowsNewPhoneRanges ?? false,
    ],
  )
  if (!rows[0]) throw new Error('a made company has an id')
  return rows[0].id
}

const timeZoneRow = z.object({ timeZone: z.string() })

/** Whose clocks the company's days and files go by. */
export async function timeZoneOf(db: Db): Promise<string> {
  const [row] = await rowsOfNamed(db, 'platform_time_zone', timeZoneRow)`
    select time_zone as "timeZone" from identity.company where id = ${db.companyId}`
  return row?.timeZone ?? defaultTimeZone
}

/** Whether the database, too, knows a zone's clocks: much is counted there. */
export async function databaseKnowsZone(db: Db, name: string): Promise<boolean> {
  return hasRows(db)`select from pg_timezone_names where name = ${name}`
}
