import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, startTestCluster, type TestCluster } from './database.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

let cluster: TestCluster
let directory: string

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'kaopei-template-'))
  writeFileSync(join(directory, '20261121090000_kit__note.sql'), 'create table public.note (n int);')
  cluster = await startTestCluster({ directory })
})

afterAll(async () => {
  await cluster.stop()
  rmSync(directory, { recursive: true, force: true })
})

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client(url)
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

test('each test database is a migrated copy of its own, made side by side', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await ask(first.url, 'insert into note values (1)')
  expect(await ask(first.url, 'select n from note')).toEqual([1])
  expect(await ask(second.url, 'select n from note')).toEqual([])
  await first.drop()
  await expect(ask(first.url, 'select 1')).rejects.toThrow(/does not exist/)
  await second.drop()
})

test('an external server is left as it was found', async () => {
  const server = new URL(cluster.templateUrl)
  server.pathname = '/postgres'
  vi.stubEnv('KAOPEI_TEST_DATABASE_URL', server.href)
  const names = () => ask(server.href, 'select datname::text from pg_database order by 1')
  const before = await names()
  const outer = await startTestCluster({ directory })
  const copy = await createTestDatabase()
  expect(await ask(copy.url, 'select count(*)::int from note')).toEqual([0])
  await outer.stop()
  vi.unstubAllEnvs()
  expect(await names()).toEqual(before)
})
