/** Where bytes of recordings lie: everything of an attempt beside each other, so that nothing of it is forgotten when it goes. */
interface PieceName {
  readonly companyId: string
  readonly attemptId: string
  readonly startedAt: Date
  readonly source: number
  readonly kind: string
  readonly number: number
  readonly sha256: string
  readonly ending: string
}

/** The hash is in the name: other bytes under the same number never lie in the place of the first. */
export function pieceKey({ source, kind, number, sha256, ending, ...attempt }: PieceName): string {
  return `${attemptFolder(attempt)}/${source}-${kind}-${number}-${sha256.slice(0, 16)}.${ending}`
}

export function attemptFolder({
  companyId,
  attemptId,
  startedAt,
}: Pick<PieceName, 'companyId' | 'attemptId' | 'startedAt'>): string {
  return `${companyId}/${startedAt.toISOString().slice(0, 7).replace('-', '')}/${attemptId}`
}
