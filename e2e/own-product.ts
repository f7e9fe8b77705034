import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { migrate } from '@kaopei/db/migrate'
import { type EmbeddedPostgres, openPools, startEmbeddedPostgres } from '@kaopei/server/postgres'
import { quickFolder } from '@kaopei/server/testing'
import { makeDemoCompany } from '../apps/server/demo/company.ts'
import { freePort } from './free-port.ts'
import type { DemoAccount } from './setup.ts'

const quiet = { info: () => undefined, warn: () => undefined }

/**
 * A product of its own for a journey that needs other services than the common one: started anew with other settings on the same data. It has the
 * people of the demo company, and nothing that they have done.
 */
export class OwnProduct {
  readonly url: string
  readonly accounts: readonly DemoAccount[]
  readonly #port: number
  readonly #database: EmbeddedPostgres
  readonly #folder: string
  readonly #logged: string[] = []
  #process: ChildProcess | undefined

  constructor(parts: { port: number; folder: string; database: EmbeddedPostgres; accounts: readonly DemoAccount[] }) {
    this.#port = parts.port
    this.#folder = parts.folder
    this.#database = parts.database
    this.accounts = parts.accounts
    this.url = `http://127.0.0.1:${parts.port}`
  }

  static async open(): Promise<OwnProduct> {
    const folder = mkdtempSync(join(tmpdir(), 'kaopei-own-'))
    const dataDir = join(quickFolder(), `${basename(folder)}-database`)
    const database = await startEmbeddedPostgres({ dataDir, log: quiet, ephemeral: true })
    await migrate(database.ownerUrl, { log: quiet })
    const pools = await openPools({ url: database.ownerUrl })
    const { accounts } = await makeDemoCompany(pools.owner, pools.app, 'demo', 'demo')
    await pools.close()
    return new OwnProduct({ port: await freePort(), folder, database, accounts })
  }

  get dataDir(): string {
    return this.#folder
  }

  get databaseUrl(): string {
    return this.#database.ownerUrl
  }

  /** Everything that all its processes have written since it was opened. */
  get logged(): string {
    return this.#logged.join('')
  }

  async start(settings: Readonly<Record<string, string>>): Promise<void> {
    await this.stop()
    const own = {
      PORT: String(this.#port),
      DATABASE_URL: this.#database.ownerUrl,
      KAOPEI_DATA: this.#folder,
      KAOPEI_LOG: 'info',
      KAOPEI_SPARE: '0',
      NODE_ENV: 'production',
    }
    const root = join(import.meta.dirname, '..')
    const child = spawn('node', [join(root, 'apps/server/start.ts')], {
      cwd: root,
      env: { ...process.env, ...own, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#process = child
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => this.#logged.push(String(chunk)))
    const deadline = Date.now() + 300_000
    while (!(await this.#isReady())) {
      if (child.exitCode !== null) throw new Error(`the product did not start: ${this.logged}`)
      if (Date.now() > deadline) throw new Error(`the product was not ready within 300 seconds: ${this.logged}`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }

  async stop(): Promise<void> {
    const child = this.#process
    if (!child || child.exitCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await gone
  }

  async close(): Promise<void> {
    await this.stop()
    await this.#database.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #isReady(): Promise<boolean> {
    return fetch(`${this.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  }
}
