import { migrate } from '@kaopei/db/migrate'
import {
  closeWithin,
  createApp,
  logSerializers,
  type Module,
  quietConnection,
  type RawServices,
  readiness,
  SessionCache,
  startWorker,
  watchDatabaseClock,
} from '@kaopei/server'
import { openPools } from '@kaopei/server/postgres'
import pg from 'pg'
import { pino } from 'pino'
import { writeCompiled } from './compile-cache.ts'
import { type Config, ConfigFailure, readConfig } from './config.ts'
import type { ContentServer } from './content-server.ts'
import { stepBack } from './favour.ts'
import { canShareThePort, orphanSeconds } from './former-server.ts'
import { assemble } from './modules.ts'
import { isAwaited, type Orders, ordersOfLauncher } from './orders.ts'
import { pageServer, type StoragePlaces, serveAssets } from './pages.ts'
import { loadSecret } from './secret.ts'

// What main.ts runs. Under `npm start` a part begins before its turn and waits twice: for its database, and for its turn to serve.

interface Part {
  stop(): Promise<void>
}

async function main(): Promise<void> {
  const orders = ordersOfLauncher()
  const config = readConfig()
  if (config.KAOPEI_ROLE === 'worker') stepBack()
  const url = orders ? await orders.url : config.DATABASE_URL
  if (!url) throw new ConfigFailure('请设置 DATABASE_URL，或使用 npm start 启动内置数据库')
  const log = pino({
    level: config.KAOPEI_LOG,
    base: { role: config.KAOPEI_ROLE },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: logSerializers,
  })
  const appUrl = await migrate(url, {
    appUrl: config.KAOPEI_APP_DATABASE_URL,
    log: { info: (text) => log.debug(text), warn: (text) => log.warn(text) },
  })
  const pools = openPools({ url, appUrl, appPoolSize: config.KAOPEI_POOL, applicationName: `kaopei-${config.KAOPEI_ROLE}` })
  const clock = await watchDatabaseClock(pools.app, log)
  const { modules, services, sessionSource, storage, contents } = assemble(config, {
    pool: pools.app,
    secret: loadSecret(config),
    log,
  })
  if (config.SMTP_URL && !config.KAOPEI_PUBLIC_URL)
    log.warn('KAOPEI_PUBLIC_URL 未设置：邮件和短信中的链接只能在本机打开，请设置对外的网址')
  const parts: Part[] = []
  if (config.KAOPEI_ROLE !== 'worker') {
    const sessions = new SessionCache(sessionSource)
    parts.push(await startServer({ config, appUrl, orders, modules, services, sessions, storage, contents }))
  }
  if (config.KAOPEI_ROLE !== 'server') {
    await orders?.serve
    parts.push(await startWorker(modules, services, { ownerUrl: url, concurrency: 2 }))
  }
  // It takes seconds the first time, which nobody who is being served should wait; a server writes when it stops.
  if (config.KAOPEI_ROLE === 'worker') writeCompiled()
  stopOnSignal(
    async () => {
      for (const part of parts) await part.stop()
      clock.stop()
      await pools.close()
    },
    services,
    config.KAOPEI_ROLE === 'server',
  )
}

/** How long who is being answered may take their answer when the process stops. */
const patienceMs = 10_000

interface ServerParts {
  readonly config: Config
  readonly appUrl: string
  readonly orders: Orders | undefined
  readonly modules: readonly Module[]
  readonly services: RawServices
  readonly sessions: SessionCache
  readonly storage: StoragePlaces
  readonly contents: ContentServer
}

async function startServer(given: ServerParts): Promise<Part> {
  const { config, appUrl, orders, modules, services, sessions, storage, contents } = given
  const app = await createApp({
    modules,
    services,
    sessions,
    defaultDomain: config.KAOPEI_DEFAULT_DOMAIN,
    proxies: config.KAOPEI_TRUST_PROXY,
    ...(config.tls && { https: config.tls }),
    page: pageServer(storage, contents),
    isReady: readiness(services.pool),
  })
  await serveAssets(app, storage)
  await sessions.listen(
    () => new pg.Client({ ...quietConnection, connectionString: appUrl, application_name: 'kaopei-sessions' }),
    services.log,
  )
  // Node lets 511 connections wait to be accepted, the system 4,096: of a whole company reconnecting at once the others would wait seconds.
  const place = { port: config.PORT, host: config.HOST, backlog: 4096 }
  await app.ready()
  await orders?.serve
  // Beside a server that a killed launcher left behind, until that one goes.
  const sharesPort = orders !== undefined && canShareThePort
  const address = await app.listen({ ...place, ...(sharesPort && { reusePort: true }) })
  const stopContents = await contents.listen(services, Number(new URL(address).port), sharesPort)
  services.log.info({ address }, 'server listening')
  if (process.connected) process.send?.({ kind: 'listening', address }, () => undefined)
  return {
    stop: async () => {
      await stopContents()
      await closeWithin(app, patienceMs)
      await sessions.close()
    },
  }
}

/** Stops once, cleanly: requests under way are answered, jobs are handed back. A second signal ends the process at once. */
function stopOnSignal(stop: () => Promise<void>, services: RawServices, servesOn: boolean): void {
  let isStopping = false
  const onSignal = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        services.log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  // Ctrl-C reaches the whole group; under `npm start` the parent decides when to stop.
  process.on('SIGINT', process.send ? () => undefined : onSignal)
  process.on('SIGTERM', onSignal)
  // A server whose launcher was killed serves on until the next one takes its place, but not without end.
  const orphanMs = isAwaited() && servesOn ? orphanSeconds * 1000 : 0
  const onOrphaned = () => void setTimeout(onSignal, orphanMs)
  process.on('disconnect', onOrphaned)
  if (process.send && !process.connected) onOrphaned()
}

main().catch((error: unknown) => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    console.error(`端口 ${process.env.PORT ?? 8080} 已被占用：请先停止占用它的程序，或用 PORT=其他端口 重新启动`)
  else
    console.error(
      error instanceof ConfigFailure || (error instanceof Error && error.name === 'LauncherFailure') ? error.message : error,
    )
  process.exit(1)
})
