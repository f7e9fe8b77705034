import { type ChildProcess, fork, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { migrate } from '@kaopei/db/migrate'
import { LauncherFailure, startEmbeddedPostgres } from '@kaopei/server/postgres'
import { buildClients } from './build.ts'
import { type Config, ConfigFailure, readConfig } from './config.ts'
import { seedDemoOnce } from './demo.ts'
import { nodeFlags } from './node-flags.ts'
import { NeverCameUp, supervise } from './supervisor.ts'

// `npm start`: a database when none is given, migrations, the demo company once, the clients when stale, then server and worker.

const say = (text: string) => console.log(text)
/** `npm run dev`: clients are built again when they change, server and worker start again. */
const isDevelopment = process.argv.includes('--dev')
// The page of all shared pieces, /docs/kit, is in development builds only.
if (isDevelopment) process.env.KAOPEI_DOCS = '1'
const plainLog = { info: say, warn: (text: string) => console.warn(text) }

async function start(): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) < 24) {
    throw new ConfigFailure(
      `需要 Node.js 24 或更高版本，当前为 ${process.versions.node}。Linux 与 Windows 上 npm ci 会自动带来；macOS 请先安装 Node.js 24`,
    )
  }
  const config = readConfig()
  await refuseTakenPort(config)
  mkdirSync(config.dataDir, { recursive: true })
  const database = config.DATABASE_URL ? undefined : await startDatabase(config)
  const url = config.DATABASE_URL ?? database?.ownerUrl ?? ''
  const stopDatabase = async () => database?.stop()
  try {
    await migrate(url, { log: plainLog })
    await seedDemoOnce(url, config, say)
    buildClients(say)
    const watchers = isDevelopment ? watchClients() : []
    await runUntilStopped(config, url).finally(() => {
      for (const watcher of watchers) watcher.kill()
    })
  } finally {
    await stopDatabase()
  }
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
  return startEmbeddedPostgres({ dataDir: join(config.dataDir, 'postgres'), log: plainLog })
}

function refuseTakenPort(config: Config): Promise<void> {
  if (config.KAOPEI_ROLE === 'worker') return Promise.resolve()
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

/** Server and worker as processes of their own; one that dies unexpectedly is started again. */
async function runUntilStopped(config: Config, url: string): Promise<void> {
  const roles = config.KAOPEI_ROLE === 'all' ? ['server', 'worker'] : [config.KAOPEI_ROLE]
  const parts = roles.map((role) => ({ name: role, launch: () => launch(role, config, url) }))
  const { done, stop } = supervise(parts, (text) => console.warn(text))
  const onSignal = () => {
    say('\n正在停止……')
    stop()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  await done
}

function launch(role: string, config: Config, url: string): ChildProcess {
  const env = { ...process.env, KAOPEI_ROLE: role, DATABASE_URL: url, KAOPEI_DATA: config.dataDir }
  const child = fork(join(import.meta.dirname, 'main.ts'), {
    env,
    stdio: 'inherit',
    execArgv: isDevelopment ? ['--watch', ...nodeFlags(role)] : nodeFlags(role),
  })
  child.on('message', (message) => isListening(message) && announce(message.address, config))
  return child
}

function isListening(message: unknown): message is { kind: 'listening'; address: string } {
  return typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'listening'
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
