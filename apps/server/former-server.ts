import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { processIdentity, sendSignal } from '@kaopei/server/postgres'
import { z } from 'zod'

// A launcher that is killed leaves a server that goes on serving for a while. The next launcher finds it here, lets it serve until its own
// server listens beside it, and then asks it to go.

const record = z.object({ pid: z.number(), identity: z.string(), port: z.number() })
export type ServerRecord = z.output<typeof record>

/** How long a server serves on without its launcher, for the next one to take its place. */
export const orphanSeconds = 30

/** Two processes can listen on one port only there; elsewhere the former one goes first. */
export const canShareThePort = process.platform === 'linux'

export function findFormerServer(dataDir: string): ServerRecord | undefined {
  try {
    const found = record.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')))
    return isAlive(found) ? found : undefined
  } catch {
    return undefined // none was left, or its record was cut off
  }
}

export function keepServerRecord(dataDir: string, { pid, port }: Pick<ServerRecord, 'pid' | 'port'>): void {
  const identity = processIdentity(pid)
  if (identity === undefined) return
  try {
    mkdirSync(join(dataDir, 'run'), { recursive: true })
    writeFileSync(fileOf(dataDir), JSON.stringify({ pid, identity, port }), { mode: 0o600 })
  } catch {
    // A full disk: the next launcher then finds the port taken, or nobody.
  }
}

export function forgetServerRecord(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true })
}

/** Asks it to go; it answers what it has begun. */
export function dismiss(former: ServerRecord): void {
  if (isAlive(former)) sendSignal(former.pid, 'SIGTERM')
}

export function isAlive({ pid, identity }: ServerRecord): boolean {
  return processIdentity(pid) === identity
}

const fileOf = (dataDir: string) => join(dataDir, 'run', 'server.json')
