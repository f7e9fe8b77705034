import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@kaopei/db/migrate'
import { hashToken, signKeyOf } from '@kaopei/server'
import { type EmbeddedPostgres, openPools, type Pools, startEmbeddedPostgres } from '@kaopei/server/postgres'
import { pino } from 'pino'
import { readConfig } from '../../apps/server/config.ts'
import { DemoClient, type Transport } from '../../apps/server/demo/client.ts'
import { type DemoCompany, makeDemoCompany } from '../../apps/server/demo/company.ts'
import { Stage } from '../../apps/server/demo/stage.ts'
import { type Assembly, assemble } from '../../apps/server/modules.ts'
import { freePort } from '../free-port.ts'

const root = join(import.meta.dirname, '..', '..')
const secret = 'a secret of the fault tests, long enough'
const quiet = { info: () => undefined, warn: () => undefined }

/** A deployment to be ill-treated: a durable database, and server and worker processes that can be killed like any process. */
export class Rig {
  readonly database: EmbeddedPostgres
  readonly pools: Pools
  readonly company: DemoCompany
  readonly assembly: Assembly
  readonly port: number
  readonly #folder: string
  readonly #processes = new Map<string, ChildProcess>()

  constructor(parts: Pick<Rig, 'database' | 'pools' | 'company' | 'assembly' | 'port'> & { folder: string }) {
    this.database = parts.database
    this.pools = parts.pools
    this.company = parts.company
    this.assembly = parts.assembly
    this.port = parts.port
    this.#folder = parts.folder
  }

  static async open(): Promise<Rig> {
    const folder = mkdtempSync(join(tmpdir(), 'kaopei-faults-'))
    const database = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: quiet })
    await migrate(database.ownerUrl, { log: quiet })
    const pools = await openPools({ url: database.ownerUrl })
    const company = await makeDemoCompany(pools.owner, pools.app, 'demo', 'demo')
    const config = readConfig({ KAOPEI_DATA: folder })
    const assembly = assemble(config, { pool: pools.app, secret, log: pino({ level: 'silent' }) })
    return new Rig({ database, pools, company, assembly, port: await freePort(), folder })
  }

  /** The server inside this process, for arranging. */
  stage(): Promise<Stage> {
    return Stage.open(this.assembly, this.pools.owner, this.company)
  }

  start(role: 'server' | 'worker'): void {
    const env = {
      ...process.env,
      KAOPEI_ROLE: role,
      DATABASE_URL: this.database.ownerUrl,
      KAOPEI_DATA: this.#folder,
      KAOPEI_SECRET: secret,
      KAOPEI_LOG: 'silent',
      PORT: String(this.port),
    }
    const child = spawn('node', [join(root, 'apps/server/main.ts')], { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
    this.#processes.set(role, child)
  }

  /** As the kernel kills: no goodbye. */
  async kill(role: 'server' | 'worker'): Promise<void> {
    const child = this.#processes.get(role)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }

  /** As a deployment stops a process; answers its exit code. */
  async stop(role: 'server' | 'worker'): Promise<number | null> {
    const child = this.#processes.get(role)
    if (!child) throw new Error(`no ${role} is running`)
    const gone = new Promise<number | null>((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    return gone
  }

  async waitUntilReady(): Promise<void> {
    await eventually(async () => {
      const response = await fetch(`http://127.0.0.1:${this.port}/readyz`)
      if (!response.ok) throw new Error(`not ready: ${response.status}`)
    }, 60)
  }

  /** A session of a person in the database itself, as a login leaves it. */
  async clientOf(staffId: string): Promise<DemoClient> {
    const token = randomBytes(32).toString('base64url')
    await this.pools.owner.query(
      `insert into identity.session (company_id, id, account_id, token_hash, expires_at, system)
       values ($1, $2, $3, $4, now() + interval '1 hour', 'candidate')`,
      [this.company.id, randomUUID(), staffId, hashToken(token)],
    )
    await this.pools.owner.query('update identity.account set must_change_password = false where company_id = $1 and id = $2', [
      this.company.id,
      staffId,
    ])
    const client = new DemoClient(this.#transport(), secret, () => new Date())
    client.enter({ token, signKey: signKeyOf(secret, token) })
    return client
  }

  async close(): Promise<void> {
    await this.kill('server')
    await this.kill('worker')
    await this.pools.close()
    await this.database.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #transport(): Transport {
    return async ({ method, url, headers, payload }) => {
      const body = payload === undefined ? {} : { body: payload }
      const response = await fetch(`http://127.0.0.1:${this.port}${url}`, {
        method,
        headers,
        signal: AbortSignal.timeout(20_000),
        ...body,
      })
      return { status: response.status, body: await response.text() }
    }
  }
}

/** Tries again until `work` succeeds; after `seconds` its last failure is the test's. */
export async function eventually<T>(work: () => Promise<T>, seconds = 30): Promise<T> {
  const deadline = Date.now() + seconds * 1000
  while (true) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
