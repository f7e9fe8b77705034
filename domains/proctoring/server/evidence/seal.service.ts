/** Chains what attempts have left behind, a batch at a time, and notes what somebody should look at. Nothing of it is on the way of a save. */
import type { Db } from '@kaopei/server'
import { type AttemptRow, findAttempt, type RecordedEvent, recordedEvents } from '@kaopei/sitting/server'
import { layWatch } from '../pieces/lay-watch.ts'
import { excusedIn } from '../rules/own-fault.ts'
import { type Found, noteFound } from '../verdicts/anomalies.ts'
import { chainRow, chainStart, inOrder, type RowWithId } from './chain.ts'
import { excuse } from './excuse.ts'
import { countMissing } from './missing.ts'
import { pieceFacts } from './piece-facts.sql.ts'
import { rowOfEvent, rowOfPiece } from './record-rows.ts'
import { insertSeals, type NewSeal, type SealRow, selectSeals } from './seal.sql.ts'

/** Answers how many have a new link. Run again at once it changes nothing, but for what has come meanwhile. */
export async function sealAttempts(db: Db, attemptIds: readonly string[], now: Date): Promise<number> {
  const seals = Map.groupBy(await selectSeals(db, attemptIds), ({ attemptId }) => attemptId)
  const events = await judgedEvents(db, attemptIds, now)
  const pieces = Map.groupBy(await pieceFacts(db, attemptIds), ({ attemptId }) => attemptId)
  const made = attemptIds.flatMap((attemptId) => {
    const rows = [...(events.get(attemptId) ?? []).map(rowOfEvent), ...(pieces.get(attemptId) ?? []).map(rowOfPiece)]
    return linkOf(attemptId, rows, seals.get(attemptId) ?? []) ?? []
  })
  await insertSeals(db, made, now)
  for (const { attemptId } of made) await noteAnomalies(db, attemptId, events.get(attemptId) ?? [], now)
  return made.length
}

/** Gaps that are ours are known as such before they are chained. */
async function judgedEvents(db: Db, attemptIds: readonly string[], now: Date): Promise<Map<string, RecordedEvent[]>> {
  const read = async () => Map.groupBy(await recordedEvents(db, attemptIds), ({ attemptId }) => attemptId)
  const events = await read()
  return (await excuse(db, events, now)).length > 0 ? read() : events
}

/** The rows that no link has yet, chained to the last head; undefined: there are none. */
function linkOf(attemptId: string, rows: readonly RowWithId[], seals: readonly SealRow[]): NewSeal | undefined {
  const chained = new Set(seals.flatMap(({ rowIds }) => rowIds))
  const fresh = inOrder(rows.filter(({ id }) => !chained.has(id)))
  if (fresh.length === 0) return undefined
  const last = seals.at(-1)
  const head = fresh.reduce((before, { row }) => chainRow(before, row), last?.head ?? chainStart(attemptId))
  return { attemptId, number: (last?.number ?? 0) + 1, rowIds: fresh.map(({ id }) => id), head }
}

const gaps = new Set(['gap', 'cut', 'captureGap', 'captureLost', 'pieceChanged'])

/** What was missing through us speaks against nobody. */
function countGaps(events: readonly RecordedEvent[]): number {
  const excused = excusedIn(events)
  return events.filter(({ id, type }) => gaps.has(type) && !excused.has(id)).length
}

async function noteAnomalies(db: Db, attemptId: string, events: readonly RecordedEvent[], now: Date): Promise<void> {
  const attempt = await findAttempt(db, attemptId)
  if (!attempt) return
  // Whoever never asked what to record is reviewed with everything missing.
  await layWatch(db, attempt)
  const found = foundAt(attempt, countGaps(events))
  if (Object.values(found).some((count) => count > 0)) await noteFoundOf(db, attempt, found, now)
}

/** By night, when what waited on a device has come: what is missing is missing, and what was found missing and has come since is no anomaly any more. */
export async function noteMissing(db: Db, attemptId: string, now: Date): Promise<void> {
  const attempt = await findAttempt(db, attemptId)
  if (!attempt) return
  const missing = await countMissing(db, attempt)
  const events = await recordedEvents(db, [attemptId])
  await noteFoundOf(db, attempt, { absence: 0, gap: 0, ...foundAt(attempt, countGaps(events) + missing) }, now)
}

function foundAt({ absences, overLimitAt, submitCause }: AttemptRow, gap: number) {
  const isOver = overLimitAt !== null || submitCause === 'limit'
  return { ...(isOver && { absence: Math.max(1, absences) }), ...(gap > 0 && { gap }) }
}

function noteFoundOf(db: Db, { id: attemptId, ownerId: examId, staffId }: AttemptRow, found: Found, now: Date): Promise<void> {
  return noteFound(db, { attemptId, examId, staffId }, found, now)
}
