/** The rows that are chained: events of the attempt, acts of those who watch among them, and pieces. */
import type { RecordedEvent } from '@kaopei/sitting/server'
import type { RowWithId } from './chain.ts'
import type { PieceFacts } from './piece-facts.sql.ts'

export function rowOfEvent({ attemptId: _attempt, id, clientAt, at, ...event }: RecordedEvent): RowWithId {
  return { id, row: { kind: 'event', id, ...event, at: at.toISOString(), clientAt: clientAt?.toISOString() ?? null } }
}

export function rowOfPiece({ attemptId: _attempt, id, from, until, at, ...piece }: PieceFacts): RowWithId {
  const times = { from: from.toISOString(), until: until.toISOString(), at: at.toISOString() }
  const { kind: stream, ...rest } = piece
  return { id, row: { kind: 'piece', id, stream, ...rest, ...times } }
}
