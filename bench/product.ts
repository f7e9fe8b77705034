import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { migrate } from '@kaopei/db/migrate'
import { startEmbeddedPostgres } from '@kaopei/server/postgres'
import pg from 'pg'
import { z } from 'zod'
import { findFormerServer } from '../apps/server/former-server.ts'
import { makeCompany } from './company.ts'
import { type BenchExam, confirmNotices, makeExam } from './exam-data.ts'
import { Ground, note } from './ground.ts'

const root = join(import.meta.dirname, '..')
const comeUpLimitMs = 300_000
const quiet = { info: () => undefined, warn: (text: string) => note(text) }

/** The whole product as `npm start` runs it, on a folder with one exam: launcher, database, server, spare, worker. */
export class Product {
  readonly port: number
  readonly #dataDir: string
  readonly #secret: string
  #launcher: ChildProcess | undefined

  constructor(parts: { port: number; dataDir: string; secret: string }) {
    this.port = parts.port
    this.#dataDir = parts.dataDir
    this.#secret = parts.secret
  }

  /** Makes the data, with everybody's notice confirmed; nothing runs afterwards. */
  static async prepare(
    folder: string,
    { port, people }: { port: number; people: number },
  ): Promise<{ product: Product; exam: BenchExam }> {
    const dataDir = join(folder, 'data')
    const cluster = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log: quiet })
    await migrate(cluster.ownerUrl, { log: quiet })
    const owner = new pg.Pool({ connectionString: cluster.ownerUrl, max: 4 })
    // The database stops while the last connection is still being closed: unheard, its farewell would end the process.
    owner.on('error', () => undefined)
    owner.on('connect', (client) => void client.on('error', () => undefined))
    const ground = new Ground({ folder, cluster, owner })
    const company = await makeCompany(ground)
    // The companies that a start would make.
    await ground.rows(`update identity.company set domain = 'demo' where id = $1`, [company.id])
    await ground.rows(`insert into identity.company (id, domain, name) values ($1, 'platform', '平台')`, [randomUUID()])
    const exam = await makeExam(ground, company, people)
    const server = await ground.start('server')
    await confirmNotices(ground, exam, server.port)
    await server.stop()
    await ground.owner.end()
    await cluster.stop()
    return { product: new Product({ port, dataDir, secret: ground.secret }), exam }
  }

  /** As an init system starts it, at once after it has gone. */
  launch(): void {
    this.#launcher = spawn(process.execPath, [join(root, 'apps', 'server', 'start.ts')], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        PORT: String(this.port),
        HOST: '127.0.0.1',
        KAOPEI_DATA: this.#dataDir,
        KAOPEI_SECRET: this.#secret,
        KAOPEI_LOG: 'silent',
        NODE_ENV: 'production',
      },
    })
  }

  get launcherPid(): number {
    return this.#launcher?.pid ?? 0
  }

  get serverPid(): number | undefined {
    return findFormerServer(this.#dataDir)?.pid
  }

  /** The serving one and the one that stands by. */
  serverPids(): number[] {
    return childrenOf(this.launcherPid).filter((pid) => isServer(pid))
  }

  get databasePid(): number {
    const file = join(this.#dataDir, 'postgres', 'pgdata', 'postmaster.pid')
    return Number(readFileSync(file, 'utf8').split('\n')[0])
  }

  /** Every process of it. */
  allPids(): number[] {
    const children = childrenOf(this.launcherPid)
    return [this.launcherPid, ...children, this.serverPid ?? 0, this.databasePid, ...childrenOf(this.databasePid)].filter(Boolean)
  }

  /** Until a server serves that is none of `former`, and, unless told otherwise, another stands by. */
  async settled(former: readonly number[] = []): Promise<void> {
    const until = performance.now() + comeUpLimitMs
    while (performance.now() < until) {
      const pid = this.serverPid
      if (pid !== undefined && !former.includes(pid) && (await this.#isSpareReady())) return
      await wait(200)
    }
    throw new Error('the product did not come up in time')
  }

  /** A server listens for news of sessions once it is ready; the second one is the spare. */
  async #isSpareReady(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.#url(), application_name: 'bench', connectionTimeoutMillis: 2000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where application_name = 'kaopei-sessions'`,
      )
      return rows[0]?.count === 2
    } catch {
      return false
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  #url(): string {
    const home = join(this.#dataDir, 'postgres')
    const lines = readFileSync(join(home, 'pgdata', 'postmaster.pid'), 'utf8').split('\n')
    const password = z.string().parse(readFileSync(join(home, 'password'), 'utf8').trim())
    return `postgresql://kaopei_owner:${password}@127.0.0.1:${lines[3]}/kaopei`
  }

  async stop(): Promise<void> {
    const launcher = this.#launcher
    if (!launcher || launcher.exitCode !== null || launcher.signalCode !== null) return
    const gone = new Promise((resolve) => launcher.once('exit', resolve))
    launcher.kill('SIGTERM')
    await gone
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function isServer(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').includes('KAOPEI_ROLE=server')
  } catch {
    return false
  }
}
