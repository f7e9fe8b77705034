/** What an installation held at an earlier landing, kept beside the migrations: its rows as JSON, and which migrations had made its tables. */
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Client } from 'pg'

export type Row = Readonly<Record<string, unknown>>

export interface Landing {
  /** File names of the migrations that it had. */
  readonly migrations: readonly string[]
  /** By table, `schema.name`; tables without rows are left out. */
  readonly tables: Readonly<Record<string, readonly Row[]>>
}

export function readLanding(file: string): Landing {
  return JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'))
}

export function writeLanding(file: string, landing: Landing): void {
  writeFileSync(file, gzipSync(JSON.stringify(landing), { level: 9 }))
}

/** Everything in the tables of our schemas; rows of a month stand with the table that months are parts of. Jobs of the queue are not ours, and rate limits are of the moment. */
export async function dumpLanding(client: Client): Promise<Landing> {
  const { rows: applied } = await client.query<{ name: string }>('select name from public.kit_migration order by name')
  const { rows: found } = await client.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
      and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker', 'public') and n.nspname not like 'pg_%'
    order by 1`)
  const tables: Record<string, Row[]> = {}
  for (const { name } of found) {
    const { rows } = await client.query<{ row: Row }>(`select to_jsonb(t) as row from ${name} t`)
    if (rows.length > 0) tables[name] = rows.map(({ row }) => row)
  }
  return { migrations: applied.map(({ name }) => name), tables }
}

/** Puts the rows into a database whose tables are of that landing. References are not followed meanwhile; needs a superuser. */
export async function restoreLanding(client: Client, { tables }: Landing): Promise<void> {
  await client.query('set session_replication_role = replica')
  for (const [name, rows] of Object.entries(tables)) {
    const { rows: columns } = await client.query<{ name: string }>(
      `select quote_ident(attname) as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      [name],
    )
    // Some migrations put rows of their own.
    await client.query(`delete from ${name}`)
    const names = columns.map((column) => column.name).join(', ')
    await client.query(
      `insert into ${name} (${names}) overriding system value select ${names} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
      [JSON.stringify(rows)],
    )
  }
  await client.query('set session_replication_role = default')
}
