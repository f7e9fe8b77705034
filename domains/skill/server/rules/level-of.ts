/** The one rule that makes a level of evidence, and says of each piece what it counts for. */
import { evidenceClass } from '../../contract/codes.ts'

export interface Shown {
  readonly id: string
  readonly class: number
  readonly level: number | null
  readonly at: Date
  readonly expiresAt: Date | null
  readonly isWithdrawn: boolean
}

/** decides · older than what decides · weaker than what decides · exposure · over · taken back */
export type Part = 'decides' | 'older' | 'weaker' | 'exposure' | 'expired' | 'withdrawn'

export interface Standing {
  /** Null: nothing valid, or measured and no level reached. */
  readonly level: number | null
  /** Of the evidence that decides; null: none does. */
  readonly class: number | null
  readonly evidenceId: string | null
  readonly at: Date | null
  readonly expiresAt: Date | null
  readonly isLearnt: boolean
  /** When the first of what is valid now ends; null: never. */
  readonly lookAt: Date | null
}

const isValid = ({ isWithdrawn, expiresAt }: Shown, now: Date) => !isWithdrawn && (expiresAt === null || expiresAt > now)

/** The strongest class first, within it the newest, of one moment what was recorded last (ids grow). */
const byStrength = (a: Shown, b: Shown) => a.class - b.class || b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1)

/** Of evidence of one person and skill. Undefined: there is none that was not taken back. */
export function levelOf(evidence: readonly Shown[], now: Date): Standing | undefined {
  if (evidence.every(({ isWithdrawn }) => isWithdrawn)) return undefined
  const valid = evidence.filter((one) => isValid(one, now))
  const deciding = decidingOf(valid)
  const ends = valid.flatMap(({ expiresAt }) => expiresAt?.getTime() ?? [])
  return {
    level: deciding?.level ?? null,
    class: deciding?.class ?? null,
    evidenceId: deciding?.id ?? null,
    at: deciding?.at ?? null,
    expiresAt: deciding?.expiresAt ?? null,
    isLearnt: valid.some((one) => one.class === evidenceClass.exposure),
    lookAt: ends.length === 0 ? null : new Date(Math.min(...ends)),
  }
}

const decidingOf = (valid: readonly Shown[]) =>
  valid.filter((one) => one.class !== evidenceClass.exposure).toSorted(byStrength)[0]

/** What each piece counts for, by its id. */
export function partsOf(evidence: readonly Shown[], now: Date): ReadonlyMap<string, Part> {
  const deciding = decidingOf(evidence.filter((one) => isValid(one, now)))
  return new Map(evidence.map((one) => [one.id, partOf(one, deciding, now)]))
}

function partOf(one: Shown, deciding: Shown | undefined, now: Date): Part {
  if (one.isWithdrawn) return 'withdrawn'
  if (!isValid(one, now)) return 'expired'
  if (one.class === evidenceClass.exposure) return 'exposure'
  if (one.id === deciding?.id) return 'decides'
  return one.class === deciding?.class ? 'older' : 'weaker'
}
