import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

export interface ReadBytes {
  /** As they came: they are written as they are, and never copied. */
  readonly chunks: readonly Buffer[]
  readonly sizeBytes: number
  readonly sha256: string
}

/** A body's bytes with their hash; of one that is too large nothing more is read. */
export function readAll(body: Readable | undefined, mostBytes: number): Promise<ReadBytes | 'tooLarge' | 'broken'> {
  const hash = createHash('sha256')
  const chunks: Buffer[] = []
  let sizeBytes = 0
  return new Promise((resolve) => {
    const end = () => resolve({ chunks, sizeBytes, sha256: hash.digest('hex') })
    if (!body) return end()
    const broken = () => resolve('broken')
    if (body.destroyed) return broken()
    const take = (chunk: Buffer) => {
      sizeBytes += chunk.length
      if (sizeBytes > mostBytes) {
        body.off('data', take).pause()
        return resolve('tooLarge')
      }
      hash.update(chunk)
      chunks.push(chunk)
    }
    body.on('data', take).once('end', end).once('error', broken).once('close', broken)
  })
}

const headBytes = 16

/** The first bytes, however they came. */
export function headOf(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks
  return first && first.length >= headBytes ? first : Buffer.concat(chunks).subarray(0, headBytes)
}

/**
 * Gives the memory of bytes back that nobody looks at any more. Left to the collector, every 64 MB of pieces make it go through the whole heap: a seventh of a
 * server's work on a day of recordings. Node copies each chunk of a body into memory of its own; what shares its memory with others is let be.
 */
export function release(chunks: readonly Buffer[]): void {
  for (const { buffer, byteLength } of chunks)
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
