import { setPriority } from 'node:os'

/** Nice values: ahead of what else is busy on the machine, and like everybody. */
const ahead = -5
const usual = 0

/**
 * The launcher, the servers and the database that it starts go before other work: people wait for them, above all after a failure. Only
 * root may ask for that; without it nothing changes.
 */
export function favour(pid: number): void {
  trySet(pid, ahead)
}

/** For work that nobody waits for, in a process that inherited its launcher's place. */
export function stepBack(): void {
  trySet(process.pid, usual)
}

function trySet(pid: number, priority: number): void {
  try {
    setPriority(pid, priority)
  } catch {
    // Not allowed, or the process is gone.
  }
}
