/** Right answers that came sooner than their questions can be read. A fast reader skims ten to fifteen characters a second. */
const charactersPerSecond = 20
/** Answers that were saved together were read together. */
const togetherMs = 2000
const leastAnswers = 5
const leastShare = 0.25

export interface TimedAnswer {
  readonly savedAt: Date
  /** Of stem and options, as plain text. */
  readonly characters: number
  readonly isRight: boolean
}

export interface TimedAttempt {
  readonly attemptId: string
  readonly startedAt: Date
  readonly answers: readonly TimedAnswer[]
}

/** How many right answers came too soon; undefined: not enough of them to say anything. */
export function tooFast({ startedAt, answers }: Pick<TimedAttempt, 'startedAt' | 'answers'>): number | undefined {
  let before = startedAt.getTime()
  let count = 0
  for (const bundle of bundles(answers)) {
    const savedAt = Math.max(...bundle.map(({ savedAt: at }) => at.getTime()))
    const characters = bundle.reduce((sum, answer) => sum + answer.characters, 0)
    if (savedAt - before < (characters / charactersPerSecond) * 1000) count += bundle.filter(({ isRight }) => isRight).length
    before = savedAt
  }
  return count >= leastAnswers && count >= answers.length * leastShare ? count : undefined
}

function bundles(answers: readonly TimedAnswer[]): TimedAnswer[][] {
  const found: TimedAnswer[][] = []
  for (const answer of answers.toSorted((one, other) => one.savedAt.getTime() - other.savedAt.getTime())) {
    const last = found.at(-1)
    const begun = last?.[0]?.savedAt.getTime()
    if (last && begun !== undefined && answer.savedAt.getTime() - begun < togetherMs) last.push(answer)
    else found.push([answer])
  }
  return found
}
