import { id } from '@kaopei/contract'
import { changesOf, countOf, type Db, findOne, idRow, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { idOf, removeFromStaff } from './tree.sql.ts'

const rankRow = z.object({
  id,
  name: z.string(),
  level: z.int(),
  descript: z.string(),
  staffCount: z.int(),
  version: z.int(),
})
export type Rank = z.output<typeof rankRow>

function ranksOf(companyId: string, which: RawBuilder<unknown>) {
  return sql`
    select r.id, r.name, r.level, r.descript, r.version,
      (
        select count(*)::int from org.staff s
        where s.company_id = r.company_id and s.rank_id = r.id and s.removed_at is null
      ) as "staffCount"
    from org.rank r
    where r.company_id = ${companyId}
      and ${which}
    order by r.level desc, r.id`
}

export async function pageOfRanks(
  db: Db,
  { keyWords, ids }: { readonly keyWords: string | undefined; readonly ids: readonly string[] | undefined },
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
): Promise<{ dataList: Rank[]; totalCount: number }> {
  const named = keyWords ? sql`strpos(lower(r.name), ${keyWords.toLowerCase()}) > 0` : sql`true`
  const which = ids ? sql`${named} and r.id = any (${ids}::uuid[])` : named
  const count = await countOf(db)`
    select count(*)::int as count from org.rank r where r.company_id = ${db.companyId} and ${which}`
  const rows = await rowsOf(db, rankRow)`${ranksOf(db.companyId, which)} offset ${(pageIndex - 1) * pageSize} limit ${pageSize}`
  return { dataList: rows, totalCount: count }
}

export async function findRank(db: Db, id: string): Promise<Rank | undefined> {
  return findOne(db, rankRow)`${ranksOf(db.companyId, sql`r.id = ${id}`)}`
}

export interface RankFields {
  readonly name: string
  readonly level: number
  readonly descript: string
}

export async function insertRank(
  db: Db,
  { name, level, descript }: { name: string; level?: number | undefined; descript: string },
): Promise<string> {
  const rows = await rowsOf(db, idRow)`
    insert into org.rank (company_id, name, level, descript)
    select ${db.companyId}, ${name}, coalesce(${level ?? null}::int, max(r.level) + 1, 1), ${descript}
    from org.rank r
    where r.company_id = ${db.companyId}
    returning id`
  return idOf(rows)
}

export async function updateRank(
  db: Db,
  { id, version }: { id: string; version: number },
  { name, level, descript }: RankFields,
): Promise<boolean> {
  const changed = await changesOf(db)`
    update org.rank
    set name = ${name}, level = ${level}, descript = ${descript}, version = version + 1
    where company_id = ${db.companyId} and id = ${id} and version = ${version}`
  return changed === 1
}

export async function deleteRank(db: Db, id: string, targetId: string | null, now: Date): Promise<number> {
  return removeFromStaff(db, { column: 'rank_id', table: 'org.rank', id, targetId, now })
}

const labelRow = z.object({ id, name: z.string(), staffCount: z.int(), version: z.int() })
export type Label = z.output<typeof labelRow>

export async function selectLabels(db: Db): Promise<Label[]> {
  return rowsOf(db, labelRow)`
    select l.id, l.name, l.version, coalesce(held.staff_count, 0) as "staffCount"
    from org.label l
    left join (
      select sl.label_id, count(*)::int as staff_count
      from org.staff_label sl
      where sl.company_id = ${db.companyId}
      group by sl.label_id
    ) held on held.label_id = l.id
    where l.company_id = ${db.companyId}
    order by l.id`
}

export async function insertLabel(db: Db, name: string): Promise<string> {
  const rows = await rowsOf(db, idRow)`
    insert into org.label (company_id, name) values (${db.companyId}, ${name}) returning id`
  return idOf(rows)
}

const formerRow = z.object({ former: z.string() })

/** Undefined when there is no such label, or it has another version by now. Answers the former name. */
export async function renameLabel(
  db: Db,
  { id, name, version }: { id: string; name: string; version?: number | undefined },
): Promise<string | undefined> {
  const row = await findOne(db, formerRow)`
    update org.label l
    set name = ${name}, version = l.version + 1
    from org.label before
    where l.company_id = ${db.companyId} and l.id = ${id} and before.company_id = l.company_id and before.id = l.id
      and l.version = coalesce(${version ?? null}::int, l.version)
    returning before.name as former`
  return row?.former
}

const nameRow = z.object({ name: z.string() })

/** Also from everybody who has it. Answers its name; undefined when there is none. */
export async function deleteLabel(db: Db, id: string): Promise<string | undefined> {
  const row = await findOne(db, nameRow)`
    delete from org.label where company_id = ${db.companyId} and id = ${id} returning name`
  return row?.name
}

const rankAndLabelNamesRow = z.object({ isRank: z.boolean(), id, name: z.string() })

/** Ids by names, for files that name them. */
export async function selectRankAndLabelNames(
  db: Db,
): Promise<{ ranks: ReadonlyMap<string, string>; labels: ReadonlyMap<string, string> }> {
  const rows = await rowsOf(db, rankAndLabelNamesRow)`
    select true as "isRank", id, name from org.rank where company_id = ${db.companyId}
    union all
    select false, id, name from org.label where company_id = ${db.companyId}`
  const of = (isRank: boolean) => new Map(rows.filter((row) => row.isRank === isRank).map(({ id, name }) => [name, id]))
  return { ranks: of(true), labels: of(false) }
}

/** Exactly these labels on each of these people, in two statements however many they are. Null leaves what there is. */
export async function setLabelsOfMany(
  db: Db,
  people: readonly { readonly id: string; readonly labelIds: readonly string[] | null }[],
): Promise<void> {
  const wanted = people.flatMap(({ id, labelIds }) => (labelIds === null ? [] : [{ id, labelIds }]))
  if (wanted.length === 0) return
  const pairs = wanted.flatMap(({ id, labelIds }) => labelIds.map((labelId) => ({ id, labelId })))
  const [staffIds, labelIds] = [pairs.map(({ id }) => id), pairs.map(({ labelId }) => labelId)]
  await sql`
    delete from org.staff_label sl
    where sl.company_id = ${db.companyId}
      and sl.staff_id = any (${wanted.map(({ id }) => id)}::uuid[])
      and not exists (
        select from unnest(${staffIds}::uuid[], ${labelIds}::uuid[]) as x (staff_id, label_id)
        where x.staff_id = sl.staff_id and x.label_id = sl.label_id
      )`.execute(db)
  await sql`
    insert into org.staff_label (company_id, staff_id, label_id)
    select ${db.companyId}::uuid, x.staff_id, x.label_id
    from unnest(${staffIds}::uuid[], ${labelIds}::uuid[]) as x (staff_id, label_id)
    on conflict do nothing`.execute(db)
}
