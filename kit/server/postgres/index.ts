export { LauncherFailure, type PlainLog } from './failure.ts'
export { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './launcher.ts'
export { openPools, type PoolOptions, type Pools } from './pools.ts'
export { processIdentity, sendSignal, waitUntilGone } from './processes.ts'
