import type { Db } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'

// Where questions are used. Papers and exams stand above this room and say here what they use.

/** An exam that has a question on its paper or in its pool. */
export interface QuestionUse {
  readonly examId: string
  readonly examName: string
  readonly examStatus: number
  /** A draft, or published and not over. */
  readonly isActive: boolean
}

export interface UsesInExams {
  /** Exams that have one of the questions, the newest first. */
  readonly of: (db: Db, questionIds: readonly string[], now: Date) => Promise<QuestionUse[]>
  /** A query of the ids of exams, removed ones too, that have the question of a statement. */
  readonly examsWith: (db: Db, questionId: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Of these questions those in exams that are published and not over: people sit them, or are about to. */
  readonly running: (db: Db, questionIds: readonly string[], now: Date) => Promise<string[]>
  /** How many of these questions exams use, and how often they were answered there. */
  readonly count: (db: Db, questionIds: readonly string[]) => Promise<{ usedCount: number; answerCount: number }>
}

/** Which of a question's versions; expressions of a statement. */
export interface VersionOf {
  readonly of: 'content' | 'rule'
  readonly questionId: RawBuilder<unknown>
  readonly versionId: RawBuilder<unknown>
}

/** A condition: a paper has pinned the version, which never changes from then on. Attempts pin nothing that their paper has not pinned. */
export type IsPinned = (db: Db, version: VersionOf) => RawBuilder<unknown>

export let isPinned: IsPinned = () => sql`false`

export function letPapersPin(condition: IsPinned): void {
  isPinned = condition
}

export let usesInExams: UsesInExams = {
  of: async () => [],
  examsWith: () => sql`select null::uuid where false`,
  running: async () => [],
  count: async () => ({ usedCount: 0, answerCount: 0 }),
}

export function letExamsUse(uses: UsesInExams): void {
  usesInExams = uses
}
