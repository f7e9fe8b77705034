import { type Actor, type Db, mayUse } from '@kaopei/server'
import { questionMenu } from '../contract/menus.ts'
import type { HiddenKey } from '../contract/without-key.ts'
import { revealedTo } from './question-list.sql.ts'
import { usesInExams } from './uses.ts'

/** Reading is not authoring: what is right is for who may change it, and while an exam uses it only after a reason was given. */
export async function hiddenKeysOf(
  db: Db,
  { questionIds, isAuthor, now }: { questionIds: readonly string[]; isAuthor: boolean; now: Date },
): Promise<(questionId: string) => HiddenKey | null> {
  if (!isAuthor) return () => 'right'
  const running = new Set(await usesInExams.running(db, questionIds, now))
  return (questionId) => (running.has(questionId) ? 'running' : null)
}

export function isQuestionAuthor(actor: Actor): boolean {
  return mayUse(actor, questionMenu.rights.edit.code)
}

const revealedForMs = 12 * 60 * 60 * 1000

/** Of these questions, those of which the actor may not know what is right now: an exam uses them, and no reason has been given today. */
export async function keysUnseenBy(
  db: Db,
  { staffId }: Pick<Actor, 'companyId' | 'staffId'>,
  questionIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const running = await usesInExams.running(db, questionIds, now)
  const since = new Date(now.getTime() - revealedForMs)
  const seen = new Set(await revealedTo(db, { staffId, questionIds: running, since }))
  return new Set(running.filter((id) => !seen.has(id)))
}
