/**
 * A server of a product that runs already, on a clock that whoever started it moves on: one message with the milliseconds that it is ahead, answered when it
 * is; `deleteDue` deletes the recordings whose time is over by then, of every company. It shares the product's database, data folder and built clients; its first message is its address.
 */
import { createApp, SessionCache } from '@kaopei/server'
import { openPools } from '@kaopei/server/postgres'
import { pino } from 'pino'
import { readConfig } from '../apps/server/config.ts'
import { assemble } from '../apps/server/modules.ts'
import { pageServer, serveAssets } from '../apps/server/pages.ts'
import { loadSecret } from '../apps/server/secret.ts'
import { deleteDueRecordings } from '../domains/proctoring/server/retention/delete-due.ts'

let aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)
process.on('message', async (told) => {
  if (told === 'deleteDue') await deleteDueRecordings({ ...services, pool: pools.app }, now())
  else aheadMs = Number(told)
  process.send?.(aheadMs)
})
process.on('disconnect', () => process.exit(0))

const config = readConfig()
const pools = openPools({ url: config.DATABASE_URL ?? '', appPoolSize: 4, applicationName: 'kaopei-moved' })
const { modules, services, sessionSource, storage, contents } = assemble(config, {
  pool: pools.app,
  secret: loadSecret(config),
  log: pino({ level: 'warn' }),
})
/** Whoever signed in stays so, however many days pass: none of them passes for the server that looks after sessions. */
const sessions = new SessionCache({
  find: async (hash) => {
    const found = await sessionSource.find(hash)
    return found && { ...found, expiresAt: new Date(8.64e15), isKept: true }
  },
  touch: async () => undefined,
})
const app = await createApp({
  ...{ modules, services, sessions, defaultDomain: 'demo', isReady: async () => true },
  clock: now,
  page: pageServer(storage, contents),
})
await serveAssets(app, storage)
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }))
