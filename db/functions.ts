import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LauncherFailure, type PlainLog } from '@kaopei/server/postgres'
import type { Client } from 'pg'

/** One SQL function as it is now, in a file of its own: `<schema>/<name>.sql`, whose first line counts its changes. */
export interface FunctionFile {
  readonly name: string
  readonly version: number
  readonly checksum: string
  readonly sql: string
}

export function readFunctions(directory: string): FunctionFile[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(directory, name), 'utf8').replaceAll('\r\n', '\n')
      const version = Number(/^-- version (\d+)\n/.exec(sql)?.[1])
      if (!/^[a-z0-9_]+\/[a-z0-9_]+\.sql$/.test(name) || !(version > 0))
        throw new LauncherFailure(`数据库函数文件不符合约定：${name}。应形如 org/find_staff.sql，第一行为 -- version 1。`)
      return { name, version, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

interface Known {
  readonly version: number
  readonly checksum: string
}

/** What the database has, by file; refuses where a newer program has been, or a file was changed under its old number. Files that are gone are nobody's concern. */
export async function readReplaced(client: Client, files: readonly FunctionFile[]): Promise<ReadonlyMap<string, Known>> {
  await client.query(`
    create table if not exists public.kit_function (
      name text primary key,
      version int not null,
      checksum text not null,
      replaced_at timestamptz not null default now()
    );
    comment on table public.kit_function is 'Which functions of db/functions the database has, in which version.'`)
  const { rows } = await client.query<Known & { name: string }>('select name, version, checksum from public.kit_function')
  const here = new Map(files.map((file) => [file.name, file]))
  const newer = rows.filter(({ name, version }) => version > (here.get(name)?.version ?? version)).map(({ name }) => name)
  if (newer.length > 0)
    throw new LauncherFailure(
      `数据库函数已由更新版本的程序更新，当前程序不认识：${newer.sort().join('、')}。请使用最新版本的程序启动，不要用旧版本连接这个数据库。`,
    )
  const changed = rows.filter(({ name, version, checksum }) => {
    const file = here.get(name)
    return file?.version === version && file.checksum !== checksum
  })
  if (changed.length > 0)
    throw new LauncherFailure(
      `数据库函数文件的内容变了而版本号没有变：${changed.map(({ name }) => name).join('、')}。请把文件第一行的版本号加一。`,
    )
  return new Map(rows.map(({ name, ...known }) => [name, known]))
}

/**
 * Puts the functions that have changed into the database, all or none. They keep their arguments and results: a program of before goes on calling
 * them while this one starts.
 */
export async function replaceFunctions(
  client: Client,
  { files, replaced, log }: { files: readonly FunctionFile[]; replaced: ReadonlyMap<string, Known>; log: PlainLog },
): Promise<void> {
  const stale = files.filter(({ name, version }) => replaced.get(name)?.version !== version)
  if (stale.length === 0) return
  log.info(`正在更新数据库函数（${stale.length} 个）`)
  await client.query('begin')
  try {
    // They may name one another in any order, so what they say is looked at once all are there.
    await client.query('set local check_function_bodies = off')
    for (const file of stale) await replaceOne(client, file)
    await client.query('set local check_function_bodies = on')
    for (const file of stale) await replaceOne(client, file)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined) // on a broken connection there is nothing to roll back
    throw error
  }
}

async function replaceOne(client: Client, { name, version, checksum, sql }: FunctionFile): Promise<void> {
  try {
    await client.query(sql)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new LauncherFailure(`数据库函数更新失败：${name}：${reason}`, { cause: error })
  }
  await client.query(
    `insert into public.kit_function (name, version, checksum)
     values ($1, $2, $3)
     on conflict (name) do update set version = excluded.version, checksum = excluded.checksum, replaced_at = now()`,
    [name, version, checksum],
  )
}
