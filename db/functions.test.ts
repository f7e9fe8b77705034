import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { PlainLog } from '@kaopei/server/postgres'
import { createTestDatabase, type TestDatabase } from '@kaopei/server/testing'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readFunctions } from './functions.ts'
import { migrate } from './migrate.ts'

const migrations = join(import.meta.dirname, 'migrations')
let database: TestDatabase
let client: Client
let functions: string
let told: string[]
const log: PlainLog = { info: (text) => told.push(text), warn: (text) => told.push(text) }

beforeEach(async () => {
  told = []
  database = await createTestDatabase()
  client = new Client(database.url)
  await client.connect()
  functions = mkdtempSync(join(tmpdir(), 'kaopei-functions-'))
})
afterEach(async () => {
  await client.end()
  await database.drop()
  rmSync(functions, { recursive: true, force: true })
})

function write(name: string, version: number, answer: string): void {
  const text = `create or replace function kit.${name}() returns int language sql as $$ select ${answer} $$;`
  mkdirSync(dirname(join(functions, 'kit', name)), { recursive: true })
  writeFileSync(join(functions, 'kit', `${name}.sql`), `-- version ${version}\n${text}\n`)
}
const start = () => migrate(database.url, { log, directory: migrations, functions })
const ask = async (name: string) => (await client.query<{ n: number }>(`select kit.${name}() as n`)).rows[0]?.n

test('a function is replaced when its file counts one up, and left alone otherwise', async () => {
  write('one', 1, '1')
  await start()
  expect(await ask('one')).toBe(1)
  write('one', 2, '2')
  await start()
  expect(await ask('one')).toBe(2)
  told = []
  await start()
  expect(told).toEqual([])
})

test('programs that start at once replace it once', async () => {
  write('one', 1, '1')
  await Promise.all([start(), start(), start()])
  expect(told.filter((text) => text.startsWith('正在更新数据库函数'))).toHaveLength(1)
  expect(await ask('one')).toBe(1)
})

test('a server of before goes on calling it, in statements that it has prepared', async () => {
  write('one', 1, '1')
  await start()
  const again = () => client.query<{ n: number }>({ name: 'once', text: 'select kit.one() as n' })
  expect((await again()).rows).toEqual([{ n: 1 }])
  write('one', 2, '2')
  await start()
  expect((await again()).rows).toEqual([{ n: 2 }])
})

test('functions that name one another come in any order, all or none of them', async () => {
  write('first', 1, 'kit.second()')
  write('second', 1, '2')
  await start()
  expect(await ask('first')).toBe(2)
  write('first', 2, '7')
  write('second', 2, 'from nowhere at all')
  await expect(start()).rejects.toThrow(/数据库函数更新失败：kit\/second\.sql：.*syntax error/)
  expect(await ask('first')).toBe(2)
})

test('an older program does not put its functions back, and a change without a new number is refused', async () => {
  write('one', 2, '2')
  await start()
  write('one', 1, '1')
  await expect(start()).rejects.toThrow(/已由更新版本的程序更新.*kit\/one\.sql/)
  write('one', 2, '3')
  await expect(start()).rejects.toThrow(/版本号没有变：kit\/one\.sql/)
  expect(await ask('one')).toBe(2)
})

test('a file without its number is refused', async () => {
  mkdirSync(join(functions, 'kit'))
  writeFileSync(join(functions, 'kit', 'one.sql'), 'select 1')
  await expect(start()).rejects.toThrow(/不符合约定：kit\/one\.sql/)
})

/** The last migrations that brought functions; what changes since is changed in its file. */
const firstWithout = '20261124'
/** Of what indexes, columns and policies are made has to be there before them: functions that a migration brings, and their files repeat. */
const neededByTables: readonly string[] = ['20261124110100_courseware__search.sql']

test('every function of the product stands in a file of its own, and no new migration defines one', async () => {
  const { rows } = await client.query<{ name: string }>(`
    select distinct n.nspname || '/' || p.proname || '.sql' as name
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    where n.nspname not like 'pg\\_%'
      and n.nspname not in ('information_schema', 'graphile_worker', 'public')
    order by 1`)
  const files = readFunctions(join(import.meta.dirname, 'functions'))
  expect(rows.map(({ name }) => name)).toEqual(files.map(({ name }) => name).sort())
  const defining = readdirSync(migrations)
    .filter((name) => name >= firstWithout && !neededByTables.includes(name))
    .filter((name) => /create\s+(or\s+replace\s+)?(function|procedure)/i.test(readFileSync(join(migrations, name), 'utf8')))
  expect(defining).toEqual([])
})
