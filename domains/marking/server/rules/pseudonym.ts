/** Names and orders that follow from a secret: always the same, told to nobody. */
import { createHmac } from 'node:crypto'

// Without letters and digits that are taken for each other.
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** What a marker calls a candidate of an anonymous exam. Two markers see two names, so that their notes cannot be put together. */
export function pseudonym(examSecret: string, markerId: string, attemptId: string): string {
  const digest = createHmac('sha256', examSecret).update(`pseudonym:${markerId}:${attemptId}`).digest()
  const letters = [...digest.subarray(0, 7)].map((byte) => alphabet[byte % alphabet.length] ?? '2')
  return `考生 ${letters.join('')}`
}

/** Where an answer, or a whole paper, stands in the queue: by chance, but for good, so that no candidate gains by coming first. */
export function placeInQueue(examSecret: string, attemptId: string, slot: number | 'paper'): number {
  return createHmac('sha256', examSecret).update(`queue:${attemptId}:${slot}`).digest().readInt32BE(0)
}
