/** Whether a piece's span can be, and whether it is of the attempt's time. */
interface Span {
  readonly from: Date
  readonly until: Date
}

interface Attempt {
  readonly startedAt: Date
  readonly due: Date | null
  readonly graceSeconds: number
  readonly submittedAt: Date | null
}

const aheadMs = 2000
const beforeStartMs = 60_000
const longestFilmMs = 60_000
/** After the attempt is closed pieces are taken for so long. */
const afterwardsMs = 24 * 3_600_000

export function isDoubtful({ from, until }: Span, { startedAt }: Pick<Attempt, 'startedAt'>, now: Date): boolean {
  if (until.getTime() > now.getTime() + aheadMs) return true
  // A piece is some ten seconds: one that claims minutes covers what nobody saw.
  if (until.getTime() - from.getTime() > longestFilmMs) return true
  return from.getTime() < startedAt.getTime() - beforeStartMs
}

export function isLate({ until }: Span, { due, graceSeconds }: Pick<Attempt, 'due' | 'graceSeconds'>): boolean {
  return due !== null && until.getTime() > due.getTime() + graceSeconds * 1000
}

export function mayStillBring({ submittedAt }: Pick<Attempt, 'submittedAt'>, now: Date): boolean {
  return submittedAt === null || now.getTime() <= submittedAt.getTime() + afterwardsMs
}
