import type { Db } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { idOf, removeFromStaff } from './post.sql.ts'

export interface Rank {
  readonly id: string
  readonly name: string
  readonly level: number
  readonly descript: string
  readonly staffCount: number
  readonly version: number
}

function ranksOf(companyId: string, which: RawBuilder<unknown>) {
  return sql<Rank>`
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
  keyWords: string | undefined,
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
): Promise<{ dataList: Rank[]; totalCount: number }> {
  const which = keyWords ? sql`strpos(lower(r.name), ${keyWords.toLowerCase()}) > 0` : sql`true`
  const { rows: totals } = await sql<{ total: number }>`
    select count(*)::int as total from org.rank r where r.company_id = ${db.companyId} and ${which}`.execute(db)
  const { rows } =
    await sql<Rank>`${ranksOf(db.companyId, which)} offset ${(pageIndex - 1) * pageSize} limit ${pageSize}`.execute(db)
  return { dataList: rows, totalCount: totals[0]?.total ?? 0 }
}

export async function findRank(db: Db, id: string): Promise<Rank | undefined> {
  const { rows } = await ranksOf(db.companyId, sql`r.id = ${id}`).execute(db)
  return rows[0]
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
  const { rows } = await sql<{ id: string }>`
    insert into org.rank (company_id, name, level, descript)
    select ${db.companyId}, ${name}, coalesce(${level ?? null}::int, max(r.level) + 1, 1), ${descript}
    from org.rank r
    where r.company_id = ${db.companyId}
    returning id`.execute(db)
  return idOf(rows)
}

export async function updateRank(
  db: Db,
  { id, version }: { id: string; version: number },
  { name, level, descript }: RankFields,
): Promise<boolean> {
  const changed = await sql`
    update org.rank
    set name = ${name}, level = ${level}, descript = ${descript}, version = version + 1
    where company_id = ${db.companyId} and id = ${id} and version = ${version}`.execute(db)
  return changed.numAffectedRows === 1n
}

export async function deleteRank(db: Db, id: string, targetId: string | null, now: Date): Promise<number> {
  return removeFromStaff(db, { column: 'rank_id', table: 'org.rank', id, targetId, now })
}

export interface Label {
  readonly id: string
  readonly name: string
  readonly staffCount: number
  readonly version: number
}

export async function selectLabels(db: Db): Promise<Label[]> {
  const { rows } = await sql<Label>`
    select l.id, l.name, l.version, coalesce(held.staff_count, 0) as "staffCount"
    from org.label l
    left join (
      select sl.label_id, count(*)::int as staff_count
      from org.staff_label sl
      where sl.company_id = ${db.companyId}
      group by sl.label_id
    ) held on held.label_id = l.id
    where l.company_id = ${db.companyId}
    order by l.id`.execute(db)
  return rows
}

export async function insertLabel(db: Db, name: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into org.label (company_id, name) values (${db.companyId}, ${name}) returning id`.execute(db)
  return idOf(rows)
}

/** Undefined when there is no such label, or it has another version by now. Answers the former name. */
export async function renameLabel(
  db: Db,
  { id, name, version }: { id: string; name: string; version?: number | undefined },
): Promise<string | undefined> {
  const { rows } = await sql<{ former: string }>`
    update org.label l
    set name = ${name}, version = l.version + 1
    from org.label before
    where l.company_id = ${db.companyId} and l.id = ${id} and before.company_id = l.company_id and before.id = l.id
      and l.version = coalesce(${version ?? null}::int, l.version)
    returning before.name as former`.execute(db)
  return rows[0]?.former
}

/** Also from everybody who has it. Answers its name; undefined when there is none. */
export async function deleteLabel(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    delete from org.label where company_id = ${db.companyId} and id = ${id} returning name`.execute(db)
  return rows[0]?.name
}

/** Ids by names, for files that name them. */
export async function selectRankAndLabelNames(
  db: Db,
): Promise<{ ranks: ReadonlyMap<string, string>; labels: ReadonlyMap<string, string> }> {
  const { rows } = await sql<{ isRank: boolean; id: string; name: string }>`
    select true as "isRank", id, name from org.rank where company_id = ${db.companyId}
    union all
    select false, id, name from org.label where company_id = ${db.companyId}`.execute(db)
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
