import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second (USER_HZ). */
const millisecondsPerTick = 10

interface Times {
  readonly parent: number
  readonly own: number
  /** Of children that have ended and were waited for. */
  readonly ended: number
}

function timesOf(pid: number): Times | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold anything; the fields after it are plain.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const field = (index: number) => Number(fields[index] ?? 0)
    return { parent: field(1), own: field(11) + field(12), ended: field(13) + field(14) }
  } catch {
    return undefined // it ended while we looked
  }
}

/** Processor milliseconds that a process with all its threads has used so far. */
export function cpuOf(pid: number): number {
  return (timesOf(pid)?.own ?? 0) * millisecondsPerTick
}

/** The same of a process together with its children, living and ended: the postmaster and every backend. */
export function cpuOfTree(pid: number): number {
  const root = timesOf(pid)
  let ticks = (root?.own ?? 0) + (root?.ended ?? 0)
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const times = timesOf(Number(name))
    if (times?.parent === pid) ticks += times.own
  }
  return ticks * millisecondsPerTick
}

/**
 * Processor milliseconds of a process and of everything below it that runs just now, one by one: programs in a sandbox are waited for by nobody who would
 * count them, so whoever asks looks again and again while they run. It asks for children alone: to look at every process of the machine costs more than
 * what is measured.
 */
export function cpuBelow(pid: number): ReadonlyMap<number, number> {
  const below = new Map<number, number>()
  const add = (id: number) => {
    below.set(id, cpuOf(id))
    for (const child of childrenOf(id)) add(child)
  }
  add(pid)
  return below
}

/** Each thread has those that it started. */
function childrenOf(pid: number): number[] {
  try {
    const lists = readdirSync(`/proc/${pid}/task`).map((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'))
    return lists.join(' ').split(' ').filter(Boolean).map(Number)
  } catch {
    return [] // it ended while we looked
  }
}

/** The most memory a process has held, in MiB. */
export function peakMemoryMb(pid: number): number {
  const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? Number.NaN) / 1024
}

/** Load of the machine over the last minute, so that a reader can tell a disturbed run. */
export function loadAverage(): number {
  return Number(readFileSync('/proc/loadavg', 'utf8').split(' ', 1)[0])
}
