/** The tables of the rooms as the database's own catalog describes them. */
import type { World } from '@kaopei/server/testing'

export interface Column {
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  readonly hasDefault: boolean
  /** The first of the words that a check admits, where it admits no others. */
  readonly word: string | null
}

export interface ForeignKey {
  readonly columns: readonly string[]
  readonly target: string
  readonly targetColumns: readonly string[]
}

export interface RoomTable {
  readonly name: string
  readonly columns: readonly Column[]
  readonly primaryKey: readonly string[]
  readonly foreignKeys: readonly ForeignKey[]
  readonly isCompanyTable: boolean
  readonly isProtected: boolean
  readonly isForced: boolean
  /** Of a table that lies in parts: its triggers are those of the whole. */
  readonly isPart: boolean
  readonly owner: string
}

/** Every table of our schemas; those of PostgreSQL and of the job queue are not ours. */
export function roomTables(world: World): Promise<RoomTable[]> {
  return world.rows<RoomTable & Record<string, unknown>>(`
    select n.nspname || '.' || c.relname as name,
      pg_get_userbyid(c.relowner)::text as owner,
      c.relrowsecurity as "isProtected",
      c.relforcerowsecurity as "isForced",
      c.relispartition as "isPart",
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped) as "isCompanyTable",
      (
        select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, null), 'isNullable', not a.attnotnull,
          'hasDefault', a.atthasdef or a.attidentity <> '', 'word', (
            select (regexp_match(pg_get_constraintdef(p.oid), '= ANY \\(ARRAY\\[''([^'']+)''::text'))[1]
            from pg_constraint p
            where p.conrelid = c.oid and p.contype = 'c' and p.conkey = array[a.attnum]
              and pg_get_constraintdef(p.oid) ~ '= ANY \\(ARRAY\\[''[^'']+''::text'
            limit 1
          )) order by a.attnum)
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ) as columns,
      coalesce((
        select jsonb_agg(a.attname order by k.place)
        from pg_constraint p
        cross join unnest(p.conkey) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
        where p.conrelid = c.oid and p.contype = 'p'
      ), '[]') as "primaryKey",
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'columns', (select jsonb_agg(a.attname order by k.place) from unnest(f.conkey) with ordinality as k (number, place)
            join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.number),
          'target', tn.nspname || '.' || t.relname,
          'targetColumns', (select jsonb_agg(a.attname order by k.place) from unnest(f.confkey) with ordinality as k (number, place)
            join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.number)))
        from pg_constraint f
        join pg_class t on t.oid = f.confrelid
        join pg_namespace tn on tn.oid = t.relnamespace
        where f.conrelid = c.oid and f.contype = 'f' and f.conparentid = 0
      ), '[]') as "foreignKeys"
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p')
      and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker')
      and n.nspname not like 'pg_%'
    order by 1`)
}
