import { bindDb, type RawServices, rowsOfNamed } from '@kaopei/server'
import { z } from 'zod'
import type { NamedPiece } from '../rules/piece-named.ts'
import type { PieceAddress } from './piece-address.ts'

const outcomeRow = z.object({ outcome: z.enum(['added', 'same', 'changed', 'full', 'unknown']) })
export type Outcome = z.output<typeof outcomeRow>['outcome']

export interface NewPiece extends NamedPiece {
  readonly sizeBytes: number
  readonly contentType: string
  readonly isDoubtful: boolean
  readonly isLate: boolean
}

interface Added {
  readonly mostBytes: number
  readonly now: Date
}

/** One statement, which enters the company itself: there are many of them a second. */
export async function addPiece(
  { pool }: Pick<RawServices, 'pool'>,
  { companyId, attemptId }: PieceAddress,
  { piece, mostBytes, now }: Added & { piece: NewPiece },
): Promise<Outcome> {
  const db = bindDb(pool, companyId)
  const [row] = await rowsOfNamed(db, 'proctoring_add_piece', outcomeRow)`
    select proctoring.add_piece(${companyId}::uuid, ${attemptId}::uuid, ${now}::timestamptz, ${mostBytes}::bigint,
      ${JSON.stringify(toldOf(piece))}::jsonb) as outcome`
  return row?.outcome ?? 'unknown'
}

/** Several of one attempt, in their order. */
export async function addPieces(
  { pool }: Pick<RawServices, 'pool'>,
  { companyId, attemptId }: PieceAddress,
  { pieces, mostBytes, now }: Added & { pieces: readonly NewPiece[] },
): Promise<Outcome[]> {
  const db = bindDb(pool, companyId)
  const rows = await rowsOfNamed(db, 'proctoring_add_pieces', outcomeRow)`
    select proctoring.add_piece(${companyId}::uuid, ${attemptId}::uuid, ${now}::timestamptz, ${mostBytes}::bigint, piece) as outcome
    from jsonb_array_elements(${JSON.stringify(pieces.map(toldOf))}::jsonb) with ordinality as t(piece, place)
    order by place`
  return rows.map(({ outcome }) => outcome)
}

function toldOf(piece: NewPiece) {
  return {
    source: piece.source,
    kind: piece.kind,
    number: piece.number,
    from: piece.from,
    until: piece.until,
    still: piece.isStill,
    sha256: piece.sha256,
    bytes: piece.sizeBytes,
    type: piece.contentType,
    doubtful: piece.isDoubtful,
    late: piece.isLate,
  }
}
