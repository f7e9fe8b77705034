import { id } from '@kaopei/contract'
import { changesOf, type Db, findOne, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { thirdKind } from '../contract/third-config.ts'

const thirdFactsRow = z.object({
  name: z.string(),
  corpId: z.string(),
  appKey: z.string(),
  agentId: z.string(),
  isEnabled: z.boolean(),
  updatedAt: z.date(),
  updatedByName: z.string(),
})
export type ThirdFacts = z.output<typeof thirdFactsRow>

const thirdRow = thirdFactsRow.extend({ id, kind: thirdKind.schema, hasSecret: z.boolean(), version: z.int() })
export type ThirdRow = z.output<typeof thirdRow>

const columns = sql`
  id, kind, name, corp_id as "corpId", app_key as "appKey", agent_id as "agentId", sealed_secret <> '' as "hasSecret",
  is_enabled as "isEnabled", updated_at as "updatedAt", updated_by_name as "updatedByName", version`

export async function thirdConfigs(db: Db, kind: number | undefined): Promise<ThirdRow[]> {
  return rowsOf(db, thirdRow)`
    select ${columns}
    from platform.third_config
    where company_id = ${db.companyId}
      and (${kind ?? null}::smallint is null or kind = ${kind ?? null})
    order by kind`
}

export async function findThirdConfig(db: Db, id: string): Promise<ThirdRow | undefined> {
  return findOne(db, thirdRow)`
    select ${columns} from platform.third_config where company_id = ${db.companyId} and id = ${id}`
}

/** `sealedSecret` is bound to the row's id, so the id is made by the caller. Violates `third_config_kind_unique`. */
export async function insertThirdConfig(
  db: Db,
  { id, kind, sealedSecret, ...facts }: ThirdFacts & { id: string; kind: number; sealedSecret: string },
): Promise<void> {
  await sql`
    insert into platform.third_config (company_id, id, kind, name, corp_id, app_key, agent_id, is_enabled, updated_at, updated_by_name, sealed_secret)
    values (${db.companyId}, ${id}, ${kind}, ${facts.name}, ${facts.corpId}, ${facts.appKey}, ${facts.agentId}, ${facts.isEnabled},
      ${facts.updatedAt}, ${facts.updatedByName}, ${sealedSecret})`.execute(db)
}

/** Without a new secret the kept one stays. False when the row has another version by now. */
export async function updateThirdConfig(
  db: Db,
  { id, version, sealedSecret, ...facts }: ThirdFacts & { id: string; version: number; sealedSecret: string | null },
): Promise<boolean> {
  const changed = await changesOf(db)`
    update platform.third_config
    set name = ${facts.name}, corp_id = ${facts.corpId}, app_key = ${facts.appKey}, agent_id = ${facts.agentId},
      is_enabled = ${facts.isEnabled}, updated_at = ${facts.updatedAt}, updated_by_name = ${facts.updatedByName},
      sealed_secret = coalesce(${sealedSecret}, sealed_secret), version = version + 1
    where company_id = ${db.companyId}
      and id = ${id}
      and version = ${version}`
  return changed === 1
}

export async function deleteThirdConfig(db: Db, id: string): Promise<void> {
  await sql`delete from platform.third_config where company_id = ${db.companyId} and id = ${id}`.execute(db)
}
