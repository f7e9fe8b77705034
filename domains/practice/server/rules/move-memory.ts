/**
 * What somebody remembers of a question: FSRS-6 with its published default parameters, without fuzz and without steps of minutes, for only the first answer
 * of a local day moves it (answers within minutes would stretch intervals). Wrong is Again, full marks are Good, 太简单 is Easy; Hard is never used: it is a
 * passing grade.
 */
import { type FSRS, fsrs, Rating } from 'ts-fsrs'

/** The defaults of FSRS-6, pinned: memories of years must not move because a library did. */
export const parameters = [
  0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629, 1.6483, 0.6014,
  1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
]
const mostDays = 36_500

export type Grade = 'again' | 'good' | 'easy'
const ratings = { again: Rating.Again, good: Rating.Good, easy: Rating.Easy } as const satisfies Record<Grade, Rating>

export interface Memory {
  /** Days after which nine of ten still know it. */
  readonly stability: number
  /** 1 to 10. */
  readonly difficulty: number
  /** The local day (yyyy-MM-dd) of the move. */
  readonly reviewedOn: string
  readonly reviews: number
  readonly lapses: number
}

export interface Move {
  readonly grade: Grade
  /** The local day. */
  readonly day: string
  /** How surely it should still be known when it comes again, percent. */
  readonly retentionPercent: number
}

/** The memory after a day's first answer, and the days until it is due. A day that is not later than the last one moves nothing: undefined. */
export function movedMemory(before: Memory | null, { grade, day, retentionPercent }: Move) {
  if (before !== null && day <= before.reviewedOn) return undefined
  const model = modelOf(retentionPercent)
  const elapsedDays = before === null ? 0 : daysBetween(before.reviewedOn, day)
  const { stability, difficulty } = model.next_state(before, elapsedDays, ratings[grade])
  const memory: Memory = {
    stability,
    difficulty,
    reviewedOn: day,
    reviews: (before?.reviews ?? 0) + 1,
    lapses: (before?.lapses ?? 0) + (before !== null && grade === 'again' ? 1 : 0),
  }
  return { memory, dueInDays: model.next_interval(stability, elapsedDays) }
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

const models = new Map<number, FSRS>()

function modelOf(retentionPercent: number): FSRS {
  const known = models.get(retentionPercent)
  if (known) return known
  const model = fsrs({
    w: parameters,
    request_retention: retentionPercent / 100,
    maximum_interval: mostDays,
    enable_fuzz: false,
    enable_short_term: false,
  })
  models.set(retentionPercent, model)
  return model
}
