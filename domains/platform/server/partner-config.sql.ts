import { id } from '@kaopei/contract'
import { countOf, type Db, findOne, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import type { PartnerKeyName } from '../contract/partner-keys.ts'

const configRow = z.object({
  name: z.string(),
  title: z.string(),
  value: z.string(),
  updatedAt: z.date(),
  updatedByName: z.string(),
})
export type ConfigRow = z.output<typeof configRow>

export async function configOf(db: Db): Promise<ConfigRow[]> {
  return rowsOf(db, configRow)`
    select name, title, value, updated_at as "updatedAt", updated_by_name as "updatedByName"
    from platform.partner_config
    where company_id = ${db.companyId}
    order by name`
}

/** Locks the row: two changes of one key are told apart in the history. */
export async function findConfigLocked(db: Db, name: string): Promise<ConfigRow | undefined> {
  return findOne(db, configRow)`
    select name, title, value, updated_at as "updatedAt", updated_by_name as "updatedByName"
    from platform.partner_config
    where company_id = ${db.companyId}
      and name = ${name}
    for update`
}

export async function putConfig(db: Db, row: ConfigRow): Promise<void> {
  await sql`
    insert into platform.partner_config (company_id, name, title, value, updated_at, updated_by_name)
    values (${db.companyId}, ${row.name}, ${row.title}, ${row.value}, ${row.updatedAt}, ${row.updatedByName})
    on conflict (company_id, name) do update
    set title = excluded.title, value = excluded.value, updated_at = excluded.updated_at, updated_by_name = excluded.updated_by_name`.execute(
    db,
  )
}

export async function deleteConfig(db: Db, name: string): Promise<void> {
  await sql`delete from platform.partner_config where company_id = ${db.companyId} and name = ${name}`.execute(db)
}

const configChangeRow = z.object({
  name: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  actorId: id,
  actorName: z.string(),
  at: z.date(),
})
export type ConfigChange = z.output<typeof configChangeRow>

export async function insertConfigChange(db: Db, change: ConfigChange): Promise<void> {
  await sql`
    insert into platform.partner_config_change (company_id, name, before, after, actor_id, actor_name, at)
    values (${db.companyId}, ${change.name}, ${change.before}, ${change.after}, ${change.actorId}, ${change.actorName}, ${change.at})`.execute(
    db,
  )
}

const configChangesRow = configChangeRow.extend({ id })

export async function pageOfConfigChanges(
  db: Db,
  { name, pageIndex, pageSize }: { name?: string | undefined; pageIndex: number; pageSize: number },
): Promise<{ rows: (ConfigChange & { id: string })[]; totalCount: number }> {
  const found = sql`
    from platform.partner_config_change
    where company_id = ${db.companyId}
      and (${name ?? null}::text is null or name = ${name ?? null})`
  const totalCount = await countOf(db)`select count(*)::int as count ${found}`
  const rows = await rowsOf(db, configChangesRow)`
    select id, name, before, after, actor_id as "actorId", actor_name as "actorName", at
    ${found}
    order by id desc
    limit ${pageSize}
    offset ${(pageIndex - 1) * pageSize}`
  return { rows, totalCount }
}

const effectiveValuesRow = z.object({
  programmingQuestion: z.string(),
  widePhoneRule: z.string(),
  timeZone: z.string(),
  loginNotice: z.string(),
  quietHours: z.string(),
})

/** What holds now: configured keys live as columns of the company, where everybody reads them. */
export async function effectiveValues(db: Db, companyId: string): Promise<Readonly<Record<PartnerKeyName, string>> | undefined> {
  return findOne(db, effectiveValuesRow)`
    select programming_enabled::text as "programmingQuestion", allows_new_phone_ranges::text as "widePhoneRule",
      time_zone as "timeZone", login_notice as "loginNotice", quiet_hours as "quietHours"
    from identity.company
    where id = ${companyId}`
}

export async function applyValue(db: Db, companyId: string, name: PartnerKeyName, value: string): Promise<void> {
  const column = {
    programmingQuestion: sql`programming_enabled = ${value}::boolean`,
    widePhoneRule: sql`allows_new_phone_ranges = ${value}::boolean`,
    timeZone: sql`time_zone = ${value}`,
    loginNotice: sql`login_notice = ${value}`,
    quietHours: sql`quiet_hours = ${value}`,
  }[name]
  await sql`update identity.company set ${column}, updated_at = now() where id = ${companyId}`.execute(db)
}
