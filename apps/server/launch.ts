import { type ChildProcess, fork, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { migrate } from '@kaopei/db/migrate'
import { LauncherFailure, startEmbeddedPostgres, waitUntilGone } from '@kaopei/server/postgres'
import { buildClients } from './build.ts'
import { writeCompiled } from './compile-cache.ts'
import { type Config, ConfigFailure, readConfig } from './config.ts'
import { favour } from './favour.ts'
import {
  canShareThePort,
  dismiss,
  findFormerServer,
  forgetServerRecord,
  keepServerRecord,
  orphanSeconds,
  type ServerRecord,
} from './former-server.ts'
import { nodeFlags } from './node-flags.ts'
import { listening } from './orders.ts'
import { isSeeded } from './seeded.ts'
import { Spares } from './spares.ts'
import { NeverCameUp, supervise } from './supervisor.ts'

// What start.ts runs. Only what a start needs is loaded here: while the database comes up, the server's process loads its own modules.

const say = (text: string) => console.log(text)
/** `npm run dev`: clients are built again when they change, server and worker start again. */
const isDevelopment = process.argv.includes('--dev')
// The page of all shared pieces, /docs/kit, is in development builds only.
if (isDevelopment) process.env.KAOPEI_DOCS = '1'
const plainLog = { info: say, warn: (text: string) => console.warn(text) }

async function start(): Promise<void> {
  favour(process.pid)
  const config = readConfig()
  const former = findFormerServer(config.dataDir)
  await refuseTakenPort(config, former)
  mkdirSync(config.dataDir, { recursive: true })
  const spares = new Spares(() => launch('server', config, undefined), config.KAOPEI_SPARE === '1')
  if (!isDevelopment && config.KAOPEI_ROLE !== 'worker') spares.warm()
  const opening = config.DATABASE_URL ? undefined : startDatabase(config)
  try {
    const url = config.DATABASE_URL ?? (await opening)?.ownerUrl ?? ''
    const appUrl = await migrate(url, { log: plainLog, appUrl: config.KAOPEI_APP_DATABASE_URL })
    say(loginsInUse(url, appUrl))
    if (!(await isSeeded(url, config))) await seedDemo({ url, appUrl }, config)
    buildClients(say)
    spares.setDatabase(url)
    const watchers = isDevelopment ? watchClients() : []
    await runUntilStopped({ config, url, spares, former }).finally(() => {
      for (const watcher of watchers) watcher.kill()
    })
  } finally {
    spares.stop()
    await (await opening?.catch(() => undefined))?.stop()
  }
}

/** Makes companies with the product itself, and so loads all of it; needed once. */
async function seedDemo(urls: { url: string; appUrl: string }, config: Config): Promise<void> {
  const { seedDemoOnce } = await import('./demo.ts')
  await seedDemoOnce(urls, config, say)
}

function loginsInUse(url: string, appUrl: string): string {
  if (appUrl === url) return '数据库登录：升级、维护与服务都使用所有者'
  const { username, searchParams } = new URL(appUrl)
  return `数据库登录：服务使用 ${searchParams.get('user') ?? decodeURIComponent(username)}，升级与维护使用所有者`
}

function watchClients(): ChildProcess[] {
  const root = join(import.meta.dirname, '..')
  const vite = join(root, '..', 'node_modules', 'vite', 'bin', 'vite.js')
  return ['console', 'candidate'].map((client) =>
    spawn('node', [vite, 'build', '--watch', '--logLevel', 'warn'], { cwd: join(root, client), stdio: 'inherit' }),
  )
}

async function startDatabase(config: Config) {
  say(`正在启动内置 PostgreSQL（数据目录 ${join(config.dataDir, 'postgres')}）……`)
  // Longer than a server without a launcher: it needs the database to the end.
  const servesOnSeconds = orphanSeconds + 15
  return startEmbeddedPostgres({ dataDir: join(config.dataDir, 'postgres'), log: plainLog, servesOnSeconds })
}

function refuseTakenPort(config: Config, former: ServerRecord | undefined): Promise<void> {
  if (config.KAOPEI_ROLE === 'worker' || former?.port === config.PORT) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE' ? '已被占用：请先停止占用它的程序，或用 PORT=其他端口 npm start' : `无法使用（${error.code}）`
      reject(new ConfigFailure(`端口 ${config.PORT} ${why}`))
    })
    probe.listen(config.PORT, config.HOST, () => probe.close(() => resolve()))
  })
}

interface Running {
  readonly config: Config
  readonly url: string
  readonly spares: Spares
  readonly former: ServerRecord | undefined
}

/** Server and worker as processes of their own; one that dies unexpectedly is started again, the worker when the server listens. */
async function runUntilStopped({ config, url, spares, former }: Running): Promise<void> {
  if (former && !canShareThePort) {
    dismiss(former)
    await waitUntilGone([former.pid], 15_000)
  }
  const worker = { name: 'worker', launch: () => launch('worker', config, url) }
  const server = { name: 'server', launch: () => (isDevelopment ? launch('server', config, url) : spares.launch()) }
  const crew = supervise(config.KAOPEI_ROLE === 'worker' ? [worker] : [server], (text) => console.warn(text))
  let hasListened = false
  onListening = (child, address) => {
    announce(address, config)
    if (child.pid !== undefined) keepServerRecord(config.dataDir, { pid: child.pid, port: Number(new URL(address).port) })
    if (!isDevelopment) setTimeout(() => spares.keep(), 500).unref()
    if (hasListened) return
    hasListened = true
    if (former) dismiss(former)
    if (config.KAOPEI_ROLE === 'all') crew.add(worker)
    writeCompiled()
  }
  const onSignal = () => {
    say('\n正在停止……')
    spares.stop()
    crew.stop()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  await crew.done
  forgetServerRecord(config.dataDir)
}

let onListening: (child: ChildProcess, address: string) => void = () => undefined

/** Without a database the process gets ready as far as it can, and waits to be told. */
function launch(role: string, config: Config, url: string | undefined): ChildProcess {
  const place = url === undefined ? { KAOPEI_AWAITS_ORDERS: '1' } : { DATABASE_URL: url }
  // Whoever develops has every row held to its schema.
  const mode = isDevelopment ? { NODE_ENV: 'development' } : {}
  const env = { ...process.env, ...mode, ...place, KAOPEI_ROLE: role, KAOPEI_DATA: config.dataDir }
  const child = fork(join(import.meta.dirname, 'main.ts'), {
    env,
    stdio: 'inherit',
    execArgv: isDevelopment ? ['--watch', ...nodeFlags(role)] : nodeFlags(role),
  })
  child.on('message', (message) => {
    const { data } = listening.safeParse(message)
    if (data) onListening(child, data.address)
  })
  return child
}

function announce(address: string, config: Config): void {
  say(
    `\n考培已启动：\n  管理控制台  ${address}/\n  考生端      ${address}/candidate/\n  演示账号见  ${join(config.dataDir, 'demo-accounts.json')}\n按 Ctrl-C 停止\n`,
  )
}

start().then(
  () => process.exit(0),
  (error: unknown) => {
    const isPlain = error instanceof ConfigFailure || error instanceof LauncherFailure || error instanceof NeverCameUp
    console.error(isPlain ? error.message : error)
    process.exit(1)
  },
)
