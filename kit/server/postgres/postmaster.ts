import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster, Postmaster } from './cluster.ts'
import { postgresEnvironment } from './data-folder.ts'
import { explainPostgresOutput, LauncherFailure } from './failure.ts'
import { processesIn, sendSignal, waitUntilGone } from './processes.ts'
import { identityOf } from './run-user.ts'
import { readPidFile } from './take-over.ts'
import { endFormerWatch, watchOver } from './watchdog.ts'

const startLimitMs = 15 * 60_000

/** Starts PostgreSQL and resolves once it takes connections; a crash recovery may take its time. */
export async function launchPostmaster(cluster: Cluster): Promise<Postmaster> {
  const { home, pgdata, binaries, user } = cluster
  const logFile = join(home, 'postgres.log')
  turnLog(logFile)
  const output = openSync(logFile, 'a+', 0o600)
  const logStart = fstatSync(output).size
  try {
    // Its own session: Ctrl-C in the terminal reaches us alone, and we stop the database last.
    const child = spawn(binaries.postgres, ['-D', pgdata], {
      ...identityOf(user),
      cwd: pgdata,
      env: postgresEnvironment(),
      detached: true,
      stdio: ['ignore', output, output],
      windowsHide: true,
    })
    const postmaster = await follow(child, cluster)
    await waitUntilReady(postmaster, cluster, () => readFrom(output, logStart))
    return postmaster
  } finally {
    closeSync(output)
  }
}

async function follow(child: ChildProcess, cluster: Cluster): Promise<Postmaster> {
  const spawned = new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
  let alive = true
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      alive = false
      endWatch()
      resolve()
    })
  })
  let endWatch: () => void = () => undefined
  await spawned
  const { pid } = child
  if (pid === undefined) throw new LauncherFailure('数据库进程没有启动。')
  endWatch = watchOver(pid, cluster)
  child.unref()
  const whenGone = () => {
    if (alive) child.ref()
    return exited
  }
  return { pid, exited, isAlive: () => alive, whenGone }
}

async function waitUntilReady(postmaster: Postmaster, cluster: Cluster, readOutput: () => string): Promise<void> {
  const started = Date.now()
  let told = started
  while (!saysReady(cluster.pgdata, postmaster.pid)) {
    if (!postmaster.isAlive()) throw explainPostgresOutput(readOutput(), cluster)
    if (Date.now() - started > startLimitMs) {
      await shutDown(postmaster, cluster)
      throw explainPostgresOutput(readOutput(), cluster)
    }
    if (Date.now() - told > 5000) {
      told = Date.now()
      cluster.log.info('数据库正在恢复上次未写完的数据，请稍候…')
    }
    await wait(15)
  }
}

function saysReady(pgdata: string, pid: number): boolean {
  const found = readPidFile(pgdata)
  return found?.pid === pid && found.isReady
}

/** Fast shutdown: open transactions roll back, everything committed is written. Immediate only when that hangs. */
export async function shutDown(postmaster: Postmaster, cluster: Cluster): Promise<void> {
  if (!postmaster.isAlive()) return
  if (process.platform === 'win32') {
    spawn(cluster.binaries.pgCtl, ['stop', '-D', cluster.pgdata, '-m', 'fast'], { stdio: 'ignore', windowsHide: true })
  } else {
    sendSignal(postmaster.pid, 'SIGINT')
  }
  const patience = new AbortController()
  const hasHung = wait(60_000, true, { signal: patience.signal }).catch(() => false)
  if (await Promise.race([postmaster.whenGone().then(() => false), hasHung])) {
    cluster.log.warn('数据库一分钟内没有停下，改为立即停止；下次启动会自动恢复。')
    sendSignal(postmaster.pid, 'SIGQUIT')
    await postmaster.whenGone()
  }
  patience.abort()
}

/**
 * Settles what a former life left behind: stops an orphaned PostgreSQL of this folder (its launcher is gone, we hold the lock),
 * removes processes without a postmaster, and a postmaster.pid whose number now belongs to some other program.
 */
export async function settleFormerLife({ home, pgdata, log }: Cluster): Promise<void> {
  endFormerWatch(home)
  const pidFile = join(pgdata, 'postmaster.pid')
  const former = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : undefined
  const left = processesIn(pgdata)
  if (former !== undefined && left.includes(former)) {
    log.info(`发现上次运行留下的数据库进程（进程号 ${former}），正在停止它…`)
    sendSignal(former, 'SIGINT')
    if (!(await waitUntilGone([former], 20_000))) sendSignal(former, 'SIGQUIT')
    await waitUntilGone([former], 20_000)
  }
  await killAll(pgdata)
  // Its number may belong to another program by now, or to a dead process that nobody has collected yet: PostgreSQL takes both for itself.
  if (former !== undefined && !isOurs(former, pgdata)) rmSync(pidFile, { force: true })
}

function isOurs(pid: number, pgdata: string): boolean {
  // Windows cannot tell; there PostgreSQL itself judges the file.
  return process.platform === 'win32' || processesIn(pgdata).includes(pid)
}

/** kill -9 for every process of the cluster. */
export async function killAll(pgdata: string): Promise<void> {
  for (let round = 0; round < 50; round++) {
    const pids = processesIn(pgdata)
    if (pids.length === 0) return
    for (const pid of pids) sendSignal(pid, 'SIGKILL')
    await waitUntilGone(pids, 5000)
  }
}

/** The log is for looking into failures: two files of 16 MB are plenty. */
function turnLog(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > 16 * 1024 ** 2) renameSync(file, `${file}.1`)
}

/** At most the last 16 KB of what was written since `start`. */
function readFrom(file: number, start: number): string {
  const { size } = fstatSync(file)
  const from = Math.max(start, size - 16 * 1024)
  const content = Buffer.alloc(size - from)
  readSync(file, content, 0, content.length, from)
  return content.toString('utf8')
}
