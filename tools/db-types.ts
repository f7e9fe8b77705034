import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { migrate } from '@kaopei/db/migrate'
import { LauncherFailure, type PlainLog, startEmbeddedPostgres } from '@kaopei/server/postgres'
import { Kysely, PostgresDialect as KyselyDialect } from 'kysely'
import { generate, PostgresDialect } from 'kysely-codegen'
import { Client, Pool } from 'pg'
import { listSchema } from './schema-listing.ts'

// Writes db/types.ts and db/schema.sql from the migrations; with --check it only says whether the files on disk are stale.

const root = join(import.meta.dirname, '..')
const log: PlainLog = { info: () => undefined, warn: (text) => console.warn(text) }

/** Both files' contents, from a throw-away database that has gone through every migration. */
async function generateAll(): Promise<Map<string, string>> {
  const cluster = await startEmbeddedPostgres({
    dataDir: join(tmpdir(), `kaopei-types-${randomUUID().slice(0, 8)}`),
    log,
    ephemeral: true,
  })
  const client = new Client(cluster.ownerUrl)
  try {
    await migrate(cluster.ownerUrl, { log })
    await client.connect()
    return new Map([
      [join(root, 'db', 'types.ts'), await generateTypes(cluster.ownerUrl)],
      [join(root, 'db', 'schema.sql'), await listSchema(client)],
    ])
  } finally {
    await client.end()
    await cluster.stop()
  }
}

/** Tables under their schema's name (`'org.staff'`), columns as the database spells them, numbers as the pools parse them. */
async function generateTypes(url: string): Promise<string> {
  const db = new Kysely<Record<string, never>>({
    dialect: new KyselyDialect({ pool: new Pool({ connectionString: url, max: 2 }) }),
  })
  try {
    return await generate({
      db,
      dialect: new PostgresDialect({ dateParser: 'string' }),
      excludePattern: '{graphile_worker,public}.*',
      typeMapping: { int8: 'number', numeric: 'number' },
      outFile: null,
    })
  } finally {
    await db.destroy()
  }
}

function isStale(file: string, content: string): boolean {
  return !existsSync(file) || readFileSync(file, 'utf8') !== content
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
  const stale = [...(await generateAll())].filter(([file, content]) => isStale(file, content))
  for (const [file, content] of stale) {
    const name = relative(root, file)
    if (values.check) {
      console.error(`${name} 与 db/migrations 不一致，请运行 npm run db:types 后提交。`)
      process.exitCode = 1
    } else {
      writeFileSync(file, content)
      console.log(`已更新 ${name}`)
    }
  }
  if (stale.length === 0) console.log('db/types.ts 与 db/schema.sql 是最新的。')
}

try {
  await main()
} catch (error) {
  console.error(error instanceof LauncherFailure ? error.message : error)
  process.exitCode = 1
}
