import { bindDb, Gathering, type RawServices, rowsOfPrepared, type Statement, unhurried } from '@kaopei/server'
import { z } from 'zod'
import type { NamedPiece } from '../rules/piece-named.ts'
import type { PieceAddress } from './piece-address.ts'

const outcomeRow = z.object({ call: z.int(), outcome: z.enum(['added', 'same', 'changed', 'full', 'unknown', 'busy']) })
export type Outcome = Exclude<z.output<typeof outcomeRow>['outcome'], 'busy'>

export interface NewPiece extends NamedPiece {
  readonly sizeBytes: number
  readonly contentType: string
  readonly isDoubtful: boolean
  readonly isLate: boolean
}

interface Added {
  readonly pieces: readonly NewPiece[]
  /** How many bytes the attempt may have brought by now. */
  readonly mostBytes: number
  readonly now: Date
}

type Call = Added & PieceAddress & Pick<RawServices, 'pool'>

const statement: Statement = {
  name: 'proctoring_add_pieces',
  text: 'select call, outcome from proctoring.add_pieces($1, $2, $3)',
}

/** Those of one company that wait at the same time are one statement and one commit. */
const gathering = new Gathering<Call, Outcome[]>({
  ...unhurried,
  subjectOf: ({ attemptId }) => attemptId,
  run: addAll,
})

/** Keeps pieces of one attempt whose bytes are safe, in their order; durable when it answers. */
export function addPieces({ pool }: Pick<RawServices, 'pool'>, address: PieceAddress, added: Added): Promise<Outcome[]> {
  return gathering.ask(address.companyId, { pool, ...address, ...added })
}

/** In the order of the calls; undefined where somebody else is at work on the attempt's recordings. */
async function addAll(calls: readonly Call[], mayWait: boolean): Promise<(Outcome[] | undefined)[]> {
  const [first] = calls
  if (!first) return []
  const told = calls.map(({ attemptId: attempt, now, mostBytes: most, pieces }, call) => ({
    ...{ call, attempt, now, most, pieces: pieces.map(toldOf) },
  }))
  const given = [first.companyId, JSON.stringify(told), mayWait]
  const rows = await rowsOfPrepared(bindDb(first.pool, first.companyId), outcomeRow, statement, given)
  const answers: (Outcome[] | undefined)[] = calls.map(() => [])
  for (const { call, outcome } of rows) {
    if (outcome === 'busy') answers[call] = undefined
    else answers[call]?.push(outcome)
  }
  return answers
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
