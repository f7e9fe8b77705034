import { existsSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster, Postmaster } from './cluster.ts'
import { writePrivate } from './data-folder.ts'
import { sendSignal } from './processes.ts'

// On a full disk PostgreSQL cannot write its log and ends. Before that the database turns read-only: new writes are refused
// (SQLSTATE 25006), reads go on, and once there is room again it takes writes as before, without anybody's help.

const megabyte = 1024 ** 2
const reserveBytes = 32 * megabyte
const lookEveryMs = 1000

/** Included by kaopei.conf when it exists. Switched by renaming: a full disk has no room for a new file. */
export const readOnlyFile = 'disk-full.conf'
const restingFile = 'disk-full.off'

/** Below this much free room the database takes no new writes. */
export function lowRoomBytes(totalBytes: number): number {
  return Math.min(256 * megabyte, totalBytes * 0.08)
}

/** Gives up the reserve when the start and its recovery need the room. */
export function makeRoomToStart(home: string): void {
  if (roomOf(home).free < reserveBytes) rmSync(join(home, 'reserve'), { force: true })
}

/** Before a start: the right mode for the room there is. */
export function prepareForDisk({ pgdata, home, user }: Cluster): void {
  makeRoomToStart(home)
  const room = roomOf(pgdata)
  const on = join(pgdata, readOnlyFile)
  const off = join(pgdata, restingFile)
  if (!existsSync(on) && !existsSync(off)) writePrivate(off, 'default_transaction_read_only = on\n', user)
  switchTo(room.free < lowRoomBytes(room.total), pgdata)
}

/** Looks at the room every second until the returned function is called. */
export function guardDisk(cluster: Cluster, current: () => Postmaster): () => void {
  if (process.platform === 'win32' || cluster.ephemeral) return () => undefined
  keepReserve(cluster)
  const timer = setInterval(() => look(cluster, current()), lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

function look(cluster: Cluster, postmaster: Postmaster): void {
  const { pgdata, log } = cluster
  const { free, total } = roomOf(pgdata)
  const low = lowRoomBytes(total)
  const isReadOnly = existsSync(join(pgdata, readOnlyFile))
  const isWanted = isReadOnly ? free < low * 1.5 : free < low
  if (isWanted === isReadOnly || !postmaster.isAlive()) return
  switchTo(isWanted, pgdata)
  sendSignal(postmaster.pid, 'SIGHUP')
  if (isWanted) {
    log.warn(
      `磁盘空间不足（剩余 ${Math.floor(free / megabyte)} MB），数据库暂停写入，仍可读取。请释放磁盘空间，之后会自动恢复写入。`,
    )
  } else {
    keepReserve(cluster)
    log.info('磁盘空间已恢复，数据库重新接受写入。')
  }
}

function switchTo(isReadOnly: boolean, pgdata: string): void {
  const on = join(pgdata, readOnlyFile)
  const off = join(pgdata, restingFile)
  if (isReadOnly && existsSync(off)) renameSync(off, on)
  if (!isReadOnly && existsSync(on)) renameSync(on, off)
}

/** Room put aside in good times, so that a database that ended on a full disk can recover and be read. */
function keepReserve({ home, pgdata }: Cluster): void {
  const reserve = join(home, 'reserve')
  const { free, total } = roomOf(pgdata)
  if (existsSync(reserve) || free < lowRoomBytes(total) * 2 + reserveBytes * 2) return
  try {
    writeFileSync(reserve, Buffer.alloc(reserveBytes), { mode: 0o600 })
  } catch {
    // Somebody else was quicker to fill the disk; the reserve is only a help.
    rmSync(reserve, { force: true })
  }
}

function roomOf(path: string): { free: number; total: number } {
  const { bavail, blocks, bsize } = statfsSync(path)
  return { free: bavail * bsize, total: blocks * bsize }
}
