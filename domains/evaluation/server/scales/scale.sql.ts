import { id } from '@kaopei/contract'
import { countOf, type Db, findOne, hasRows, idOf, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { scaleKind, scaleStatus } from '../../contract/codes.ts'
import { type Definition, definition } from '../../contract/definition.ts'
import { skillOfDimension } from '../../contract/scale.ts'

const scaleRow = z.object({
  id,
  name: z.string(),
  kind: scaleKind.schema,
  information: z.string(),
  licence: z.string(),
  source: z.string(),
  status: scaleStatus.schema,
  draftId: id.nullable(),
  publishedId: id.nullable(),
  retentionMonths: z.int(),
  skillMap: z.array(skillOfDimension),
  createTime: z.date(),
  updateTime: z.date(),
  version: z.int(),
})
export type Scale = z.input<typeof scaleRow>

const columns = sql`s.id, s.name, s.kind, s.information, s.licence, s.source, s.status, s.draft_id as "draftId", s.published_id as "publishedId",
  s.retention_months as "retentionMonths", s.skill_map as "skillMap", s.created_at as "createTime", s.updated_at as "updateTime", s.version`

export function findScale(db: Db, scaleId: string, lock?: 'update' | 'share'): Promise<Scale | undefined> {
  const locked = lock === undefined ? sql`` : lock === 'update' ? sql`for update` : sql`for share`
  return findOne(db, scaleRow)`
    select ${columns}
    from evaluation.scale s
    where s.company_id = ${db.companyId} and s.id = ${scaleId} and s.removed_at is null
    ${locked}`
}

export interface ScaleFacts {
  readonly name: string
  readonly kind: number
  readonly information: string
  readonly licence: string
  readonly source: string
  readonly retentionMonths: number
  readonly skillMap: readonly z.output<typeof skillOfDimension>[]
}

export function insertScale(
  db: Db,
  facts: ScaleFacts,
  { actorId, shippedKey = null }: { actorId: string; shippedKey?: string | null },
) {
  return idOf(db)`
    insert into evaluation.scale (company_id, name, kind, information, licence, source, retention_months, skill_map, shipped_key, created_by)
    values (${db.companyId}, ${facts.name}, ${facts.kind}, ${facts.information}, ${facts.licence}, ${facts.source}, ${facts.retentionMonths},
      ${JSON.stringify(facts.skillMap)}::jsonb, ${shippedKey}, ${actorId})
    returning id`
}

export async function updateScale(db: Db, scaleId: string, facts: ScaleFacts, now: Date): Promise<void> {
  await sql`
    update evaluation.scale
    set name = ${facts.name}, kind = ${facts.kind}, information = ${facts.information}, licence = ${facts.licence}, source = ${facts.source},
      retention_months = ${facts.retentionMonths}, skill_map = ${JSON.stringify(facts.skillMap)}::jsonb, updated_at = ${now}, version = version + 1
    where company_id = ${db.companyId} and id = ${scaleId}`.execute(db)
}

/** What is edited next. Makes a version where there is none beside the published one. */
export async function writeDraft(
  db: Db,
  { scale, content, actorId }: { scale: Pick<Scale, 'id' | 'draftId'>; content: Definition; actorId: string },
): Promise<void> {
  const text = JSON.stringify(content)
  if (scale.draftId) {
    await sql`
      update evaluation.scale_version set content = ${text}::jsonb, item_count = ${content.items.length}
      where company_id = ${db.companyId} and id = ${scale.draftId} and published_at is null`.execute(db)
    return
  }
  await sql`
    with made as (
      insert into evaluation.scale_version (company_id, scale_id, number, content, item_count, created_by)
      select ${db.companyId}, ${scale.id}, coalesce(max(v.number), 0) + 1, ${text}::jsonb, ${content.items.length}, ${actorId}
      from evaluation.scale_version v
      where v.company_id = ${db.companyId} and v.scale_id = ${scale.id}
      returning id
    )
    update evaluation.scale s set draft_id = made.id
    from made
    where s.company_id = ${db.companyId} and s.id = ${scale.id}`.execute(db)
}

export async function publishDraft(db: Db, scaleId: string, now: Date): Promise<void> {
  await sql`
    with published as (
      update evaluation.scale_version v set published_at = ${now}
      from evaluation.scale s
      where s.company_id = ${db.companyId} and s.id = ${scaleId} and v.company_id = s.company_id and v.id = s.draft_id
    )
    update evaluation.scale
    set published_id = draft_id, draft_id = null, status = ${lit(scaleStatus.published)}, updated_at = ${now}, version = version + 1
    where company_id = ${db.companyId} and id = ${scaleId}`.execute(db)
}

export async function updateScaleStatus(db: Db, scaleId: string, status: number, now: Date): Promise<void> {
  await sql`
    update evaluation.scale set status = ${status}, updated_at = ${now}, version = version + 1
    where company_id = ${db.companyId} and id = ${scaleId}`.execute(db)
}

export async function removeScale(db: Db, scaleId: string, now: Date): Promise<void> {
  await sql`
    update evaluation.scale set removed_at = ${now}, updated_at = ${now}
    where company_id = ${db.companyId} and id = ${scaleId}`.execute(db)
}

export function isUsed(db: Db, scaleId: string): Promise<boolean> {
  return hasRows(db)`
    select 1 from evaluation.appointment
    where company_id = ${db.companyId} and scale_id = ${scaleId} and removed_at is null limit 1`
}

export function isShippedThere(db: Db, key: string): Promise<boolean> {
  return hasRows(db)`
    select 1 from evaluation.scale
    where company_id = ${db.companyId} and shipped_key = ${key} and removed_at is null`
}

const keyRow = z.object({ key: z.string() })

export async function shippedThere(db: Db): Promise<ReadonlySet<string>> {
  const rows = await rowsOf(db, keyRow)`
    select shipped_key as key from evaluation.scale
    where company_id = ${db.companyId} and shipped_key is not null and removed_at is null`
  return new Set(rows.map(({ key }) => key))
}

export interface ScaleFilter {
  readonly name?: string | undefined
  readonly kind?: number | undefined
  readonly status?: number | undefined
  /** Now or before it was withdrawn. */
  readonly isPublished?: boolean | undefined
  readonly scaleId?: string | undefined
}

function matching(db: Db, { name, kind, status, isPublished, scaleId }: ScaleFilter): RawBuilder<unknown> {
  const conditions = [sql`s.company_id = ${db.companyId}`, sql`s.removed_at is null`]
  if (name) conditions.push(sql`s.name ilike ${`%${name.replace(/[\\%_]/g, '\\$&')}%`}`)
  if (kind !== undefined) conditions.push(sql`s.kind = ${kind}`)
  if (status !== undefined) conditions.push(sql`s.status = ${status}`)
  if (isPublished) conditions.push(sql`s.published_id is not null`)
  if (scaleId !== undefined) conditions.push(sql`s.id = ${scaleId}`)
  return sql`from evaluation.scale s where ${sql.join(conditions, sql` and `)}`
}

const listedRow = z.object({
  id,
  name: z.string(),
  kind: scaleKind.schema,
  status: scaleStatus.schema,
  versionNumber: z.int(),
  hasDraft: z.boolean(),
  itemCount: z.int(),
  appointmentCount: z.int(),
  licence: z.string(),
  creatorName: z.string().nullable(),
  updateTime: z.date(),
  version: z.int(),
})

export function selectScales(db: Db, filter: ScaleFilter, page: { limit: number; offset: number }) {
  return rowsOf(db, listedRow)`
    select s.id, s.name, s.kind, s.status, coalesce(p.number, 0)::int as "versionNumber", s.draft_id is not null as "hasDraft",
      coalesce(p.item_count, d.item_count, 0)::int as "itemCount",
      (select count(*)::int from evaluation.appointment a
        where a.company_id = s.company_id and a.scale_id = s.id and a.removed_at is null) as "appointmentCount",
      s.licence, c.name as "creatorName", s.updated_at as "updateTime", s.version
    from (select s.company_id, s.id ${matching(db, filter)} order by s.id desc limit ${page.limit} offset ${page.offset}) found
    join evaluation.scale s on s.company_id = found.company_id and s.id = found.id
    left join evaluation.scale_version p on p.company_id = s.company_id and p.id = s.published_id
    left join evaluation.scale_version d on d.company_id = s.company_id and d.id = s.draft_id
    left join org.person c on c.company_id = s.company_id and c.id = s.created_by
    order by s.id desc`
}

const normChoice = z.object({ id: z.string(), name: z.string(), n: z.int(), date: z.string() })
const choiceRow = z.object({ id, name: z.string(), kind: scaleKind.schema, itemCount: z.int(), norms: z.array(normChoice) })

export function selectChoices(db: Db, filter: ScaleFilter, page: { limit: number; offset: number }) {
  return rowsOf(db, choiceRow)`
    select s.id, s.name, s.kind, p.item_count::int as "itemCount",
      coalesce((
        select jsonb_agg(jsonb_build_object('id', n -> 'id', 'name', n -> 'name', 'n', n -> 'n', 'date', n -> 'date'))
        from jsonb_array_elements(p.content -> 'norms') n
      ), '[]'::jsonb) as norms
    from (select s.company_id, s.id ${matching(db, filter)} order by s.id desc limit ${page.limit} offset ${page.offset}) found
    join evaluation.scale s on s.company_id = found.company_id and s.id = found.id
    join evaluation.scale_version p on p.company_id = s.company_id and p.id = s.published_id
    order by s.id desc`
}

export function countScales(db: Db, filter: ScaleFilter): Promise<number> {
  return countOf(db)`select count(*)::int as count ${matching(db, filter)}`
}

const versionRow = z.object({ id, scaleId: id, number: z.int(), content: definition, publishedAt: z.date().nullable() })
export interface Version {
  readonly id: string
  readonly scaleId: string
  readonly number: number
  readonly content: Definition
  readonly publishedAt: Date | null
}

export async function selectVersion(db: Db, versionId: string): Promise<Version> {
  const found = await findOne(db, versionRow)`
    select v.id, v.scale_id as "scaleId", v.number, v.content, v.published_at as "publishedAt"
    from evaluation.scale_version v
    where v.company_id = ${db.companyId} and v.id = ${versionId}`
  if (!found) throw new Error('a version of a scale stays')
  // Fields that later releases added have their defaults.
  return { ...found, content: definition.parse(found.content) }
}

const normRow = z.object({ id, number: z.int(), n: z.int(), frozenAt: z.date(), versionNumber: z.int(), mode: z.int() })

/** Frozen ones, of every version, newest first. */
export function selectNorms(
  db: Db,
  scaleId: string,
  page: { limit: number; offset: number },
): Promise<z.input<typeof normRow>[]> {
  return rowsOf(db, normRow)`
    select n.id, n.number, n.n, n.frozen_at as "frozenAt", v.number as "versionNumber", n.mode
    from evaluation.norm n
    join evaluation.scale_version v on v.company_id = n.company_id and v.id = n.scale_version_id
    where n.company_id = ${db.companyId} and v.scale_id = ${scaleId}
    order by n.frozen_at desc, n.id desc
    limit ${page.limit} offset ${page.offset}`
}

export function countNorms(db: Db, scaleId: string): Promise<number> {
  return countOf(db)`
    select count(*)::int as count
    from evaluation.norm n
    join evaluation.scale_version v on v.company_id = n.company_id and v.id = n.scale_version_id
    where n.company_id = ${db.companyId} and v.scale_id = ${scaleId}`
}

/** What things of this room are called, for changes in the log. */
export const logNames = (db: Db, ids: readonly string[]): RawBuilder<unknown> => sql`
  select s.id, s.name from evaluation.scale s where s.company_id = ${db.companyId} and s.id = any (${ids}::uuid[])
  union all
  select a.id, a.name from evaluation.appointment a where a.company_id = ${db.companyId} and a.id = any (${ids}::uuid[])`
