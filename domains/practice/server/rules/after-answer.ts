/** What becomes of somebody's standing with a question by one answer. */
import { startOfDay } from '@kaopei/contract'
import { type Grade, type Memory, movedMemory } from './move-memory.ts'
import { type WayOut, wrongStandingAfter } from './wrong-book.ts'

export interface Standing {
  /** The latest answer that somebody else scored. */
  readonly lastScore: number | null
  readonly lastMax: number | null
  readonly scoredAt: Date | null
  readonly answerCount: number
  readonly rightCount: number
  readonly wrongCount: number
  readonly wrongSince: Date | null
  readonly wrongBy: 1 | 2 | null
  readonly streak: number
  readonly streakDays: number
  readonly streakDay: string | null
  readonly keyMark: string | null
  readonly memory: Memory | null
  readonly dueAt: Date | null
  /** What the last move began from, and its grade. */
  readonly move: { readonly before: Memory | null; readonly grade: Grade } | null
}

export const wrongBy = { practice: 1, exam: 2 } as const

export const unmet: Standing = {
  lastScore: null,
  lastMax: null,
  scoredAt: null,
  answerCount: 0,
  rightCount: 0,
  wrongCount: 0,
  wrongSince: null,
  wrongBy: null,
  streak: 0,
  streakDays: 0,
  streakDay: null,
  keyMark: null,
  memory: null,
  dueAt: null,
  move: null,
}

export interface GivenAnswer {
  readonly isFull: boolean
  /** Judged by oneself: says nothing of mastery. */
  readonly isOwn: boolean
  readonly score: number
  readonly max: number
  readonly at: Date
  /** The local day of `at`. */
  readonly day: string
  readonly timeZone: string
  /** Of the key and rule that it was scored by. */
  readonly keyMark: string
}

export interface Figures extends WayOut {
  readonly retentionPercent: number
}

export function afterAnswer(known: Standing | null, given: GivenAnswer, figures: Figures): Standing {
  const { isFull, isOwn, score, max, at, day } = given
  const before = startedAnew(known ?? unmet, given.keyMark)
  const wrong = wrongStandingAfter(before, { isFull, at, day }, figures)
  const isNewest = !isOwn && (before.scoredAt === null || at >= before.scoredAt)
  return {
    ...before,
    ...wrong,
    ...(isNewest && { lastScore: score, lastMax: max, scoredAt: at }),
    wrongBy: wrong.wrongSince === null ? null : isFull ? before.wrongBy : wrongBy.practice,
    answerCount: before.answerCount + 1,
    rightCount: before.rightCount + (isFull ? 1 : 0),
    wrongCount: before.wrongCount + (isFull ? 0 : 1),
    keyMark: given.keyMark,
    ...moved(before, { grade: isFull ? 'good' : 'again', day, timeZone: given.timeZone }, figures),
  }
}

/** 太简单: the day's move is made again from where it began. Undefined: its answer was not right, or it was of another day. */
export function movedEasily(known: Standing, { day, timeZone }: { day: string; timeZone: string }, figures: Figures) {
  if (known.move === null || known.memory?.reviewedOn !== day || known.move.grade === 'again') return undefined
  return { ...known, ...moved({ ...known, memory: known.move.before }, { grade: 'easy', day, timeZone }, figures) }
}

/** Another key or rule: what was remembered was of another answer. */
function startedAnew(before: Standing, keyMark: string): Standing {
  if (before.keyMark === null || before.keyMark === keyMark) return before
  return { ...before, memory: null, dueAt: null, move: null, streak: 0, streakDays: 0, streakDay: null }
}

interface DaysMove {
  readonly grade: Grade
  readonly day: string
  readonly timeZone: string
}

/** Nothing where it was moved that day, or later, already. */
function moved(
  before: Standing,
  { grade, day, timeZone }: DaysMove,
  { retentionPercent }: Figures,
): Partial<Pick<Standing, 'memory' | 'dueAt' | 'move'>> {
  const after = movedMemory(before.memory, { grade, day, retentionPercent })
  if (!after) return {}
  const { memory, dueInDays } = after
  return { memory, dueAt: startOfDay(day, timeZone, dueInDays), move: { before: before.memory, grade } }
}
