import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { appLoginOf, type EmbeddedPostgres, LauncherFailure, type PlainLog, startEmbeddedPostgres } from '@kaopei/server/postgres'
import { quickFolder } from '@kaopei/server/testing'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { migrate } from './migrate.ts'
import { splitStatements } from './split-statements.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

let cluster: EmbeddedPostgres
let root: string
let directory: string
let url: string
let told: string[]
const log: PlainLog = { info: (text) => told.push(text), warn: (text) => told.push(text) }

beforeAll(async () => {
  told = []
  root = mkdtempSync(join(tmpdir(), 'kaopei-migrate-'))
  cluster = await startEmbeddedPostgres({ dataDir: join(quickFolder(), `kaopei-migrate-${randomUUID()}`), log, ephemeral: true })
})

afterAll(async () => {
  await cluster.stop()
  rmSync(root, { recursive: true, force: true })
})

beforeEach(async () => {
  told = []
  directory = mkdtempSync(join(root, 'files-'))
  const name = `d${randomUUID().replaceAll('-', '')}`
  await ask(`create database ${name}`, cluster.ownerUrl)
  const changed = new URL(cluster.ownerUrl)
  changed.pathname = `/${name}`
  url = changed.href
})

function write(name: string, sql: string): void {
  writeFileSync(join(directory, name), sql)
}

async function ask(sql: string, where = url): Promise<unknown[]> {
  const client = new Client(where)
  await client.connect()
  try {
    // Of several statements each has its own result.
    return [await client.query({ text: sql, rowMode: 'array' })].flat().flatMap(({ rows }) => rows.flat())
  } finally {
    await client.end()
  }
}

const appliedNames = () => ask('select name from public.kit_migration order by name')

test('files run once, in the order of their names; new ones at the next start', async () => {
  write('20261121090100_org__second.sql', 'insert into note values (2);')
  write('20261121090000_org__first.sql', 'create table note (n int); insert into note values (1);')
  await migrate(url, { log, directory })
  write('20261121090200_org__third.sql', 'insert into note values (3);')
  await migrate(url, { log, directory })
  await migrate(url, { log, directory })
  expect(await ask('select n from note order by n')).toEqual([1, 2, 3])
  // A new database is one line; of an upgrade each step is told.
  expect(told.filter((text) => text.startsWith('正在建立数据库'))).toEqual(['正在建立数据库（2 步）……'])
  expect(told.filter((text) => text.startsWith('正在执行数据库升级'))).toEqual([
    '正在执行数据库升级 20261121090200_org__third.sql',
  ])
  expect(await ask(`select count(*)::int from graphile_worker.jobs`)).toEqual([0])
})

const writes = (mode: 'on' | 'off') => {
  const [name] = new URL(url).pathname.slice(1).split('?')
  return ask(`alter database ${name} set default_transaction_read_only = ${mode}`, cluster.ownerUrl)
}

test('a database that is up to date is only asked: a full disk keeps no program from coming up', async () => {
  write('20261121090000_org__first.sql', 'create table note (n int);')
  await migrate(url, { log, directory })
  await writes('on')
  told = []
  await migrate(url, { log, directory })
  expect(told).toEqual([])
})

test('one that takes no writes is waited for with words, and brought up once it does', async () => {
  write('20261121090000_org__first.sql', 'create table note (n int);')
  await migrate(url, { log, directory })
  await writes('on')
  write('20261121090100_org__second.sql', 'insert into note values (2);')
  const said = Promise.withResolvers<string>()
  const done = migrate(url, { log: { ...log, warn: said.resolve }, directory })
  expect(await said.promise).toMatch(/数据库暂时不能写入.*请释放磁盘空间/)
  await writes('off')
  await done
  expect(await ask('select n from note')).toEqual([2])
})

test('one that is just coming up is waited for, one that is not there is not waited for for ever', async () => {
  write('20261121090000_org__first.sql', 'create table note (n int);')
  await cluster.kill()
  const nobody = new URL(`postgresql://nobody:x@127.0.0.1:${cluster.port}/x`).href
  await expect(migrate(nobody, { log, directory, patienceMs: 0 })).rejects.toThrow()
  const done = migrate(url, { log, directory })
  await cluster.restart()
  await done
  expect(await ask('select count(*)::int from note')).toEqual([0])
})

test('a changed file is refused, other line ends are no change', async () => {
  const name = '20261121090000_org__first.sql'
  write(name, 'create table note (\n n int\n);')
  await migrate(url, { log, directory })
  write(name, 'create table note (\r\n n int\r\n);')
  await migrate(url, { log, directory })
  write(name, 'create table note (\n n bigint\n);')
  await expect(migrate(url, { log, directory })).rejects.toThrow(
    /已经执行过的数据库升级文件被改动：20261121090000_org__first\.sql/,
  )
})

test('a database of a newer program is refused', async () => {
  write('20261121090000_org__first.sql', 'select 1')
  write('20271121090000_org__future.sql', 'select 1')
  await migrate(url, { log, directory })
  rmSync(join(directory, '20271121090000_org__future.sql'))
  await expect(migrate(url, { log, directory })).rejects.toThrow(/更新版本的程序升级.*20271121090000_org__future\.sql/)
})

test('a failing file leaves nothing behind, names file and line, and runs after it is mended', async () => {
  write('20261121090000_org__first.sql', 'create table kept (n int);')
  write('20261121090100_org__broken.sql', 'create table half (n int);\n\ninsert into hlaf values (1);')
  const failure = migrate(url, { log, directory })
  await expect(failure).rejects.toThrow(/20261121090100_org__broken\.sql 第 3 行：relation "hlaf" does not exist/)
  await expect(failure).rejects.toBeInstanceOf(LauncherFailure)
  expect(await ask(`select to_regclass('kept')::text, to_regclass('half')::text`)).toEqual(['kept', null])
  write('20261121090100_org__broken.sql', 'create table half (n int);')
  await migrate(url, { log, directory })
  expect(await appliedNames()).toHaveLength(2)
})

test('a migration killed half-way is repeated whole', async () => {
  write('20261121090000_org__slow.sql', 'create table slow (n int);\nselect pg_sleep(20);')
  const killed = expect(migrate(url, { log, directory, patienceMs: 0 })).rejects.toThrow(LauncherFailure)
  await vi.waitFor(async () => {
    const ended = await ask(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'kaopei-migrate' and query like '%pg_sleep(20)%' and state = 'active'`)
    expect(ended).toEqual([true])
  }, 10_000)
  await killed
  expect(await appliedNames()).toEqual([])
  write('20261121090000_org__slow.sql', 'create table slow (n int);')
  await migrate(url, { log, directory })
  expect(await ask(`select to_regclass('slow')::text`)).toEqual(['slow'])
})

test('of two programs that start at once each file runs once', async () => {
  write('20261121090000_org__first.sql', 'create table note (n int); select pg_sleep(0.2); insert into note values (1);')
  await Promise.all([1, 2, 3].map(() => migrate(url, { log, directory })))
  expect(await ask('select n from note')).toEqual([1])
})

test('who waits for another program does not hold up its concurrent index, nor is held up by it', async () => {
  write('20261121090000_org__note.sql', 'create table note (n int);')
  write(
    '20261121090100_org__index.sql',
    '-- no-transaction\nselect pg_sleep(0.5);\ncreate index concurrently if not exists note_n on note (n);',
  )
  await Promise.all([1, 2, 3].map(() => migrate(url, { log, directory })))
  expect(await ask(`select indisvalid from pg_index where indexrelid = 'note_n'::regclass`)).toEqual([true])
  expect(told.filter((text) => text.startsWith('正在建立数据库'))).toHaveLength(1)
})

test('a file outside a transaction builds an index concurrently, also after a half-built one', async () => {
  write('20261121090000_org__note.sql', `create table note (n int, t text default 'a;b'); insert into note values (1), (1);`)
  await migrate(url, { log, directory })
  const file = '20261121090100_org__note_index.sql'
  write(file, '-- no-transaction\ncreate unique index concurrently if not exists note_n on note (n);')
  await expect(migrate(url, { log, directory })).rejects.toThrow(/could not create unique index/)
  expect(await ask(`select indisvalid from pg_index where indexrelid = 'note_n'::regclass`)).toEqual([false])
  await ask('delete from note where ctid in (select ctid from note limit 1)')
  await migrate(url, { log, directory })
  expect(await ask(`select indisvalid from pg_index where indexrelid = 'note_n'::regclass`)).toEqual([true])
})

test('the roles are made without login and without a way round row-level security', async () => {
  await migrate(url, { log, directory })
  const login = appLoginOf(url)?.name
  // Other databases of the cluster, and owners with another password, have logins of their own.
  const roles = await ask(
    `select concat_ws(' ', rolname, rolcanlogin, rolsuper, rolbypassrls) from pg_roles
     where rolname like 'kaopei\\_%' and rolname not like 'kaopei\\_login\\_%' or rolname = '${login}' order by 1`,
  )
  expect(roles).toEqual(['kaopei_app f f f', `${login} t f f`, 'kaopei_owner t t t', 'kaopei_search f f f'])
  await ask('alter role kaopei_app bypassrls')
  await expect(migrate(url, { log, directory })).rejects.toThrow(/kaopei_app 可以绕过行级安全/)
  await ask('alter role kaopei_app nobypassrls')
})

test('an owner that is no superuser can migrate when it may create roles, else is told what to ask for', async () => {
  const own = await startEmbeddedPostgres({
    dataDir: join(quickFolder(), `kaopei-migrate-${randomUUID()}`),
    log,
    ephemeral: true,
  })
  try {
    await ask(`create role plain_owner login password 'plain'`, own.ownerUrl)
    await ask('create database plain owner plain_owner', own.ownerUrl)
    const plain = new URL(own.ownerUrl)
    plain.username = 'plain_owner'
    plain.password = 'plain'
    plain.pathname = '/plain'
    write('20261121090000_org__first.sql', 'create table note (n int); grant select on note to kaopei_app;')
    await expect(migrate(plain.href, { log, directory })).rejects.toThrow(
      /无法创建数据库角色 kaopei_app：.*CREATE ROLE kaopei_app/,
    )
    await ask('alter role plain_owner createrole', own.ownerUrl)
    await migrate(plain.href, { log, directory })
    const app = new URL(await migrate(plain.href, { log, directory }))
    app.searchParams.set('options', '-c role=kaopei_app')
    const mine = 'select session_user::text, current_user::text, count(*)::int from note'
    expect(await ask(mine, app.href)).toEqual([appLoginOf(plain.href)?.name, 'kaopei_app', 0])
    await expect(ask('set role plain_owner', app.href)).rejects.toThrow(/permission denied/)
  } finally {
    await own.stop()
  }
})

/** A server of its own with a database `plain` whose owner may make no roles; somebody made those it needs. */
async function withPlainOwner(work: (owner: URL, admin: (sql: string) => Promise<unknown[]>) => Promise<void>): Promise<void> {
  const own = await startEmbeddedPostgres({
    dataDir: join(quickFolder(), `kaopei-migrate-${randomUUID()}`),
    log,
    ephemeral: true,
  })
  try {
    const admin = (sql: string) => ask(sql, own.ownerUrl)
    await admin(`create role plain_owner login password 'plain'; create role kaopei_app; create role kaopei_search;
      grant kaopei_app, kaopei_search to plain_owner`)
    await admin('create database plain owner plain_owner')
    const plain = new URL(own.ownerUrl)
    plain.username = 'plain_owner'
    plain.password = 'plain'
    plain.pathname = '/plain'
    write('20261121090000_org__first.sql', 'create table note (n int); grant select on note to kaopei_app;')
    await work(plain, admin)
  } finally {
    await own.stop()
  }
}

test('where the owner may make no login the server goes on as before, and the log says what to ask for', async () => {
  await withPlainOwner(async (plain) => {
    expect(await migrate(plain.href, { log, directory })).toBe(plain.href)
    expect(told).toContainEqual(expect.stringMatching(/无权创建登录角色.*CREATE ROLE kaopei_login.*KAOPEI_APP_DATABASE_URL/))
  })
})

test('a login made by hand is taken, unless it may more than it must', async () => {
  await withPlainOwner(async (plain, admin) => {
    await admin(`create role by_hand login noinherit password 'by-hand'`)
    const given = new URL(plain.href)
    given.username = 'by_hand'
    given.password = 'by-hand'
    const migrated = () => migrate(plain.href, { log, directory, appUrl: given.href })
    await expect(migrated()).rejects.toThrow(/GRANT kaopei_app TO "by_hand"/)
    await admin('grant kaopei_app to by_hand')
    expect(await migrated()).toBe(given.href)
    await admin('grant plain_owner to by_hand')
    await expect(migrated()).rejects.toThrow(/by_hand 的权限过大（属于 .*plain_owner/)
    await admin('revoke plain_owner from by_hand; alter role by_hand createdb bypassrls')
    await expect(migrated()).rejects.toThrow(/BYPASSRLS、CREATEDB/)
    await admin('alter role by_hand nocreatedb nobypassrls')
    given.password = 'forgotten'
    await expect(migrated()).rejects.toThrow(/KAOPEI_APP_DATABASE_URL 无法登录/)
    given.password = 'by-hand'
    given.pathname = '/postgres'
    await expect(migrated()).rejects.toThrow(/指向数据库 postgres/)
  })
})

test('the login follows a new password of the owner, comes back when it is gone, and is made once by many', async () => {
  write('20261121090000_org__first.sql', 'select 1')
  const before = await migrate(url, { log, directory })
  await ask(`create role rotated superuser login password 'first'`)
  const rotated = new URL(url)
  rotated.username = 'rotated'
  rotated.password = 'first'
  const first = await migrate(rotated.href, { log, directory })
  await ask(`alter role rotated password 'second'`)
  rotated.password = 'second'
  const seconds = await Promise.all([1, 2, 3].map(() => migrate(rotated.href, { log, directory })))
  expect(new Set([...seconds, first, before]).size).toBe(3)
  await expect(ask('select 1', first)).rejects.toThrow(/password authentication failed/)
  expect(await ask('select session_user::text', seconds[0])).toEqual([appLoginOf(rotated.href)?.name])
  await ask(`revoke connect on database ${new URL(url).pathname.slice(1)} from public, ${appLoginOf(rotated.href)?.name}`)
  expect(await ask('select 1', await migrate(rotated.href, { log, directory }))).toEqual([1])
  await ask(`drop owned by ${appLoginOf(rotated.href)?.name}; drop role ${appLoginOf(rotated.href)?.name}`)
  expect(await ask('select 1', await migrate(rotated.href, { log, directory }))).toEqual([1])
  expect(told.join()).not.toMatch(/仍以所有者登录/)
})

test('a file with a name outside the order is refused', async () => {
  write('first.sql', 'select 1')
  await expect(migrate(url, { log, directory })).rejects.toThrow(/名称不符合约定：first\.sql/)
})

test('statements are split outside of quotes, bodies and comments only', () => {
  const sql = `-- a; b\nselect ';' as ";";\n/* ; */ do $x$ begin perform 1; end $x$;\n\n select 'it''s;';-- end;\n`
  expect(splitStatements(sql)).toEqual([
    `-- a; b\nselect ';' as ";"`,
    '/* ; */ do $x$ begin perform 1; end $x$',
    `select 'it''s;'`,
  ])
})
