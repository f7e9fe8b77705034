/** Chains what attempts have left behind, a batch at a time, and notes what somebody should look at. Nothing of it is on the way of a save. */
import type { Db } from '@kaopei/server'
import { findAttempt, type RecordedEvent, recordedEvents } from '@kaopei/sitting/server'
import { noteFound } from '../verdicts/anomalies.ts'
import { chainRow, chainStart, inOrder, type RowWithId } from './chain.ts'
import { pieceFacts } from './piece-facts.sql.ts'
import { rowOfEvent, rowOfPiece } from './record-rows.ts'
import { insertSeals, type NewSeal, type SealRow, selectSeals } from './seal.sql.ts'

/** Answers how many have a new link. Run again at once it changes nothing, but for what has come meanwhile. */
export async function sealAttempts(db: Db, attemptIds: readonly string[], now: Date): Promise<number> {
  const seals = Map.groupBy(await selectSeals(db, attemptIds), ({ attemptId }) => attemptId)
  const events = Map.groupBy(await recordedEvents(db, attemptIds), ({ attemptId }) => attemptId)
  const pieces = Map.groupBy(await pieceFacts(db, attemptIds), ({ attemptId }) => attemptId)
  const made = attemptIds.flatMap((attemptId) => {
    const rows = [...(events.get(attemptId) ?? []).map(rowOfEvent), ...(pieces.get(attemptId) ?? []).map(rowOfPiece)]
    return linkOf(attemptId, rows, seals.get(attemptId) ?? []) ?? []
  })
  await insertSeals(db, made, now)
  for (const { attemptId } of made) await noteAnomalies(db, attemptId, events.get(attemptId) ?? [], now)
  return made.length
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

async function noteAnomalies(db: Db, attemptId: string, events: readonly RecordedEvent[], now: Date): Promise<void> {
  const attempt = await findAttempt(db, attemptId)
  if (!attempt) return
  const { ownerId: examId, staffId, absences, overLimitAt, submitCause } = attempt
  const absence = overLimitAt !== null || submitCause === 'limit' ? Math.max(1, absences) : undefined
  const gap = events.filter(({ type }) => gaps.has(type)).length
  const found = { ...(absence !== undefined && { absence }), ...(gap > 0 && { gap }) }
  if (Object.keys(found).length > 0) await noteFound(db, { attemptId, examId, staffId }, found, now)
}
