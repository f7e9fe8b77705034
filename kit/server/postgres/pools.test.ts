import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@kaopei/db/migrate'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { appLoginOf, type EmbeddedPostgres, openPools, type PlainLog, type Pools, startEmbeddedPostgres } from './index.ts'
import { withOption } from './pools.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const log: PlainLog = { info: () => undefined, warn: () => undefined }
let database: EmbeddedPostgres
let pools: Pools

beforeAll(async () => {
  database = await startEmbeddedPostgres({ dataDir: join(tmpdir(), `kaopei-pools-${randomUUID()}`), log, ephemeral: true })
  await migrate(database.ownerUrl, { log })
  pools = openPools({ url: database.ownerUrl, appPoolSize: 3 })
  await pools.owner.query(`
    create table public.visible_to_one (company int);
    insert into public.visible_to_one values (1), (1), (2);
    grant select on public.visible_to_one to kaopei_app;
    alter table public.visible_to_one enable row level security, force row level security;
    create policy company on public.visible_to_one to kaopei_app using (company = nullif(current_setting('test.company', true), '')::int)`)
})

afterAll(async () => {
  await pools.close()
  await database.stop()
})

test("the server's role cannot see past row-level security, though the URL is a superuser's", async () => {
  const { rows } = await pools.app.query(`
    select current_user as role, session_user as login, rolsuper or rolbypassrls as bypasses
    from pg_roles where rolname = current_user`)
  expect(rows).toEqual([{ role: 'kaopei_app', login: appLoginOf(database.ownerUrl)?.name, bypasses: false }])
  const count = 'select count(*) as n from public.visible_to_one'
  expect((await pools.app.query(count)).rows).toEqual([{ n: 0 }])
  expect((await pools.owner.query(count)).rows).toEqual([{ n: 3 }])
  const client = await pools.app.connect()
  try {
    await client.query(`begin; set local test.company = '1'`)
    expect((await client.query(count)).rows).toEqual([{ n: 2 }])
    await client.query('commit')
    expect((await client.query(count)).rows).toEqual([{ n: 0 }])
    await client.query('reset role')
    expect((await client.query('select current_user as role')).rows).toEqual([{ role: 'kaopei_app' }])
  } finally {
    client.release()
  }
  await expect(pools.app.query('create table public.mine (x int)')).rejects.toThrow(/permission denied/)
})

test("nothing that a query of the server's pool says brings it beyond its own company, nor to another role", async () => {
  const login = appLoginOf(database.ownerUrl)?.name ?? ''
  const tried = [
    `set role kaopei_owner`,
    `set role kaopei_search`,
    `set role pg_read_all_data`,
    `set session authorization kaopei_owner`,
    `set session authorization kaopei_app`,
    `alter table public.visible_to_one disable row level security`,
    `alter table public.visible_to_one no force row level security`,
    `drop policy company on public.visible_to_one`,
    `copy (select 1) to program 'true'`,
    `copy public.visible_to_one from '/etc/passwd'`,
    `select pg_read_file('/etc/passwd')`,
    `alter role ${login} superuser`,
    `grant kaopei_owner to ${login}`,
    `create role another login`,
    `create database another`,
    `create function public.mine() returns int language sql return 1`,
    `select rolpassword from pg_authid`,
  ]
  const client = await pools.app.connect()
  const refused: string[] = []
  try {
    for (const leave of ['', 'set role none; ', 'reset role; ', 'set session authorization default; ', 'discard all; ']) {
      for (const text of tried) {
        if (leave !== '') await client.query(leave)
        await client.query(text).catch((error: { code: string }) => refused.push(`${leave}${text}: ${error.code}`))
      }
      const { rows } = await client.query(`
        select r.rolname as role, r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolcreatedb or r.rolreplication as "isMighty"
        from pg_roles r where r.rolname = current_user`)
      expect([
        { role: 'kaopei_app', isMighty: false },
        { role: login, isMighty: false },
      ]).toContainEqual(rows[0])
      const seen = await client
        .query('select count(*) as n from public.visible_to_one')
        .catch((error: { code: string }) => error.code)
      expect(['42501', 0]).toContain(typeof seen === 'string' ? seen : seen.rows[0].n)
      expect(refused.splice(0)).toEqual(tried.map((text) => `${leave}${text}: 42501`))
    }
  } finally {
    client.release(true)
  }
})

test('the login follows from the owner of the URL, which tells nothing of the owner’s password', () => {
  const ofSocket = appLoginOf('postgresql://kaopei_owner:s3cret@%2Ftmp%2Fs:5432/kaopei')
  const ofNetwork = appLoginOf('postgresql://kaopei_owner:s3cret@127.0.0.1:5432/other')
  const ofParameters = appLoginOf('postgresql:///kaopei?host=/tmp&user=kaopei_owner&password=s3cret')
  expect(new Set([ofSocket, ofNetwork, ofParameters].map((login) => `${login?.name} ${login?.password}`)).size).toBe(1)
  expect(new URL(ofSocket?.url ?? '').hostname).toBe('%2Ftmp%2Fs')
  expect([ofSocket, ofNetwork, ofParameters].filter((login) => login?.url.includes('s3cret'))).toEqual([])
  expect(appLoginOf('postgresql://someone:s3cret@h/kaopei')?.name).not.toBe(ofSocket?.name)
  expect(appLoginOf('postgresql://kaopei_owner:other@h/kaopei')?.password).not.toBe(ofSocket?.password)
  expect(appLoginOf('postgresql:///kaopei?host=/run/postgresql', {})).toBeUndefined()
})

test('numbers, dates and instants arrive in the types that the code works with', async () => {
  const { rows } = await pools.app.query(`
    select 9007199254740991::int8 as safe, 9007199254740993::int8 as unsafe, 12.50::numeric(9,2) as score, 0.1::numeric as tenth,
      12345678901234567.89::numeric as long, date '2026-11-21' as day, timestamptz '2026-11-21 08:00+08' as at,
      array[1, null]::int8[] as ids, array[date '2026-01-02'] as days, '{"a":[1]}'::jsonb as json`)
  expect(rows).toEqual([
    {
      safe: 9007199254740991,
      unsafe: '9007199254740993',
      score: 12.5,
      tenth: 0.1,
      long: '12345678901234567.89',
      day: '2026-11-21',
      at: new Date('2026-11-21T00:00:00Z'),
      ids: [1, null],
      days: ['2026-01-02'],
      json: { a: [1] },
    },
  ])
})

test('statements and idle transactions have a limit', async () => {
  const { rows } = await pools.app.query(`
    select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle,
      current_setting('application_name') as name`)
  expect(rows).toEqual([{ statement: '30s', idle: '1min', name: 'kaopei' }])
})

test("the URL's own options stay", () => {
  const url = withOption('postgresql://a@h/d?options=-c%20search_path%3Dx&sslmode=disable', '-c role=kaopei_app')
  expect(new URL(url).searchParams.get('options')).toBe('-c search_path=x -c role=kaopei_app')
})

test('the pools outlive a killed database: idle, busy and waiting connections', async () => {
  const idle = pools.owner.query('select 1')
  await idle
  const held = await pools.app.connect()
  await held.query('begin')
  const busy = expect(pools.app.query('select pg_sleep(20)')).rejects.toThrow()
  await pools.app.query('select 1')
  // A cluster for tests commits without waiting for its log: what the login is must not go with it.
  await pools.owner.query('checkpoint')
  await database.kill()
  await busy
  await expect(pools.app.query('select 1')).rejects.toThrow()
  await expect(held.query('select 1')).rejects.toThrow()
  held.release(true)
  await database.restart()
  expect((await pools.app.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect((await pools.owner.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
