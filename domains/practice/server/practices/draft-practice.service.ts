import type { paperErrors } from '@kaopei/paper/contract/errors'
import type { PaperEntry } from '@kaopei/paper/contract/paper'
import { insertPaper, writePaper } from '@kaopei/paper/server'
import type { DataScope, Db, Fail } from '@kaopei/server'
import { addStaff, thoseOf } from '../people/staff.sql.ts'
import { countQuestions, newPractice } from './practice.service.ts'
import { insertPractice } from './practice.sql.ts'

interface DraftWish {
  readonly name: string
  readonly information: string
  readonly questions: readonly PaperEntry[]
  /** Of these the ones that the scope shows are chosen for it. */
  readonly staffIds: readonly string[]
  readonly scope: DataScope
  readonly actorId: string
  readonly now: Date
  readonly fail: Fail<(typeof paperErrors)['sameQuestionTwice'] | (typeof paperErrors)['unknownQuestion']>
}

/** A draft of chosen people with these questions, for rooms above; everything else as in a new practice. */
export async function draftPractice(db: Db, wish: DraftWish): Promise<string> {
  const { name, information, questions, staffIds, scope, actorId, now, fail } = wish
  const paperId = await insertPaper(db)
  const practiceId = await insertPractice(db, { createdBy: actorId, paperId, now }, { ...newPractice, name, information })
  await writePaper(db, { paperId, fail }, questions)
  await countQuestions(db, { id: practiceId, paperId })
  await addStaff(db, { practiceId, people: thoseOf(db, scope, staffIds), actorId, now })
  return practiceId
}
