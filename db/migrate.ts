import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { LauncherFailure, type PlainLog } from '@kaopei/server/postgres'
import { Client, DatabaseError, Pool } from 'pg'
import { chooseAppUrl } from './app-login.ts'
import { type FunctionFile, readFunctions, readReplaced, replaceFunctions } from './functions.ts'
import { splitStatements } from './split-statements.ts'
import { troubleOf, waitingFor } from './waiting-for.ts'

/** The role of the server's queries: no login, no way round row-level security. */
export const appRole = 'kaopei_app'
/** Owner of the search functions, which read across policies by policies of their own. */
export const searchRole = 'kaopei_search'

type Migration = { name: string; checksum: string; sql: string }

const lockKey = 7_301_455_020
const askAgainMs = 200

export interface MigrateOptions {
  readonly log: PlainLog
  readonly directory?: string
  /** Where the functions stand. Default: the program's own, unless the migrations are somebody else's. */
  readonly functions?: string
  /** The login of the server's pool, where one was made by hand. Default: one of our own, made with the roles. */
  readonly appUrl?: string | undefined
  /** How long a database that cannot be reached is waited for. One that takes no writes just now is waited for without end. */
  readonly patienceMs?: number
}

/**
 * Brings the database up to this program's schema: the roles, graphile-worker's tables, the files of `directory` in the
 * order of their names, each once and whole, then the functions whose files have changed. May be killed and repeated at any point; a second program waits for the first. A database that is
 * up to date is only asked, so a full disk keeps no program from coming up; one that is just starting, or cannot be written, is waited for.
 * Answers the URL that the server's pool logs in with.
 */
export async function migrate(ownerUrl: string, options: MigrateOptions): Promise<string> {
  const files = readMigrations(options.directory ?? join(import.meta.dirname, 'migrations'))
  const functions = functionsOf(options)
  const stamp = stampOf(files, functions)
  return waitingFor(options, async () => {
    const client = new Client({ connectionString: ownerUrl, application_name: 'kaopei-migrate', connectionTimeoutMillis: 15_000 })
    // A lost connection also fails the query under way; without a listener it would end the process.
    client.on('error', (error) => options.log.warn(`升级时数据库连接中断：${error.message}`))
    try {
      await client.connect()
      if (!(await isUpToDate(client, stamp))) await bringUp(client, { ownerUrl, files, functions, stamp, log: options.log })
      return await chooseAppUrl(client, { ownerUrl, appUrl: options.appUrl, appRole, log: options.log })
    } finally {
      await client.end().catch(() => undefined) // it may be broken
    }
  })
}

interface Wanted {
  readonly ownerUrl: string
  readonly files: Migration[]
  readonly functions: FunctionFile[]
  readonly stamp: string
  readonly log: PlainLog
}

async function bringUp(client: Client, { ownerUrl, files, functions, stamp, log }: Wanted): Promise<void> {
  await client.query(`set client_min_messages = warning; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`)
  await takeTurn(client, log)
  const applied = await readApplied(client)
  refuseDivergence(files, applied)
  const replaced = await readReplaced(client, functions)
  await makeRoles(client)
  await bringUpQueue(ownerUrl, log)
  const isNew = applied.size === 0
  if (isNew) log.info(`正在建立数据库（${files.length} 步）……`)
  for (const file of files) {
    if (applied.has(file.name)) continue
    if (!isNew) log.info(`正在执行数据库升级 ${file.name}`)
    await apply(client, file)
  }
  await replaceFunctions(client, { files: functions, replaced, log })
  await client.query(`comment on table public.kit_migration is '${stamp}'`)
}

/** Says for which program the database was brought up last: its migrations and functions, the queue's version, the roles. */
function stampOf(files: Migration[], functions: FunctionFile[]): string {
  const queue = dirname(createRequire(import.meta.url).resolve('graphile-worker'))
  const queueVersion = readFileSync(join(queue, 'version.js'), 'utf8')
  const parts = [
    queueVersion,
    appRole,
    searchRole,
    ...[...files, ...functions].map(({ name, checksum }) => `${name} ${checksum}`),
  ]
  return createHash('sha256').update(parts.join('\n')).digest('hex')
}

/** Whether there is nothing to do; writes nothing and waits for nobody. */
async function isUpToDate(client: Client, stamp: string): Promise<boolean> {
  const { rows } = await client.query<{ is_stamped: boolean; safe_roles: number }>(
    `select coalesce(obj_description(to_regclass('public.kit_migration'), 'pg_class') = $1, false) as is_stamped,
       (select count(*)::int from pg_roles
        where rolname = any($2) and not rolsuper and not rolbypassrls and pg_has_role(oid, 'member')) as safe_roles`,
    [stamp, [appRole, searchRole]],
  )
  return rows[0]?.is_stamped === true && rows[0].safe_roles === 2
}

function functionsOf({ directory, functions }: MigrateOptions): FunctionFile[] {
  if (functions !== undefined) return readFunctions(functions)
  return directory === undefined ? readFunctions(join(import.meta.dirname, 'functions')) : []
}

function readMigrations(directory: string): Migration[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      if (!/^\d{14}_[a-z0-9_]+\.sql$/.test(name)) {
        throw new LauncherFailure(`数据库升级文件的名称不符合约定：${name}。应形如 20261121090000_org__staff.sql。`)
      }
      // Git may turn line ends over; that is no change of the file.
      const sql = readFileSync(join(directory, name), 'utf8').replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

/** Asks again and again instead of waiting in a query: an index that is built concurrently waits for every query, and the two would wait for each other. */
async function takeTurn(client: Client, log: PlainLog): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lockKey])
    if (rows[0]?.taken) return
    if (tries === 1) log.info('另一个程序正在升级数据库，正在等待它完成…')
    await setTimeout(askAgainMs)
  }
}

async function readApplied(client: Client): Promise<Map<string, string>> {
  await client.query(`
    create table if not exists public.kit_migration (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from public.kit_migration')
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function refuseDivergence(files: Migration[], applied: Map<string, string>): void {
  const known = new Map(files.map(({ name, checksum }) => [name, checksum]))
  const unknown = [...applied.keys()].filter((name) => !known.has(name)).sort()
  if (unknown.length > 0) {
    throw new LauncherFailure(
      `数据库已由更新版本的程序升级，当前程序不认识：${unknown.join('、')}。请使用最新版本的程序启动，不要用旧版本连接这个数据库。`,
    )
  }
  const changed = files.filter(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  if (changed.length > 0) {
    throw new LauncherFailure(
      `已经执行过的数据库升级文件被改动：${changed.map(({ name }) => name).join('、')}。请恢复这些文件的原内容，把改动写进新的升级文件。`,
    )
  }
}

async function makeRoles(client: Client): Promise<void> {
  for (const role of [appRole, searchRole]) {
    try {
      await makeRole(client, role)
    } catch (error) {
      throw new LauncherFailure(
        `无法创建数据库角色 ${role}：${messageOf(error)}。请让数据库管理员执行 CREATE ROLE ${role} NOLOGIN NOBYPASSRLS，并授予当前用户（GRANT ${role} TO …）。`,
        { cause: error },
      )
    }
  }
  const { rows } = await client.query<{ rolname: string }>(
    'select rolname from pg_roles where rolname = any($1) and (rolsuper or rolbypassrls)',
    [[appRole, searchRole]],
  )
  if (rows.length === 0) return
  throw new LauncherFailure(
    `数据库角色 ${rows.map(({ rolname }) => rolname).join('、')} 可以绕过行级安全，不能保证公司之间的数据隔离。请执行 ALTER ROLE … NOSUPERUSER NOBYPASSRLS 后重试。`,
  )
}

async function makeRole(client: Client, role: string): Promise<void> {
  await client.query(`
    do $$
    begin
      if not exists (select from pg_roles where rolname = '${role}') then
        create role ${role} nologin nobypassrls;
      end if;
    exception
      -- Roles belong to the whole server: another database's migration may just have made it.
      when duplicate_object or unique_violation then null;
    end
    $$`)
  // Since PostgreSQL 16 who creates a role may administer it but not yet become it.
  const mayBecome = await client.query(`set role ${role}`).then(
    () => true,
    () => false,
  )
  if (mayBecome) await client.query('reset role')
  else await client.query(`grant ${role} to current_user`)
}

async function apply(client: Client, file: Migration): Promise<void> {
  try {
    if (/^-- no-transaction\b/.test(file.sql)) {
      await dropHalfBuiltIndexes(client, file)
      for (const statement of splitStatements(file.sql)) await client.query(statement)
      await remember(client, file)
      return
    }
    await client.query('begin')
    await client.query(file.sql)
    await remember(client, file)
    await client.query('commit')
  } catch (error) {
    // On a broken connection there is nothing to roll back.
    await client.query('rollback').catch(() => undefined)
    throw new LauncherFailure(`数据库升级失败：${file.name}${lineOf(error, file)}：${messageOf(error)}`, { cause: error })
  } finally {
    await client.query('reset all; set client_min_messages = warning').catch(() => undefined)
  }
}

async function remember(client: Client, { name, checksum }: Migration): Promise<void> {
  await client.query('insert into public.kit_migration (name, checksum) values ($1, $2)', [name, checksum])
}

/** A concurrent build that was killed leaves an invalid index behind, which `if not exists` would take for the real one. */
async function dropHalfBuiltIndexes(client: Client, { sql }: Migration): Promise<void> {
  const { rows } = await client.query<{ index: string; name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as index, c.relname as name
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_namespace n on n.oid = c.relnamespace
    where not i.indisvalid`)
  for (const { index, name } of rows) {
    if (sql.includes(name)) await client.query(`drop index concurrently if exists ${index}`)
  }
}

function lineOf(error: unknown, { sql }: Migration): string {
  if (!(error instanceof DatabaseError) || error.position === undefined || sql.startsWith('-- no-transaction')) return ''
  return ` 第 ${sql.slice(0, Number(error.position)).split('\n').length} 行`
}

function messageOf(error: unknown): string {
  if (troubleOf(error) === 'noWrites') return '数据库暂时不能写入，通常是因为磁盘空间不足。请释放磁盘空间。'
  return error instanceof Error ? error.message : String(error)
}

/** Loaded only here: a database that is up to date, as at nearly every start, needs none of it. */
async function bringUpQueue(ownerUrl: string, log: PlainLog): Promise<void> {
  const { Logger, runMigrations } = await import('graphile-worker')
  const logger = new Logger(() => (level, message) => {
    if (level === 'warning' || level === 'error') log.warn(message)
  })
  const pgPool = new Pool({
    connectionString: ownerUrl,
    application_name: 'kaopei-migrate',
    connectionTimeoutMillis: 15_000,
    max: 2,
  })
  // A lost connection also fails the query under way. Its own pool would listen no more while its connections are closing.
  pgPool.on('error', () => undefined)
  pgPool.on('connect', (client) => client.on('error', () => undefined))
  try {
    await runMigrations({ pgPool, schema: 'graphile_worker', logger, noHandleSignals: true })
  } finally {
    await pgPool.end()
  }
}
