import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { migrate } from '@kaopei/db/migrate'
import { type PlainLog, startEmbeddedPostgres } from '@kaopei/server/postgres'
import { Client } from 'pg'
import { quickFolder } from './quick-folder.ts'

/** Set by `startTestCluster` for the test workers: the URL of the migrated template database. */
const templateVariable = 'KAOPEI_TEST_TEMPLATE_URL'

const log: PlainLog = { info: () => undefined, warn: (text) => console.warn(text) }

export type TestCluster = { templateUrl: string; stop(): Promise<void> }
export type TestDatabase = { url: string; drop(): Promise<void> }

/**
 * One PostgreSQL per test run with one migrated template database. The cluster goes with this process, also on Ctrl-C and
 * kill -9. With KAOPEI_TEST_DATABASE_URL (a role that may create databases and roles) that server is used instead.
 */
export async function startTestCluster({ directory }: { directory?: string } = {}): Promise<TestCluster> {
  const cluster = await openServer()
  const name = `kaopei_template_${randomUUID().slice(0, 8)}`
  const templateUrl = withDatabase(cluster.url, name)
  try {
    await onServer(cluster.url, `create database ${name} template template0 encoding 'UTF8'`)
    await migrate(templateUrl, directory === undefined ? { log } : { log, directory })
  } catch (error) {
    await onServer(cluster.url, `drop database if exists ${name} with (force)`).catch(() => undefined)
    await cluster.stop()
    throw error
  }
  const outer = process.env[templateVariable]
  process.env[templateVariable] = templateUrl
  return {
    templateUrl,
    stop: async () => {
      if (outer === undefined) delete process.env[templateVariable]
      else process.env[templateVariable] = outer
      if (cluster.isExternal) await dropWithCopies(cluster.url, name)
      await cluster.stop()
    },
  }
}

/** A fresh copy of the template, or of such a database that nobody is connected to, for one test file or worker. */
export async function createTestDatabase(from?: TestDatabase): Promise<TestDatabase> {
  const templateUrl = process.env[templateVariable]
  if (templateUrl === undefined) {
    throw new Error('No test cluster: name kit/server/testing/database.ts as globalSetup in the vitest configuration')
  }
  const nameIn = (url: string) => new URL(url).pathname.slice(1)
  const name = `${nameIn(templateUrl)}_${randomUUID().slice(0, 8)}`
  const original = nameIn(from?.url ?? templateUrl)
  await onServer(withDatabase(templateUrl, 'postgres'), `create database ${name} template ${original} strategy file_copy`)
  return {
    url: withDatabase(templateUrl, name),
    drop: () => onServer(withDatabase(templateUrl, 'postgres'), `drop database if exists ${name} with (force)`),
  }
}

async function openServer(): Promise<{ url: string; isExternal: boolean; stop(): Promise<void> }> {
  const external = process.env.KAOPEI_TEST_DATABASE_URL
  if (external !== undefined && external !== '') return { url: external, isExternal: true, stop: async () => undefined }
  const dataDir = join(quickFolder(), `kaopei-test-${randomUUID().slice(0, 8)}`)
  const settings = { max_connections: 200, shared_buffers: '128MB', autovacuum_naptime: '1h' }
  const { ownerUrl, stop } = await startEmbeddedPostgres({ dataDir, log, ephemeral: true, settings })
  return { url: ownerUrl, isExternal: false, stop }
}

async function dropWithCopies(url: string, template: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [
      template,
    ])
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
  } finally {
    await client.end()
  }
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

let running: TestCluster | undefined

/** vitest's globalSetup. */
export async function setup(): Promise<void> {
  running = await startTestCluster()
}

export async function teardown(): Promise<void> {
  await running?.stop()
}
