import { existsSync, statfsSync } from 'node:fs'
import { totalmem } from 'node:os'
import { readOnlyFile } from './disk-guard.ts'

export type Settings = Record<string, string | number | boolean>

const megabyte = 1024 ** 2

type Surroundings = { pgdata: string; port: number; socketFolder: string; durable: boolean; settings: Settings }

/** The text of kaopei.conf, written anew at every start so that it fits the machine of today. */
export function settingsFile(around: Surroundings): string {
  const all: Settings = { ...baseSettings(around), ...(around.durable ? durable : throwAway), ...around.settings }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${quote(value)}`)
  return [
    '# 由程序在每次启动时生成；自己的设置请写入同目录的 local.conf',
    ...lines,
    `include_if_exists = '${readOnlyFile}'`,
    '',
  ].join('\n')
}

/** Whether two such files ask for the same, but for what follows the free room on the disk and a reload can change. */
export function isSameButReloadable(one: string, other: string): boolean {
  const fixed = (text: string) =>
    text
      .split('\n')
      .filter((line) => !line.startsWith('max_wal_size ='))
      .join('\n')
  return fixed(one) === fixed(other)
}

const durable: Settings = { fsync: true, synchronous_commit: true, full_page_writes: true }
const throwAway: Settings = {
  fsync: false,
  synchronous_commit: false,
  full_page_writes: false,
  // Nobody reads it again, and packing pages is a part of the work of tests.
  wal_compression: false,
  wal_level: 'minimal',
  max_wal_senders: 0,
}

function baseSettings({ pgdata, port, socketFolder }: Surroundings): Settings {
  const memoryMb = Math.floor(usableMemoryBytes() / megabyte)
  return {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: socketFolderFor(socketFolder, port),
    unix_socket_permissions: '0700',
    max_connections: 100,
    shared_buffers: `${Math.max(32, Math.min(512, Math.floor(memoryMb / 4)))}MB`,
    effective_cache_size: `${Math.max(64, Math.floor(memoryMb / 2))}MB`,
    work_mem: '16MB',
    maintenance_work_mem: `${Math.max(16, Math.min(256, Math.floor(memoryMb / 16)))}MB`,
    dynamic_shared_memory_type: sharedMemoryType(),
    wal_compression: true,
    max_wal_size: `${maxWalMb(pgdata)}MB`,
    min_wal_size: '80MB',
    checkpoint_timeout: '5min',
    checkpoint_completion_target: 0.9,
    random_page_cost: 1.1,
    jit: false,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The launcher reads the log to explain failures.
    lc_messages: 'C',
    logging_collector: false,
    log_destination: 'stderr',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: false,
    // Statements hold people's names and answers; they stay out of the log.
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: 0,
  }
}

function usableMemoryBytes(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/** A container's /dev/shm is often 64 MB, too little for parallel queries. */
function sharedMemoryType(): string {
  if (process.platform === 'win32') return 'windows'
  if (process.platform !== 'linux') return 'posix'
  if (!existsSync('/dev/shm')) return 'mmap'
  const room = statfsSync('/dev/shm')
  return room.blocks * room.bsize < 256 * megabyte ? 'mmap' : 'posix'
}

/** What a crash may leave to be read again: 1 GB is some seconds. On a small disk a quarter of the free room. */
function maxWalMb(pgdata: string): number {
  const room = statfsSync(pgdata)
  const quarterMb = Math.floor((room.bavail * room.bsize) / megabyte / 4)
  return Math.max(96, Math.min(1024, quarterMb))
}

/** The path of a unix socket may have 107 bytes. */
/** Where the socket file goes; empty where there can be none (Windows, paths that are too long for one). */
export function socketFolderFor(folder: string, port: number): string {
  if (process.platform === 'win32') return ''
  return Buffer.byteLength(`${folder}/.s.PGSQL.${port}`) > 100 ? '' : folder
}

function quote(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
}
