/** Chance that can be repeated but not guessed: everything random in a paper follows from HMAC(paper's secret, attempt's id). */
import { createHmac } from 'node:crypto'

/** The seed of an attempt in hex, recorded with its paper. */
export function attemptSeed(paperSecret: string, attemptId: string): string {
  return createHmac('sha256', paperSecret).update(attemptId).digest('hex')
}

export type Random = {
  /** A whole number from 0 to below `bound` (1..2^32), each equally likely. */
  below(bound: number): number
}

/** An independent stream per purpose ("draw", "options:3"), so that changing one draw never moves another. */
export function seededRandom(seed: string, purpose: string): Random {
  const start = createHmac('sha256', seed).update(purpose).digest()
  const next = xoshiro128(start.readUInt32LE(0), start.readUInt32LE(4), start.readUInt32LE(8), start.readUInt32LE(12) | 1)
  return {
    below(bound) {
      // Values beyond the last whole multiple of the bound would favour small numbers: draw again.
      const limit = 2 ** 32 - (2 ** 32 % bound)
      for (;;) {
        const value = next()
        if (value < limit) return value % bound
      }
    },
  }
}

/** A shuffled copy (Fisher–Yates). */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const rest = [...items]
  const out: T[] = []
  while (rest.length > 0) {
    const at = random.below(rest.length)
    const last = rest.pop()
    if (last === undefined) break
    const taken = at < rest.length ? rest[at] : last
    if (at < rest.length) rest[at] = last
    if (taken !== undefined) out.push(taken)
  }
  return out
}

/** xoshiro128** 1.1 (Blackman and Vigna, public domain algorithm). */
function xoshiro128(a: number, b: number, c: number, d: number): () => number {
  let [s0, s1, s2, s3] = [a, b, c, d]
  return () => {
    const scrambled = Math.imul(rotate(Math.imul(s1, 5), 7), 9) >>> 0
    const shifted = s1 << 9
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = rotate(s3, 11)
    return scrambled
  }
}

function rotate(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by))
}
