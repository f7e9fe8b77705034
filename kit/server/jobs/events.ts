import { z } from 'zod'
import type { Module } from '../calls/implement.ts'
import type { Db } from '../database/db.ts'
import { enqueue, enqueueAll, type Job, type JobContext } from './jobs.ts'

/** News of a room, told in the transaction of the change, heard by rooms above it that the teller need not know. */
export interface RoomEvent<P extends z.ZodType = z.ZodType> {
  readonly name: string
  readonly payload: P
}

export function event<P extends z.ZodType>(definition: RoomEvent<P>): RoomEvent<P> {
  return definition
}

/** What a room does on another's news. It may hear the same news twice: the second time must change nothing. */
export interface Listener<P extends z.ZodType = z.ZodType> {
  /** `<room>.<what it does>`, unique: the job that hears bears it. */
  readonly name: string
  readonly event: RoomEvent<P>
  readonly run: (payload: z.output<P>, context: JobContext) => Promise<void>
}

export function listener<P extends z.ZodType>(definition: Listener<P>): Listener<P> {
  return definition
}

/** Tells the news: it is heard if, and only if, the transaction commits. */
export async function emit<P extends z.ZodType>(
  db: Db,
  told: RoomEvent<P>,
  companyId: string,
  payload: z.input<P>,
): Promise<void> {
  await enqueue(db, { name: told.name, payload: told.payload, run: async () => undefined }, companyId, payload)
}

/** The same to many, in one statement. */
export async function emitAll<P extends z.ZodType>(
  db: Db,
  told: RoomEvent<P>,
  companyId: string,
  payloads: readonly z.input<P>[],
): Promise<void> {
  await enqueueAll(db, { name: told.name, payload: told.payload, run: async () => undefined }, companyId, payloads)
}

/**
 * Everything the queue may hand out: the modules' jobs, one job for each event and one for each listener. With several listeners the event's job only
 * hands the news on, so that one that fails is tried again alone.
 */
export function jobsOf(modules: readonly Module[]): Job[] {
  const listeners = modules.flatMap((module) => module.listeners ?? [])
  const events = new Map(modules.flatMap((module) => module.events ?? []).map((told) => [told.name, told]))
  for (const heard of listeners) events.set(heard.event.name, heard.event)
  const hearing = new Map(listeners.map((heard) => [heard, hearingJob(heard)]))
  const telling = [...events.values()].map((told) => {
    const jobs = listeners.flatMap((heard) => (heard.event.name === told.name ? (hearing.get(heard) ?? []) : []))
    return tellingJob(told, jobs)
  })
  return [...modules.flatMap((module) => module.jobs ?? []), ...telling, ...hearing.values()]
}

function hearingJob({ name, event: { payload }, run }: Listener): Job {
  return { name, payload, run }
}

function tellingJob({ name }: RoomEvent, hearing: readonly Job[]): Job {
  const [only] = hearing
  if (only && hearing.length === 1) return { ...only, name }
  const run = (told: unknown, { transaction, companyId }: JobContext) =>
    transaction(async (db) => {
      for (const hears of hearing) await enqueue(db, hears, companyId, told)
    })
  // What was told goes on as it is: the listeners' jobs read it by the event's schema.
  return { name, payload: z.unknown(), run }
}
