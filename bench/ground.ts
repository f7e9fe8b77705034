import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@kaopei/db/migrate'
import { type EmbeddedPostgres, type PlainLog, startEmbeddedPostgres } from '@kaopei/server/postgres'
import pg from 'pg'
import { nodeFlags } from '../apps/server/node-flags.ts'
import { cpuOf, cpuOfTree } from './cpu.ts'
import type { Figure } from './figure.ts'

export interface Part {
  readonly pid: number
  readonly port: number
  stop(): Promise<void>
}

export interface Piece {
  readonly name: string
  readonly run: (ground: Ground, print: (figure: Figure) => void) => Promise<void>
}

export interface Measured<T> {
  readonly result: T
  readonly cpuMs: number
  readonly databaseMs: number
  readonly wallMs: number
}

const log: PlainLog = { info: () => undefined, warn: (text) => note(text) }
const startTimeoutMs = 180_000

/** To the error stream: figures alone go to the output. */
export function note(text: string): void {
  console.error(`# ${text}`)
}

/** A durable PostgreSQL with the product's own settings and schema in a folder of its own, and real server processes on it. */
export class Ground {
  readonly secret = 'bench-secret-bench-secret-bench-secret'
  readonly folder: string
  readonly owner: pg.Pool
  readonly url: string
  readonly #cluster: EmbeddedPostgres
  readonly #parts = new Set<Part>()

  constructor(parts: { folder: string; cluster: EmbeddedPostgres; owner: pg.Pool }) {
    this.folder = parts.folder
    this.#cluster = parts.cluster
    this.owner = parts.owner
    this.url = parts.cluster.ownerUrl
  }

  static async open(): Promise<Ground> {
    const folder = mkdtempSync(join(tmpdir(), 'kaopei-bench-'))
    const cluster = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log })
    await migrate(cluster.ownerUrl, { log })
    const owner = new pg.Pool({ connectionString: cluster.ownerUrl, max: 8 })
    owner.on('error', (error) => note(error.message))
    return new Ground({ folder, cluster, owner })
  }

  /** The product as its own process, on a free port. */
  start(role: 'server' | 'worker', more: Readonly<Record<string, string>> = {}): Promise<Part> {
    const main = join(import.meta.dirname, '..', 'apps', 'server', 'main.ts')
    const env = {
      KAOPEI_ROLE: role,
      KAOPEI_DATA: join(this.folder, 'data'),
      KAOPEI_SECRET: this.secret,
      KAOPEI_LOG: 'error',
      // Two seconds after its start a server keeps what was compiled, once and for half a second: that is nobody's work.
      NODE_DISABLE_COMPILE_CACHE: '1',
      ...more,
    }
    return this.#spawn([...nodeFlags(role), main], env, role === 'server')
  }

  /** The server that does the bare work (bare-server.ts) as its own process. */
  startBare(): Promise<Part> {
    return this.#spawn([join(import.meta.dirname, 'bare-server.ts')], {}, true)
  }

  /** A bare server that writes and syncs what is put, and nothing else (bare-store.ts). */
  startBareStore(): Promise<Part> {
    return this.#spawn([join(import.meta.dirname, 'bare-store.ts')], { BENCH_FOLDER: join(this.folder, 'bare-store') }, true)
  }

  async #spawn(args: readonly string[], env: Readonly<Record<string, string>>, isServing: boolean): Promise<Part> {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, DATABASE_URL: this.url, PORT: '0', HOST: '127.0.0.1', NODE_ENV: 'production', ...env },
    })
    const port = isServing ? await portOf(child) : 0
    const part: Part = {
      pid: child.pid ?? 0,
      port,
      stop: async () => {
        this.#parts.delete(part)
        await ended(child)
      },
    }
    this.#parts.add(part)
    return part
  }

  async rows<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.owner.query<Row>(text, values)).rows
  }

  /** Processor milliseconds of the database and the given processes during `work`; `databaseMs` is the database's share of it. */
  async cpuDuring<T>(parts: readonly Part[], work: () => Promise<T>): Promise<Measured<T>> {
    const ofDatabase = () => cpuOfTree(this.#cluster.pid)
    const ofParts = () => parts.reduce((sum, { pid }) => sum + cpuOf(pid), 0)
    const before = { database: ofDatabase(), parts: ofParts() }
    const begun = performance.now()
    const result = await work()
    const wallMs = performance.now() - begun
    const databaseMs = ofDatabase() - before.database
    return { result, cpuMs: ofParts() - before.parts + databaseMs, databaseMs, wallMs }
  }

  /** After large loads: what a database at rest would have done by itself. */
  async settle(...tables: string[]): Promise<void> {
    for (const table of tables) await this.owner.query(`vacuum analyze ${table}`)
    await this.owner.query('checkpoint')
  }

  async close(): Promise<void> {
    for (const part of [...this.#parts]) await part.stop()
    await this.owner.end()
    await this.#cluster.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the server did not start in time')), startTimeoutMs)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    child.on('message', (message) => {
      const address = typeof message === 'object' && 'address' in message ? String(message.address) : ''
      if (!address) return
      clearTimeout(timer)
      resolve(Number(new URL(address).port))
    })
  })
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), 15_000)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
