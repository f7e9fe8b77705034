import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { prepareBinaries } from './binaries.ts'
import type { Cluster, Postmaster } from './cluster.ts'
import { checkVersion, createData, makePrivateFolder, openHome, ownerRole, readPassword, writePrivate } from './data-folder.ts'
import { guardDisk, makeRoomToStart, prepareForDisk } from './disk-guard.ts'
import { LauncherFailure, type PlainLog } from './failure.ts'
import { takeLock } from './lock.ts'
import { killAll, launchPostmaster, settleFormerLife, shutDown } from './postmaster.ts'
import { chooseRunUser } from './run-user.ts'
import { isSameButReloadable, type Settings, settingsFile, socketFolderFor } from './settings.ts'
import { portOfRunning, takeOver } from './take-over.ts'
import { endFormerWatch } from './watchdog.ts'

export type EmbeddedPostgresOptions = {
  /** Belongs to the launcher alone; made when missing. */
  dataDir: string
  /** Default: a free one, chosen anew at every start. */
  port?: number
  log: PlainLog
  /** Lines for postgresql.conf that override ours. */
  settings?: Settings
  /** Default true. False trades the data for speed: no fsync. */
  durable?: boolean
  /** Default false. True: not durable, and the folder is removed at the end, also when our process is killed. */
  ephemeral?: boolean
  /** Default 0. How long the database runs on when our process is killed; whoever starts it meanwhile takes it over as it runs. */
  servesOnSeconds?: number
}

export type EmbeddedPostgres = {
  /** Superuser's URL of the database `kaopei`; stays the same over restarts. */
  ownerUrl: string
  port: number
  /** Process number of the running postmaster. */
  readonly pid: number
  /** Fast shutdown; resolves when everything is written and gone. */
  stop(): Promise<void>
  restart(): Promise<void>
  /** kill -9 for the whole cluster, for fault tests; `restart()` brings it back. */
  kill(): Promise<void>
}

/**
 * Our own PostgreSQL on 127.0.0.1, found again as it was at the next start. A database process that dies is started anew.
 * Fails with a LauncherFailure whose message says in Chinese what to do.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, ephemeral = false, durable = !ephemeral, servesOnSeconds = 0 } = options
  const user = chooseRunUser(join(dataDir, 'pgdata'))
  const binaries = prepareBinaries(user)
  const home = openHome(dataDir, user, log)
  makeRoomToStart(home)
  const giveBack = takeLock(home)
  try {
    const pgdata = join(home, 'pgdata')
    const cluster: Cluster = { home, pgdata, binaries, user, ephemeral, servesOnSeconds, log, port: options.port ?? 0 }
    if (existsSync(pgdata)) {
      checkVersion(pgdata, binaries.major)
    } else {
      log.info('首次启动，正在创建数据库…')
      await createData(cluster, durable)
    }
    const password = readPassword(home)
    const urlOf = (database: string) => `postgresql://${ownerRole}:${password}@${hostOf(cluster)}:${cluster.port}/${database}`
    const choices = { settings: options.settings ?? {}, durable, isPortFixed: options.port !== undefined }
    const started = await startReachable(cluster, choices, () => ensureDatabase(urlOf('postgres')))
    return supervise(cluster, started, { ownerUrl: urlOf('kaopei'), giveBack })
  } catch (error) {
    giveBack()
    throw error
  }
}

/** Through the socket file each message costs the processor about half of what it costs through the loopback network. */
function hostOf({ home, port }: Cluster): string {
  const folder = socketFolderFor(socketFolderOf(home), port)
  return folder ? encodeURIComponent(folder) : '127.0.0.1'
}

const socketFolderOf = (home: string) => join(home, 'socket')

type StartChoices = { settings: Settings; durable: boolean; isPortFixed: boolean }

/** One that was taken over may have been told to stop a moment before, by the watchdog of its launcher: then it is waited for, and started anew. */
async function startReachable(cluster: Cluster, choices: StartChoices, reach: () => Promise<void>): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    const started = await startOnFreePort(cluster, choices)
    try {
      await reach()
      return started
    } catch (error) {
      const isStopping = !started.isAlive() || isRefusedForNow(error)
      await shutDown(started, cluster)
      if (attempt === 2 || !isStopping) throw error
    }
  }
}

/** PostgreSQL says so while it stops. */
const cannotConnectNow = '57P03'

function isRefusedForNow(error: unknown): boolean {
  return error instanceof LauncherFailure && error.cause instanceof DatabaseError && error.cause.code === cannotConnectNow
}

/** Another program may take the free port between our look and the start; then the next one is tried. */
async function startOnFreePort(cluster: Cluster, { settings, durable, isPortFixed }: StartChoices): Promise<Postmaster> {
  const socketFolder = socketFolderOf(cluster.home)
  makePrivateFolder(socketFolder, cluster.user)
  const running = takeOverRunning(cluster, { settings, durable, isPortFixed, socketFolder })
  if (running) return running
  await settleFormerLife(cluster)
  for (let attempt = 1; ; attempt++) {
    if (!isPortFixed) cluster.port = await findFreePort()
    const text = settingsFile({ pgdata: cluster.pgdata, port: cluster.port, socketFolder, durable, settings })
    prepareForDisk(cluster)
    writePrivate(join(cluster.pgdata, 'kaopei.conf'), text, cluster.user)
    try {
      return await launchPostmaster(cluster)
    } catch (error) {
      const lostRace = error instanceof LauncherFailure && error.message.startsWith(`端口 ${cluster.port} `)
      if (isPortFixed || !lostRace || attempt === 5) throw error
    }
  }
}

/** What a killed launcher left running, when it runs as this one would start it. */
function takeOverRunning(
  cluster: Cluster,
  { settings, durable, isPortFixed, socketFolder }: StartChoices & { socketFolder: string },
): Postmaster | undefined {
  const port = portOfRunning(cluster)
  if (port === undefined || (isPortFixed && port !== cluster.port)) return undefined
  const { pgdata, user, home, log } = cluster
  const file = join(pgdata, 'kaopei.conf')
  const text = settingsFile({ pgdata, port, socketFolder, durable, settings })
  if (!isSameButReloadable(text, readFileSync(file, 'utf8'))) return undefined
  endFormerWatch(home)
  cluster.port = port
  prepareForDisk(cluster)
  writePrivate(file, text, user)
  const running = takeOver(cluster)
  if (running) log.info(`数据库仍在运行（进程号 ${running.pid}），直接接管。`)
  return running
}

/** Below the range that systems give to outgoing connections, so that a restart finds its port still free. */
async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = randomInt(20_000, 32_000)
    if (await isFree(port)) return port
  }
  throw new LauncherFailure('没有找到可用的本机端口来启动数据库。请关闭一些程序后重试。')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    const { rowCount } = await client.query(`select from pg_database where datname = 'kaopei'`)
    if (rowCount === 0) await client.query('create database kaopei')
  } catch (error) {
    throw new LauncherFailure(
      `无法登录内置数据库：${error instanceof Error ? error.message : String(error)}。请检查数据目录中的 password 文件是否被改动。`,
      { cause: error },
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Keeps one postmaster alive until `stop()` or `kill()`. */
function supervise(
  cluster: Cluster,
  first: Postmaster,
  { ownerUrl, giveBack }: { ownerUrl: string; giveBack: () => void },
): EmbeddedPostgres {
  const { log, pgdata, port, home } = cluster
  let current = first
  let stopping = new AbortController()
  let reviving = Promise.resolve()
  let isOver = false

  const launch = async () => {
    await settleFormerLife(cluster)
    prepareForDisk(cluster)
    current = await launchPostmaster(cluster)
    watch(current)
  }
  const watch = (postmaster: Postmaster) => {
    void postmaster.exited.then(() => {
      if (stopping.signal.aborted || postmaster !== current) return
      log.warn('数据库进程意外退出，正在重新启动…')
      reviving = revive(launch, stopping.signal, log)
    })
  }
  const halt = async (end: () => Promise<void>) => {
    stopping.abort()
    await reviving
    await end()
  }
  watch(first)
  const endGuard = guardDisk(cluster, () => current)

  return {
    ownerUrl,
    port,
    get pid() {
      return current.pid
    },
    stop: async () => {
      if (isOver) return
      isOver = true
      endGuard()
      await halt(() => shutDown(current, cluster))
      giveBack()
      if (cluster.ephemeral) rmSync(home, { recursive: true, force: true })
    },
    restart: async () => {
      if (isOver) throw new Error('The database was stopped; start it anew')
      await halt(() => shutDown(current, cluster))
      stopping = new AbortController()
      await launch()
    },
    kill: () =>
      halt(async () => {
        await killAll(pgdata)
        await current.whenGone()
      }),
  }
}

/** Tries until it succeeds or is told to stop: a full disk may be freed, a busy port may come free. */
async function revive(launch: () => Promise<void>, signal: AbortSignal, log: PlainLog): Promise<void> {
  for (let pauseMs = 250; !signal.aborted; pauseMs = Math.min(pauseMs * 2, 5000)) {
    try {
      await launch()
      log.info('数据库已恢复运行。')
      return
    } catch (error) {
      log.warn(`数据库重新启动失败，稍后再试：${error instanceof Error ? error.message : String(error)}`)
    }
    await wait(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}
