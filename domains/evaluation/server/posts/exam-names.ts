import { examCards } from '@kaopei/exam/server'
import type { Db } from '@kaopei/server'
import type { Part } from './assessment.sql.ts'

/** By the exam that a part was made like: its name; one that is gone has none. */
export async function examNames(db: Db, parts: readonly Part[]): Promise<ReadonlyMap<string, string>> {
  const ids = parts.flatMap(({ sourceExamId }) => sourceExamId ?? [])
  return new Map((await examCards(db, ids)).map(({ id, name }) => [id, name]))
}
