/**
 * For a connection that only waits: firewalls forget those that say nothing for some minutes, and tell neither side. The system asks in between
 * whether the other is still there, and a lost one is noticed within a minute.
 */
export const quietConnection = { keepAlive: true, keepAliveInitialDelayMillis: 30_000, connectionTimeoutMillis: 10_000 } as const
