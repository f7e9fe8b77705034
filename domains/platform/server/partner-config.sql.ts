import type { Db } from '@kaopei/server'
import { sql } from 'kysely'
import type { PartnerKeyName } from '../contract/partner-keys.ts'

export interface ConfigRow {
  readonly name: string
  readonly title: string
  readonly value: string
  readonly updatedAt: Date
  readonly updatedByName: string
}

export async function configOf(db: Db): Promise<ConfigRow[]> {
  const { rows } = await sql<ConfigRow>`
    select name, title, value, updated_at as "updatedAt", updated_by_name as "updatedByName"
    from platform.partner_config
    where company_id = ${db.companyId}
    order by name`.execute(db)
  return rows
}

/** Locks the row: two changes of one key are told apart in the history. */
export async function findConfigLocked(db: Db, name: string): Promise<ConfigRow | undefined> {
  const { rows } = await sql<ConfigRow>`
    select name, title, value, updated_at as "updatedAt", updated_by_name as "updatedByName"
    from platform.partner_config
    where company_id = ${db.companyId}
      and name = ${name}
    for update`.execute(db)
  return rows[0]
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

export interface ConfigChange {
  readonly name: string
  readonly before: string | null
  readonly after: string | null
  readonly actorId: string
  readonly actorName: string
  readonly at: Date
}

export async function insertConfigChange(db: Db, change: ConfigChange): Promise<void> {
  await sql`
    insert into platform.partner_config_change (company_id, name, before, after, actor_id, actor_name, at)
    values (${db.companyId}, ${change.name}, ${change.before}, ${change.after}, ${change.actorId}, ${change.actorName}, ${change.at})`.execute(
    db,
  )
}

export async function pageOfConfigChanges(
  db: Db,
  { name, pageIndex, pageSize }: { name?: string | undefined; pageIndex: number; pageSize: number },
): Promise<{ rows: (ConfigChange & { id: string })[]; totalCount: number }> {
  const found = sql`
    from platform.partner_config_change
    where company_id = ${db.companyId}
      and (${name ?? null}::text is null or name = ${name ?? null})`
  const { rows: counts } = await sql<{ count: number }>`select count(*)::int as count ${found}`.execute(db)
  const { rows } = await sql<ConfigChange & { id: string }>`
    select id, name, before, after, actor_id as "actorId", actor_name as "actorName", at
    ${found}
    order by id desc
    limit ${pageSize}
    offset ${(pageIndex - 1) * pageSize}`.execute(db)
  return { rows, totalCount: counts[0]?.count ?? 0 }
}

/** What holds now: configured keys live as columns of the company, where everybody reads them. */
export async function effectiveValues(db: Db, companyId: string): Promise<Readonly<Record<PartnerKeyName, string>> | undefined> {
  const { rows } = await sql<Record<PartnerKeyName, string>>`
    select programming_enabled::text as "programmingQuestion", allows_new_phone_ranges::text as "widePhoneRule",
      time_zone as "timeZone", login_notice as "loginNotice", quiet_hours as "quietHours"
    from platform.company
    where id = ${companyId}`.execute(db)
  return rows[0]
}

export async function applyValue(db: Db, companyId: string, name: PartnerKeyName, value: string): Promise<void> {
  const column = {
    programmingQuestion: sql`programming_enabled = ${value}::boolean`,
    widePhoneRule: sql`allows_new_phone_ranges = ${value}::boolean`,
    timeZone: sql`time_zone = ${value}`,
    loginNotice: sql`login_notice = ${value}`,
    quietHours: sql`quiet_hours = ${value}`,
  }[name]
  await sql`update platform.company set ${column}, updated_at = now() where id = ${companyId}`.execute(db)
}
