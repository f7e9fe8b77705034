import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * A text that tells this life of a process from a later one with the same number; undefined when the process is gone
 * (a zombie counts as gone).
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform === 'linux') {
    const life = readLife(pid)
    return life === undefined || life.state === 'Z' ? undefined : `${bootId()}/${life.startedAt}`
  }
  if (!isSignalable(pid)) return undefined
  if (process.platform === 'win32') return 'alive'
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim() || undefined
}

function readLife(pid: number): { state: string; startedAt: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name stands in brackets and may hold blanks and brackets itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', startedAt: fields[19] ?? '' }
  } catch {
    return undefined
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

function isSignalable(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Sends a signal; false when the process is already gone. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch {
    return false
  }
}

/** Every live PostgreSQL process of the data folder: each of them has the folder as its working directory. */
export function processesIn(pgdata: string): number[] {
  if (process.platform === 'linux') {
    const folder = realpathSync(pgdata)
    return numericEntries('/proc').filter((pid) => link(pid, 'cwd') === folder && isPostgres(link(pid, 'exe')))
  }
  if (process.platform === 'win32') return []
  const postmaster = readFirstLine(`${pgdata}/postmaster.pid`)
  return spawnSync('ps', ['-axo', 'pid=,ppid=,comm='], { encoding: 'utf8' })
    .stdout.split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([pid, parent, program]) => (Number(pid) === postmaster || Number(parent) === postmaster) && isPostgres(program))
    .map(([pid]) => Number(pid))
}

function isPostgres(program: string | undefined): boolean {
  return program !== undefined && basename(program).startsWith('postgres')
}

function numericEntries(folder: string): number[] {
  return readdirSync(folder).map(Number).filter(Number.isInteger)
}

function link(pid: number, name: 'cwd' | 'exe'): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/${name}`)
  } catch {
    return undefined
  }
}

function readFirstLine(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

/** True as soon as none of the processes is alive, false after `limitMs`. */
export async function waitUntilGone(pids: number[], limitMs: number): Promise<boolean> {
  const until = Date.now() + limitMs
  while (pids.some((pid) => processIdentity(pid) !== undefined)) {
    if (Date.now() > until) return false
    await wait(20)
  }
  return true
}
