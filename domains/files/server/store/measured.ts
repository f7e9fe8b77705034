import { Transform } from 'node:stream'

export class TooManyBytes extends Error {}

/** Counts what flows through; beyond `mostBytes` the stream fails with TooManyBytes. */
export function measured(look: (chunk: Buffer) => void, mostBytes = Number.POSITIVE_INFINITY) {
  let total = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length
      if (total > mostBytes) return done(new TooManyBytes())
      look(chunk)
      done(null, chunk)
    },
  })
  return { stream, bytes: () => total }
}
