import { Pool, type PoolConfig, types } from 'pg'
import { appLoginOf } from './app-login.ts'
import type { PlainLog } from './failure.ts'

export type Pools = {
  /** The server's queries, as kaopei_app, by a login that may become nobody else: row-level security holds whatever a query says. */
  app: Pool
  /** Migrations, the job runner and what must see every company. */
  owner: Pool
  close(): Promise<void>
}

export type PoolOptions = {
  /** The owner's. */
  url: string
  /** What the server's queries log in with, as `migrate` answers it. Default: the login that belongs to the owner's URL. */
  appUrl?: string
  /** Default 20. */
  appPoolSize?: number
  /** Default 6. */
  ownerPoolSize?: number
  /** Default 'kaopei'. */
  applicationName?: string
  log?: PlainLog
}

/** Two pools that outlive restarts of the database: broken connections are dropped, the next query opens a new one. */
export function openPools(options: PoolOptions): Pools {
  const { url, appPoolSize = 20, ownerPoolSize = 6, applicationName = 'kaopei', log } = options
  const appUrl = options.appUrl ?? appLoginOf(url)?.url ?? url
  const app = openPool({
    url: withOption(appUrl, '-c role=kaopei_app'),
    max: appPoolSize,
    name: applicationName,
    sendsAhead: true,
    log,
  })
  const owner = openPool({ url, max: ownerPoolSize, name: `${applicationName}-owner`, sendsAhead: false, log })
  return {
    app,
    owner,
    close: async () => {
      await Promise.all([app.end(), owner.end()])
    },
  }
}

/** Appends to the URL's own `options`, which would otherwise win over the pool's. */
export function withOption(url: string, option: string): string {
  const changed = new URL(url)
  const given = changed.searchParams.get('options')
  changed.searchParams.set('options', given === null ? option : `${given} ${option}`)
  return changed.href
}

/** `sendsAhead`: statements go out without waiting for the answers to those before them. */
type Opening = { url: string; max: number; name: string; sendsAhead: boolean; log: PlainLog | undefined }

function openPool({ url, max, name, sendsAhead, log }: Opening): Pool {
  const config: PoolConfig = {
    connectionString: url,
    max,
    application_name: name,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    pipeline: sendsAhead,
    types: { getTypeParser },
  }
  const pool = new Pool(config)
  pool.on('error', (error) => log?.warn(`空闲的数据库连接断开：${error.message}`))
  // A connection that breaks while checked out speaks up on its own; unheard, it would end the process. Its query fails anyway.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
  })
  return pool
}

const { builtins } = types
const textArray: number = 1009

const ours = new Map<number, (value: string) => unknown>([
  [builtins.INT8, integer],
  [builtins.NUMERIC, decimal],
  [builtins.DATE, asWritten],
  [1016, (value) => eachOf(value, integer)],
  [1231, (value) => eachOf(value, decimal)],
  [1182, (value) => eachOf(value, asWritten)],
])

/** int8 and numeric as numbers where a number holds them exactly, else as text; date as 'yyyy-MM-dd'; timestamptz as Date. */
const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  const parser = format === 'binary' ? undefined : ours.get(oid)
  return parser ?? types.getTypeParser(oid, format)
}

function integer(value: string): number | string {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/** Up to 15 significant digits survive the way into a double and back. */
function decimal(value: string): number | string {
  const digits = value.replace(/^-?[0.]*|\.|0+$/g, '')
  return digits.length <= 15 && value !== 'NaN' && !value.includes('Infinity') ? Number(value) : value
}

function asWritten(value: string): string {
  return value
}

function eachOf(value: string, parse: (item: string) => unknown): unknown[] {
  const items: unknown = types.getTypeParser(textArray, 'text')(value)
  return Array.isArray(items) ? items.map((item: unknown) => (typeof item === 'string' ? parse(item) : item)) : []
}
