import { createHash } from 'node:crypto'

export interface ChainedPiece {
  readonly source: number
  readonly kind: string
  readonly number: number
  readonly from: Date
  readonly until: Date
  readonly sha256: string
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Head of the chain over an attempt's pieces in the order of their storing: each link is of the one before it and of what the piece was. */
export function pieceChain(attemptId: string, pieces: readonly ChainedPiece[]): string {
  return pieces.reduce(
    (head, { source, kind, number, from, until, sha256 }) => {
      // Keys in the order of the alphabet, as everywhere that something is hashed.
      const row = JSON.stringify({ from: from.toISOString(), kind, number, sha256, source, until: until.toISOString() })
      return hashOf(`${head}\n${row}`)
    },
    hashOf(`kaopei-evidence-1\n${attemptId}`),
  )
}
