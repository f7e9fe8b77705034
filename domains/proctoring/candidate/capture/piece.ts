/** A piece as this device holds it until the server has it. */
import type { PieceKind, WantedStream } from '../../contract/capture.ts'

export interface PieceHead {
  readonly attemptId: string
  readonly source: WantedStream['source']
  readonly kind: PieceKind
  readonly number: number
  /** The server's clock, milliseconds. */
  readonly from: number
  readonly until: number
  readonly mediaType: string
  readonly sizeBytes: number
  readonly hasThumb: boolean
}

export interface PieceBytes {
  readonly bytes: ArrayBuffer
  readonly thumb: ArrayBuffer | null
}

/** A source and a kind: numbers count within it. */
export function streamOf({ source, kind }: Pick<PieceHead, 'source' | 'kind'>): string {
  return `${source}/${kind}`
}

export function keyOf(head: Pick<PieceHead, 'attemptId' | 'source' | 'kind' | 'number'>): string {
  return `${head.attemptId}/${streamOf(head)}/${head.number}`
}
