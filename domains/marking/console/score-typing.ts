/** A score typed with number keys anywhere on the page: keys that follow quickly belong together, so that 1 and 2 are 12. */
export interface Typing {
  readonly text: string
  readonly at: number
}

const pauseMs = 1_200

/** What is typed after one more key, and the score it means; a number beyond the full mark starts again with the key itself. */
export function typeScore(
  before: Typing,
  key: string,
  { max, now }: { max: number; now: number },
): Typing & { score: number | null } {
  const text = now - before.at > pauseMs ? key : before.text + key
  const candidates = [text, key]
  for (const candidate of candidates) {
    if (!/^\d*\.?\d{0,2}$/.test(candidate)) continue
    const score = candidate === '.' ? null : Number(candidate)
    if (score === null || score <= max) return { text: candidate, at: now, score }
  }
  return { text: '', at: now, score: null }
}
