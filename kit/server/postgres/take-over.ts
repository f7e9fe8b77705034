import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster, Postmaster } from './cluster.ts'
import { processesIn, processIdentity, sendSignal } from './processes.ts'
import { watchOver } from './watchdog.ts'

const lookEveryMs = 200

/** The port of a PostgreSQL that a killed launcher left running and taking connections; undefined: there is none to take over. */
export function portOfRunning({ pgdata, binaries, ephemeral }: Cluster): number | undefined {
  if (process.platform !== 'linux' || ephemeral) return undefined
  const running = readPidFile(pgdata)
  if (!running?.isReady || !processesIn(pgdata).includes(running.pid)) return undefined
  return programOf(running.pid) === realpathSync(binaries.postgres) ? running.port : undefined
}

/** Takes it over as it is: nobody who uses it notices. The settings that a reload can change are taken from the new file. */
export function takeOver(cluster: Cluster): Postmaster | undefined {
  const pid = readPidFile(cluster.pgdata)?.pid
  const identity = pid === undefined ? undefined : processIdentity(pid)
  if (pid === undefined || identity === undefined) return undefined
  sendSignal(pid, 'SIGHUP')
  const isAlive = () => processIdentity(pid) === identity
  const endWatch = watchOver(pid, cluster)
  const exited = poll(isAlive, false).then(endWatch)
  return { pid, isAlive, exited, whenGone: () => poll(isAlive, true).then(() => exited) }
}

/** It is no child of ours, so nobody tells us. */
async function poll(isAlive: () => boolean, ref: boolean): Promise<void> {
  while (isAlive()) await wait(lookEveryMs, undefined, { ref })
}

/** postmaster.pid: the process in line 1, its port in line 4, its state in line 8. */
export function readPidFile(pgdata: string): { pid: number; port: number; isReady: boolean } | undefined {
  try {
    const lines = readFileSync(join(pgdata, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

function programOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/exe`)
  } catch {
    return undefined
  }
}
