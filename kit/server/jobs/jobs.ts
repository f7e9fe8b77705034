import type { ErrorDef } from '@kaopei/contract'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { type Fail, Failure } from '../calls/failure.ts'
import type { RawServices } from '../calls/implement.ts'
import { type Db, inTransaction } from '../database/db.ts'

export interface JobOptions {
  readonly runAt?: Date
  /** At most one waiting job per key; a later one replaces it. */
  readonly key?: string
  readonly maxAttempts?: number
}

export interface JobContext {
  /** Runs `work` in a transaction of the job's company. Jobs commit step by step, so that a killed one goes on where it was. */
  readonly transaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  readonly companyId: string
  readonly attempt: number
  readonly isLastAttempt: boolean
  readonly log: Logger
  readonly services: RawServices
  readonly pool: pg.Pool
  /** True once the worker is asked to stop: long work should commit and throw, to be taken up again. */
  readonly isStopping: () => boolean
  /** Ends the run with an error. Nobody has to declare it: there is no client, people read its text where the job is followed. */
  readonly fail: Fail<ErrorDef>
}

export interface Job<P extends z.ZodType = z.ZodType> {
  readonly name: string
  /**
   * Work that may take long, and what kind of it: a worker runs one job of a company's lane at a time, and apart from the short ones, so that
   * neither a company's crowd of exports nor one that never ends keeps others waiting.
   */
  readonly lane?: string
  /**
   * It takes a machine for minutes or hours (films): a worker runs one such job at a time, beside all others and keeping none of them waiting.
   * Companies take turns. It has a lane.
   */
  readonly takesMachine?: boolean
  readonly payload: P
  readonly run: (payload: z.output<P>, context: JobContext) => Promise<void>
}

/** Declares a background job. It may run twice: the same run again must change nothing. */
export function job<P extends z.ZodType>(definition: Job<P>): Job<P> {
  return definition
}

/** Puts a job into the queue in the running transaction. */
export async function enqueue<P extends z.ZodType>(
  db: Db,
  wanted: Job<P>,
  companyId: string,
  payload: z.input<P>,
  options: JobOptions = {},
): Promise<void> {
  const body = JSON.stringify({ companyId, payload })
  const key = options.key === undefined ? null : `${wanted.name}:${companyId}:${options.key}`
  const lane = wanted.lane === undefined ? null : `${wanted.lane}:${companyId}`
  const { runAt = null, maxAttempts = 8 } = options
  await sql`select kit.enqueue(${wanted.name}, ${body}::jsonb, ${runAt}::timestamptz, ${key}, ${maxAttempts}, ${lane})`.execute(
    db,
  )
}

/** Jobs of one kind, without keys, in one statement. */
export async function enqueueAll<P extends z.ZodType>(
  db: Db,
  wanted: Job<P>,
  companyId: string,
  payloads: readonly z.input<P>[],
): Promise<void> {
  if (payloads.length === 0) return
  const bodies = JSON.stringify(payloads.map((payload) => ({ companyId, payload })))
  const lane = wanted.lane === undefined ? null : `${wanted.lane}:${companyId}`
  await sql`
    select kit.enqueue(${wanted.name}, n.body, null, null, 8, ${lane})
    from jsonb_array_elements(${bodies}::jsonb) as n (body)`.execute(db)
}

export function jobContext(
  services: RawServices,
  facts: Pick<JobContext, 'companyId' | 'attempt' | 'isLastAttempt' | 'isStopping'>,
): JobContext {
  const { pool, log } = services
  return {
    ...facts,
    pool,
    log,
    services,
    transaction: (work) => inTransaction(pool, facts.companyId, work),
    fail: (error, detail) => {
      throw new Failure(error, detail)
    },
  }
}
