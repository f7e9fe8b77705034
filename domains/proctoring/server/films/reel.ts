/** Where each piece lies in the film: second t of the film is second t after its beginning, whatever is missing. Instants are milliseconds. */
export interface ReelPiece {
  readonly number: number
  readonly from: number
  readonly until: number
  /** A screen that did not change: no bytes, the picture before it stays. */
  readonly isStill: boolean
}

export interface Placed<P extends ReelPiece> {
  readonly piece: P
  /** Seconds from the film's beginning. */
  readonly at: number
  /** Until the next piece begins; of the last one its own length. What it lacks is its last picture. */
  readonly seconds: number
}

export interface Reel<P extends ReelPiece> {
  readonly beginsAt: number
  readonly placed: readonly Placed<P>[]
}

/** The film begins with the attempt, or with a piece that began a moment earlier. Pieces that begin at once are in the order of their numbers. */
export function reelOf<P extends ReelPiece>(pieces: readonly P[], startedAt: number): Reel<P> {
  const shown = pieces.filter(({ isStill }) => !isStill).toSorted((a, b) => a.from - b.from || a.number - b.number)
  const end = Math.max(...pieces.map(({ until }) => until))
  const beginsAt = Math.min(startedAt, shown[0]?.from ?? startedAt)
  return {
    beginsAt,
    placed: shown.map((piece, index) => ({
      piece,
      at: (piece.from - beginsAt) / 1000,
      seconds: Math.max(0, (shown[index + 1]?.from ?? Math.max(end, piece.until)) - piece.from) / 1000,
    })),
  }
}
