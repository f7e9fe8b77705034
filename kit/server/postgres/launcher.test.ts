import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, type PlainLog, startEmbeddedPostgres } from './index.ts'
import { waitUntilGone } from './processes.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const log: PlainLog = { info: () => undefined, warn: () => undefined }
let seed: string
let folder: string
let dataDir: string
let running: EmbeddedPostgres[]
let others: { child: ChildProcess; pid: number }[]

beforeAll(async () => {
  seed = mkdtempSync(join(tmpdir(), 'kaopei-seed-'))
  const database = await startEmbeddedPostgres({ dataDir: join(seed, 'data'), log })
  await ask(database.ownerUrl, 'create table note (value text)')
  await database.stop()
})

afterAll(() => rmSync(seed, { recursive: true, force: true }))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaopei-launcher-'))
  chmodSync(folder, 0o777)
  dataDir = join(folder, 'data')
  running = []
  others = []
})

afterEach(async () => {
  for (const database of running) await database.stop()
  for (const { child, pid } of others) {
    child.kill('SIGKILL')
    await waitUntilGone([pid], 10_000)
  }
  rmSync(folder, { recursive: true, force: true })
})

/** Data of earlier runs, with a table `note`: a first start takes ten times as long as this. */
function useEarlierData(): void {
  dataDir = join(seed, 'data')
}

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, log, ...options })
  running.push(database)
  return database
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ value: unknown }>(sql)
    return rows.map(({ value }) => value)
  } finally {
    await client.end()
  }
}

/** Another program that starts the database of the folder, as `uid` when given; resolves with the URL it got. */
async function startElsewhere({
  uid,
  ephemeral = false,
  servesOnSeconds = 0,
}: {
  uid?: number
  ephemeral?: boolean
  servesOnSeconds?: number
} = {}): Promise<{ child: ChildProcess; url: string; pid: number }> {
  const options = JSON.stringify({ dataDir, ephemeral, servesOnSeconds })
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))}
    const log = { info() {}, warn() {} }
    const database = await startEmbeddedPostgres({ log, ...${options} })
    console.log(JSON.stringify({ url: database.ownerUrl, pid: database.pid }))
    process.stdin.on('data', async () => { await database.stop(); process.exit() })`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  const told: unknown = JSON.parse(String((await once(createInterface(child.stdout), 'line'))[0]))
  const { url, pid } = told !== null && typeof told === 'object' && 'url' in told && 'pid' in told ? told : { url: '', pid: 0 }
  others.push({ child, pid: Number(pid) })
  return { child, url: String(url), pid: Number(pid) }
}

test('the second start finds the data as they were', async () => {
  useEarlierData()
  const first = await start()
  await ask(first.ownerUrl, `insert into note values ('考试')`)
  await first.stop()
  const second = await start()
  expect(await ask(second.ownerUrl, `select value from note where value = '考试'`)).toEqual(['考试'])
})

test('the database is durable, closed to the network, asks for the password and sorts Chinese', async () => {
  useEarlierData()
  const { ownerUrl } = await start({ settings: { work_mem: '8MB' } })
  const settings = await ask(
    ownerUrl,
    `select concat(name, '=', setting) as value from pg_settings
     where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'work_mem', 'server_encoding', 'jit')
     order by name collate "C"`,
  )
  expect(settings).toEqual([
    'fsync=on',
    'full_page_writes=on',
    'jit=off',
    'listen_addresses=127.0.0.1',
    'server_encoding=UTF8',
    'synchronous_commit=on',
    'work_mem=8192',
  ])
  const names = `select value from unnest(array['张三','李四','安琪','王五']) value order by value collate "zh-Hans-x-icu"`
  expect(await ask(ownerUrl, names)).toEqual(['安琪', '李四', '王五', '张三'])
  expect(statSync(join(dataDir, 'password')).mode & 0o777).toBe(0o600)
  const wrong = new URL(ownerUrl)
  wrong.password = 'wrong'
  await expect(ask(wrong.href, 'select 1 as value')).rejects.toThrow(/password authentication failed/)
})

test('after kill -9 of the whole cluster everything committed is there, and nothing else', async () => {
  useEarlierData()
  const database = await start()
  const writer = new Client(database.ownerUrl)
  writer.on('error', () => undefined)
  await writer.connect()
  for (let value = 1; value <= 50; value++) await writer.query('insert into note values ($1)', [`第 ${value} 行`])
  await writer.query(`begin; insert into note values ('未提交')`)
  await database.kill()
  await expect(ask(database.ownerUrl, 'select 1 as value')).rejects.toThrow(/ECONNREFUSED/)
  await database.restart()
  expect(await ask(database.ownerUrl, `select count(*)::int as value from note where value like '第 %'`)).toEqual([50])
  expect(await ask(database.ownerUrl, `select value from note where value = '未提交'`)).toEqual([])
})

test('a database process that dies by itself comes back under the same URL', async () => {
  useEarlierData()
  const recovered = Promise.withResolvers<void>()
  const listening: PlainLog = { info: (text) => text.includes('已恢复') && recovered.resolve(), warn: () => undefined }
  const database = await start({ log: listening })
  const first = database.pid
  process.kill(first, 'SIGKILL')
  await recovered.promise
  expect(database.pid).not.toBe(first)
  expect(await ask(database.ownerUrl, 'select 1 as value')).toEqual([1])
})

test('a folder in use is refused, here and from another program', async () => {
  useEarlierData()
  const { child } = await startElsewhere()
  await expect(start()).rejects.toThrow(/正被另一个运行中的考培服务使用（进程号 \d+）/)
  child.stdin?.write('stop')
  await once(child, 'exit')
  await start()
  await expect(start()).rejects.toThrow(/正被另一个运行中的考培服务使用/)
})

test('when our process is killed, the next start heals what it left and the data are there', async () => {
  useEarlierData()
  const { child, url } = await startElsewhere()
  await ask(url, `insert into note values ('保住')`)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const { ownerUrl } = await start()
  expect(await ask(ownerUrl, `select value from note where value = '保住'`)).toEqual(['保住'])
})

test.runIf(process.platform === 'linux')('a database that a killed launcher left running is taken over as it runs', async () => {
  useEarlierData()
  const { child, url, pid } = await startElsewhere({ servesOnSeconds: 60 })
  const watchdog = z.object({ pid: z.number() }).parse(JSON.parse(readFileSync(join(dataDir, 'watchdog.json'), 'utf8')))
  const client = new Client(url)
  await client.connect()
  child.kill('SIGKILL')
  await once(child, 'exit')
  const database = await start()
  expect([database.pid, database.ownerUrl]).toEqual([pid, url])
  expect(await waitUntilGone([watchdog.pid], 10_000)).toBe(true)
  expect((await client.query('select 1 as value')).rows).toEqual([{ value: 1 }])
  await client.end()
  await database.stop()
  expect(await waitUntilGone([pid], 10_000)).toBe(true)
})

test.runIf(process.platform === 'linux')(
  'one that is stopping just as it is taken over is waited for, and started anew',
  async () => {
    useEarlierData()
    const { child, url, pid } = await startElsewhere({ servesOnSeconds: 60 })
    await ask(url, `insert into note values ('停止中')`)
    // Who is connected keeps it from ending by itself.
    const client = new Client(url)
    client.on('error', () => undefined)
    await client.connect()
    child.kill('SIGKILL')
    await once(child, 'exit')
    process.kill(pid, 'SIGTERM')
    const file = join(dataDir, 'pgdata', 'postmaster.pid')
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain('stopping'))
    // As whoever looked a moment earlier has read it.
    writeFileSync(file, readFileSync(file, 'utf8').replace('stopping', 'ready   '))
    const database = await start()
    expect(database.pid).not.toBe(pid)
    expect(await ask(database.ownerUrl, `select value from note where value = '停止中'`)).toEqual(['停止中'])
  },
)

test.runIf(process.platform === 'linux')(
  'one that was taken over and dies comes back, and nobody takes over other settings',
  async () => {
    useEarlierData()
    const { child, pid } = await startElsewhere({ servesOnSeconds: 60 })
    child.kill('SIGKILL')
    await once(child, 'exit')
    const other = await start({ settings: { max_connections: 20 } })
    expect(other.pid).not.toBe(pid)
    await other.stop()
    const again = await startElsewhere({ servesOnSeconds: 60 })
    again.child.kill('SIGKILL')
    await once(again.child, 'exit')
    const recovered = Promise.withResolvers<void>()
    const database = await start({
      log: { info: (text) => text.includes('已恢复') && recovered.resolve(), warn: () => undefined },
    })
    expect(database.pid).toBe(again.pid)
    process.kill(database.pid, 'SIGKILL')
    await recovered.promise
    expect(await ask(database.ownerUrl, 'select 1 as value')).toEqual([1])
  },
)

test('a throw-away database and its folder are gone after our process is killed', async () => {
  const { child, pid } = await startElsewhere({ ephemeral: true })
  child.kill('SIGKILL')
  expect(await waitUntilGone([pid], 10_000)).toBe(true)
  await vi.waitFor(() => expect(existsSync(join(folder, 'data'))).toBe(false), { timeout: 5000 })
})

test('stale lock, foreign process number in postmaster.pid and a half-made first start do not hinder', async () => {
  mkdirSync(join(folder, 'data', 'pgdata.new', 'base'), { recursive: true })
  writeFileSync(join(folder, 'data', 'launcher.lock'), JSON.stringify({ pid: process.pid, identity: 'an earlier life' }))
  const first = await start()
  await first.kill()
  await first.stop()
  const pidFile = join(folder, 'data', 'pgdata', 'postmaster.pid')
  const [, ...rest] = readFileSync(pidFile, 'utf8').split('\n')
  writeFileSync(pidFile, [process.pid, ...rest].join('\n'))
  const second = await start()
  expect(await ask(second.ownerUrl, 'select 1 as value')).toEqual([1])
})

test('data of another PostgreSQL version are refused with advice and left alone', async () => {
  const pgdata = join(folder, 'data', 'pgdata')
  mkdirSync(pgdata, { recursive: true })
  writeFileSync(join(pgdata, 'PG_VERSION'), '16\n')
  await expect(start()).rejects.toThrow(/由 PostgreSQL 16 创建，而内置数据库是 PostgreSQL 18.*pg_dump/)
  expect(readFileSync(join(pgdata, 'PG_VERSION'), 'utf8')).toBe('16\n')
})

test('a folder that cannot be had and a port in use are told in Chinese', async () => {
  writeFileSync(join(folder, 'file'), '')
  await expect(start({ dataDir: join(folder, 'file', 'data') })).rejects.toThrow(/数据目录的路径被一个文件占用/)
  useEarlierData()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await expect(start({ port })).rejects.toThrow(`端口 ${port} 已被其他程序占用`)
  other.close()
  expect((await start({ port })).port).toBe(port)
})

test('another, ordinary user starts and stops its own database', async () => {
  const nobody = 65_534
  const { child, pid, url } = await startElsewhere(process.getuid?.() === 0 ? { uid: nobody } : {})
  expect(await ask(url, 'select 1 as value')).toEqual([1])
  const { uid } = statSync(join(folder, 'data', 'pgdata'))
  expect(uid).toBe(process.getuid?.() === 0 ? nobody : process.getuid?.())
  child.stdin?.write('stop')
  await once(child, 'exit')
  expect(await waitUntilGone([pid], 0)).toBe(true)
  // Root takes over an ordinary user's data as that user.
  await start()
  expect(statSync(join(folder, 'data', 'pgdata', 'postmaster.pid')).uid).toBe(uid)
})
