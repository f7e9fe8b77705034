import type { Evidence } from '../../contract/growth.ts'

export interface Asked {
  readonly toLevel: 2 | 3 | 4
  readonly minMinutes: number
  readonly minRatingHundredths: number
  readonly minRatedCount: number
  readonly months: number
  readonly needsQualification: boolean
}

export interface Found {
  readonly since: string
  readonly until: string
  readonly confirmedMinutes: number
  readonly rating: { readonly meanHundredths: number; readonly count: number } | undefined
  /** Files of qualification that are in force. */
  readonly qualificationCount: number
}

/** What a level asks for beside what there is. A condition that asks for nothing is left out. */
export function evidenceFor(asked: Asked, { since, until, confirmedMinutes, rating, qualificationCount }: Found): Evidence {
  const isRated =
    rating !== undefined && rating.count >= asked.minRatedCount && rating.meanHundredths >= asked.minRatingHundredths
  const conditions: Evidence['conditions'] = [
    {
      key: 'minutes',
      needed: asked.minMinutes,
      found: confirmedMinutes,
      count: null,
      isMet: confirmedMinutes >= asked.minMinutes,
    },
    ...(asked.minRatingHundredths === 0
      ? []
      : [
          {
            key: 'rating' as const,
            needed: asked.minRatingHundredths / 100,
            found: rating ? rating.meanHundredths / 100 : null,
            count: rating?.count ?? 0,
            isMet: isRated,
          },
        ]),
    ...(asked.needsQualification
      ? [{ key: 'qualification' as const, needed: 1, found: qualificationCount, count: null, isMet: qualificationCount > 0 }]
      : []),
  ]
  return { toLevel: asked.toLevel, since, until, conditions, isMet: conditions.every(({ isMet }) => isMet) }
}

/** The day so many months earlier; at the end of a shorter month its last day. */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 - months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date, last))
  return first.toISOString().slice(0, 10)
}
