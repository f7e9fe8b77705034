import type { DB } from '@kaopei/db/types'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { z } from 'zod'
import { checkedRows } from './checked-rows.ts'

/** The query builder on one connection: a request's or a job's transaction. Rooms never see the pool. */
export interface Db extends Kysely<DB> {
  /** Whose rows this transaction sees and writes. Asking before a company was entered is a mistake and throws. */
  readonly companyId: string
}

interface Queryable {
  query(statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>
}

const compiler = new PostgresQueryCompiler()
const adapter = new PostgresAdapter()

/** Binds the query builder to a client inside a transaction, or to a pool for single statements of one company. */
export function bindDb(queryable: Queryable, companyId?: string): Db {
  return bind(queryable, { isOver: false }, companyId)
}

/** Whether the transaction has ended: what is left running of it must not go on in the next one that gets the connection. */
interface Lease {
  isOver: boolean
}

class BoundDb extends Kysely<DB> implements Db {
  readonly queryable: () => Queryable
  /** As `app.company_id` has it in the database; a savepoint that is undone undoes both. */
  entered: string | undefined

  constructor(queryable: () => Queryable, companyId: string | undefined) {
    super({
      dialect: {
        createDriver: () => new BoundDriver(queryable),
        createQueryCompiler: () => compiler,
        createAdapter: () => adapter,
        createIntrospector: (any) => new PostgresIntrospector(any),
      },
    })
    this.queryable = queryable
    this.entered = companyId
  }

  get companyId(): string {
    if (this.entered === undefined) throw new Error('no company was entered in this transaction')
    return this.entered
  }
}

function bind(client: Queryable, lease: Lease, companyId: string | undefined): BoundDb {
  const queryable = () => {
    if (lease.isOver) throw new Error('the transaction is over: a query was left running when it ended')
    return client
  }
  return new BoundDb(queryable, companyId)
}

/**
 * Runs `work` in a transaction of one company: row-level security shows and accepts only that company's rows.
 * Without a company every company table is empty.
 */
export async function inTransaction<T>(pool: pg.Pool, companyId: string | undefined, work: (db: Db) => Promise<T>): Promise<T> {
  const begin = companyId === undefined ? 'begin' : `begin; ${setCompany(companyId)}`
  const client = await pool.connect()
  const lease: Lease = { isOver: false }
  let broken = false
  try {
    const begun = client.query(begin)
    begun.catch(() => undefined) // it is told below, or what became of `work` is
    // Were it to fail and its connection live on, a statement sent along with it would see and change rows of no company.
    const goesAlong = client.pipeline && companyId !== undefined
    if (!goesAlong) await begun
    const result = await work(bind(goesAlong ? sentAlong(client, begun) : client, lease, companyId))
    await begun
    lease.isOver = true
    const { command } = await client.query('commit')
    // After an error that nobody told, PostgreSQL undoes everything here and calls that a success.
    if (command !== 'COMMIT') throw new Error('the transaction had failed: nothing of it was kept')
    return result
  } catch (error) {
    lease.isOver = true
    await client.query('rollback').catch(() => {
      broken = true
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** A round trip less: statements are sent without waiting for `begin`, and answer when that has succeeded. */
function sentAlong(client: Queryable, begun: Promise<unknown>): Queryable {
  let hasBegun = false
  return {
    query: async (statement, values) => {
      if (hasBegun) return client.query(statement, values)
      const [answer] = await Promise.all([client.query(statement, values), begun])
      hasBegun = true
      return answer
    },
  }
}

/** Enters a company in the middle of a transaction that began without one (logins). */
export async function enterCompany(db: Db, companyId: string): Promise<void> {
  const bound = boundOf(db)
  await bound.queryable().query(setCompany(companyId))
  bound.entered = companyId
}

export interface Statement {
  /** Unique in the product: the plan is kept under this name on every connection. */
  readonly name: string
  readonly text: string
}

/** One named, prepared statement, for hot paths: parsed and planned once per connection. Answers how many rows came or were written. */
export async function runPrepared(db: Db, statement: Statement, values: unknown[]): Promise<number> {
  const { rowCount } = await boundOf(db).queryable().query({ name: statement.name, text: statement.text, values })
  return rowCount ?? 0
}

/** The same for its rows, read as those of `rowsOf` are. */
export async function rowsOfPrepared<Row extends z.ZodType>(
  db: Db,
  row: Row,
  statement: Statement,
  values: unknown[],
): Promise<z.input<Row>[]> {
  const result = await boundOf(db).queryable().query({ name: statement.name, text: statement.text, values })
  return checkedRows(row, result.rows, () => statement.text)
}

/** Runs `work` in a savepoint: when it throws, only its own changes are undone and the error goes on. */
export async function inSavepoint<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const bound = boundOf(db)
  const client = bound.queryable()
  const { entered } = bound
  await client.query('savepoint step')
  try {
    const result = await work()
    await client.query('release savepoint step')
    return result
  } catch (error) {
    await client.query('rollback to savepoint step; release savepoint step')
    bound.entered = entered
    throw error
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function setCompany(companyId: string): string {
  if (!uuid.test(companyId)) throw new Error('a company id is a uuid')
  return `set local app.company_id = '${companyId}'`
}

function boundOf(db: Db): BoundDb {
  if (!(db instanceof BoundDb)) throw new Error('this query builder was not made by bindDb')
  return db
}

class BoundDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(queryable: () => Queryable) {
    this.#connection = new BoundConnection(queryable)
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
  async beginTransaction(): Promise<void> {
    throw new Error('the request is the transaction; use inSavepoint for a step that may fail')
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

class BoundConnection implements DatabaseConnection {
  readonly #queryable: () => Queryable

  constructor(queryable: () => Queryable) {
    this.#queryable = queryable
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.#queryable().query(query.sql, [...query.parameters])
    const isChange =
      result.command === 'INSERT' || result.command === 'UPDATE' || result.command === 'DELETE' || result.command === 'MERGE'
    return { rows: result.rows, ...(isChange && { numAffectedRows: BigInt(result.rowCount ?? 0) }) }
  }

  /** Streams through a server-side cursor, so that an export never holds all rows. */
  async *streamQuery<R>(query: CompiledQuery, chunkSize = 1000): AsyncIterableIterator<QueryResult<R>> {
    const name = `cursor_${Math.random().toString(36).slice(2)}`
    // A cursor is planned for its first tenth of rows unless told; a stream is read to its end.
    await this.#queryable().query('set local cursor_tuple_fraction = 1')
    await this.#queryable().query(`declare ${name} no scroll cursor for ${query.sql}`, [...query.parameters])
    try {
      while (true) {
        const { rows } = await this.#queryable().query(`fetch ${chunkSize} from ${name}`)
        if (rows.length === 0) return
        yield { rows }
      }
    } finally {
      await this.#close(name)
    }
  }

  /** The transaction may already have failed, and its cursors with it. */
  async #close(name: string): Promise<void> {
    try {
      await this.#queryable().query(`close ${name}`)
    } catch {
      // then there is nothing to close
    }
  }
}
