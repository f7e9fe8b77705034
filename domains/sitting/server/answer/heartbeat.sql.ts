import { type Db, Gathering, rowsOfPrepared, type Statement, storable } from '@kaopei/server'
import { z } from 'zod'
import type { SubmitInput } from '../../contract/shapes.ts'
import type { Caller } from './save.sql.ts'

const heartbeatRow = z.object({
  state: z.string(),
  due_at: z.date().nullable(),
  grace_seconds: z.int(),
  epoch: z.int(),
  submitted_at: z.date().nullable(),
  leaves: z.int(),
  away_ms: z.int(),
  tellings: z.array(z.object({ id: z.string(), kind: z.enum(['message', 'warning', 'act']), text: z.string(), at: z.string() })),
})
type HeartbeatRow = z.output<typeof heartbeatRow>

type Events = SubmitInput['events']

const aloneStatement: Statement = {
  name: 'sitting_take_heartbeat',
  text: 'select * from sitting.take_heartbeat($1, $2, $3, $4, $5, $6)',
}

/** Keeps what the client saw happen, and counts its absences; a part of the caller's transaction. */
export async function beatHeart(db: Db, caller: Caller, events: Events): Promise<HeartbeatRow | undefined> {
  const { companyId, staffId, attemptId, leaseEpoch, now } = caller
  const rows = rowsOfEvents(events)
  const given = [companyId, staffId, attemptId, leaseEpoch, now, rows && JSON.stringify(rows)]
  const [row] = await rowsOfPrepared(db, heartbeatRow, aloneStatement, given)
  return row
}

interface HeartCall extends Caller {
  readonly db: Db
  readonly events: Events
}

/** Null: the person has no such attempt. */
type Beaten = HeartbeatRow | null

const gathering = new Gathering<HeartCall, Beaten>({
  most: 32,
  subjectOf: ({ attemptId }) => attemptId,
  run: beatAll,
})

/** The same for a call that is nothing else, together with those of others; `db`: single statements. */
export function beatGathered(call: HeartCall): Promise<Beaten> {
  return gathering.ask(call.companyId, call)
}

const gatheredRow = z.union([
  z.object({ call: z.int(), is_busy: z.literal(true) }),
  heartbeatRow.extend({ call: z.int(), is_busy: z.literal(false) }),
])
const gatheredStatement: Statement = {
  name: 'sitting_take_heartbeats',
  text: 'select * from sitting.take_heartbeats($1, $2, $3)',
}

/** In the order of the calls; undefined where somebody else is at work on the attempt. */
async function beatAll(calls: readonly HeartCall[], mayWait: boolean): Promise<(Beaten | undefined)[]> {
  const [first] = calls
  if (!first) return []
  const told = calls.map(({ staffId: staff, attemptId: attempt, leaseEpoch: epoch, now, events }, call) => {
    const rows = rowsOfEvents(events)
    return { call, staff, attempt, epoch, now, ...(rows && { events: rows }) }
  })
  const rows = await rowsOfPrepared(first.db, gatheredRow, gatheredStatement, [first.companyId, JSON.stringify(told), mayWait])
  const answers = calls.map((): Beaten | undefined => null)
  for (const row of rows) answers[row.call] = row.is_busy ? undefined : row
  return answers
}

function rowsOfEvents(events: Events) {
  if (events.length === 0) return null
  return events.map(({ seq, type, clientTime, durationMs, detail, presence }) => ({
    seq,
    type,
    at: clientTime,
    data: storable({ durationMs, detail, ...presence }),
  }))
}
