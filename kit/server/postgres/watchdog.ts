import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Cluster } from './cluster.ts'
import { processIdentity, sendSignal } from './processes.ts'
import { identityOf } from './run-user.ts'

// A small process that reads until its launcher is gone, however it went, waits for a launcher that takes the database over, and else stops
// the database as SIGINT would (and clears a throw-away folder). Whoever takes over ends it first.
const script = `
trap '' INT TERM HUP
cat > /dev/null
sleep "$3"
kill -INT "$1" 2> /dev/null
if [ -n "$2" ]; then
  tries=0
  while kill -0 "$1" 2> /dev/null && [ $tries -lt 300 ]; do sleep 0.1; tries=$((tries + 1)); done
  rm -rf -- "$2"
fi`

const record = z.object({ pid: z.number(), identity: z.string() })

/** Answers the function that ends the watch. */
export function watchOver(pid: number, { home, ephemeral, user, servesOnSeconds }: Cluster): () => void {
  if (process.platform === 'win32') return () => undefined
  const folder = ephemeral ? home : ''
  const watchdog = spawn('/bin/sh', ['-c', script, 'kaopei-watchdog', String(pid), folder, String(servesOnSeconds)], {
    ...identityOf(user),
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // The database works without its watchdog; the next start cleans up then.
  watchdog.on('error', () => undefined)
  watchdog.unref()
  const { stdin } = watchdog
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
  if (watchdog.pid !== undefined && !ephemeral) keepRecord(home, watchdog.pid)
  return () => void watchdog.kill('SIGKILL')
}

function keepRecord(home: string, pid: number): void {
  const identity = processIdentity(pid)
  if (identity === undefined) return
  try {
    writeFileSync(fileOf(home), JSON.stringify({ pid, identity }), { mode: 0o600 })
  } catch {
    // A full disk. Whoever takes over is then stopped by the old watchdog, and starts again.
  }
}

/** Ends the watchdog of a launcher that is gone: it would stop a database that somebody else looks after now. */
export function endFormerWatch(home: string): void {
  try {
    const { pid, identity } = record.parse(JSON.parse(readFileSync(fileOf(home), 'utf8')))
    if (processIdentity(pid) === identity) sendSignal(pid, 'SIGKILL')
    rmSync(fileOf(home), { force: true })
  } catch {
    // there was none
  }
}

const fileOf = (home: string) => join(home, 'watchdog.json')
