import type { Binaries } from './binaries.ts'
import type { PlainLog } from './failure.ts'
import type { RunUser } from './run-user.ts'

export type Cluster = {
  home: string
  pgdata: string
  port: number
  binaries: Binaries
  user: RunUser | undefined
  /** The folder goes with the cluster, also when our process is killed. */
  ephemeral: boolean
  /** How long the database runs on when our process is killed, for the next one to take it over. */
  servesOnSeconds: number
  log: PlainLog
}

export type Postmaster = {
  pid: number
  isAlive(): boolean
  /** Settles when the process is gone, but does not keep ours running as `whenGone` does. */
  exited: Promise<void>
  whenGone(): Promise<void>
}
