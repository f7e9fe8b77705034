import { z } from 'zod'
import type { Db } from './db.ts'
import type { Module } from './implement.ts'
import { enqueue, type Job, type JobContext } from './jobs.ts'

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

/** Everything the queue may hand out: the modules' jobs, and one job for each event that runs all its listeners. */
export function jobsOf(modules: readonly Module[]): Job[] {
  const listeners = modules.flatMap((module) => module.listeners ?? [])
  const events = new Map(modules.flatMap((module) => module.events ?? []).map((told) => [told.name, told]))
  for (const heard of listeners) events.set(heard.event.name, heard.event)
  const eventJobs = [...events.values()].map((told) => ({
    name: told.name,
    payload: z.unknown(),
    run: async (payload: unknown, context: JobContext) => {
      for (const heard of listeners) if (heard.event.name === told.name) await heard.run(told.payload.parse(payload), context)
    },
  }))
  return [...modules.flatMap((module) => module.jobs ?? []), ...eventJobs]
}
