import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import type { DemoAccount } from './setup.ts'

/** A product of its own for a journey that needs other services than the common one: started anew with other settings on the same data. */
export class OwnProduct {
  readonly url: string
  readonly #port: number
  readonly #folder = mkdtempSync(join(tmpdir(), 'kaopei-own-'))
  readonly #logged: string[] = []
  #process: ChildProcess | undefined

  constructor(port: number) {
    this.#port = port
    this.url = `http://127.0.0.1:${port}`
  }

  static async open(): Promise<OwnProduct> {
    return new OwnProduct(await freePort())
  }

  /** Everything that all its processes have written since it was opened. */
  get logged(): string {
    return this.#logged.join('')
  }

  get accounts(): readonly DemoAccount[] {
    return JSON.parse(readFileSync(join(this.#folder, 'demo-accounts.json'), 'utf8'))
  }

  async start(settings: Readonly<Record<string, string>>): Promise<void> {
    await this.stop()
    const own = {
      PORT: String(this.#port),
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
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #isReady(): Promise<boolean> {
    return fetch(`${this.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  }
}
