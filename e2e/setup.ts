import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quickFolder } from '@kaopei/server/testing'
import type { TestProject } from 'vitest/node'
import { freePort } from './free-port.ts'
import { type MailSink, openMailSink } from './mail-sink.ts'

declare module 'vitest' {
  interface ProvidedContext {
    baseUrl: string
    accounts: readonly DemoAccount[]
    dataDir: string
    /** Where the mails go that the product sends. */
    mailDir: string
  }
}

export interface DemoAccount {
  readonly role: string
  readonly account: string
  readonly password: string
  readonly tenantDomain: string
}

let product: ChildProcess | undefined
let dataDir: string | undefined
let mails: { readonly folder: string; readonly sink: MailSink } | undefined

/**
 * The whole product as `npm start` starts it, on a data folder of its own: embedded PostgreSQL, demo company, server and worker.
 * KAOPEI_E2E_URL and KAOPEI_E2E_DATA name one that runs already, for writing tests; KAOPEI_E2E_SMTP is the port that it sends its mails to.
 */
export async function setup(project: TestProject): Promise<void> {
  const running = process.env.KAOPEI_E2E_URL
  const runningData = process.env.KAOPEI_E2E_DATA
  const folder = mkdtempSync(join(tmpdir(), 'kaopei-mails-'))
  mails = { folder, sink: await openMailSink(folder, Number(process.env.KAOPEI_E2E_SMTP ?? 0)) }
  if (running && runningData) return provide(project, running, runningData)
  const port = await freePort()
  dataDir = mkdtempSync(join(quickFolder(), 'kaopei-e2e-'))
  const root = join(import.meta.dirname, '..')
  const env = {
    ...process.env,
    PORT: String(port),
    KAOPEI_DATA: dataDir,
    KAOPEI_LOG: 'warn',
    // Nobody kills this one: faults/launcher.test.ts has the server that stands by.
    KAOPEI_SPARE: '0',
    NODE_ENV: 'production',
    SMTP_URL: `smtp://127.0.0.1:${mails.sink.port}`,
  }
  product = spawn('node', [join(root, 'apps/server/start.ts')], { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
  const baseUrl = `http://127.0.0.1:${port}`
  await waitUntilReady(baseUrl, product)
  provide(project, baseUrl, dataDir)
}

function provide(project: TestProject, baseUrl: string, folder: string): void {
  project.provide('baseUrl', baseUrl)
  project.provide('dataDir', folder)
  project.provide('mailDir', mails?.folder ?? '')
  project.provide('accounts', JSON.parse(readFileSync(join(folder, 'demo-accounts.json'), 'utf8')))
}

export async function teardown(): Promise<void> {
  if (product && product.exitCode === null) {
    const gone = new Promise((resolve) => product?.once('exit', resolve))
    product.kill('SIGTERM')
    await gone
  }
  await mails?.sink.close()
  if (mails) rmSync(mails.folder, { recursive: true, force: true })
  if (dataDir) rmSync(dataDir, { recursive: true, force: true })
}

async function waitUntilReady(baseUrl: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 300_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the product did not start (exit code ${child.exitCode})`)
    const isReady = await fetch(`${baseUrl}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('the product was not ready within 300 seconds')
}
