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

const frameName = /\/frame-([0-9a-f-]{36})\.jpg$/

/** How a frame that was kept of a film is named in addresses, beside what is recorded; its bytes are a file (`frameOfKey`). */
export function frameKey({ fileId, ...attempt }: Parameters<typeof attemptFolder>[0] & { readonly fileId: string }): string {
  return `${attemptFolder(attempt)}/frame-${fileId}.jpg`
}

/** The file of a frame's name; undefined: it is another name. */
export function frameOfKey(key: string): { readonly companyId: string; readonly fileId: string } | undefined {
  const [, fileId] = frameName.exec(key) ?? []
  return fileId === undefined ? undefined : { companyId: key.slice(0, key.indexOf('/')), fileId }
}
