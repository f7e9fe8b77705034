import { protocolErrors } from '@kaopei/contract'
import type { paperErrors } from '@kaopei/paper/contract/errors'
import type { PaperEntry } from '@kaopei/paper/contract/paper'
import { insertPaper, writePaper } from '@kaopei/paper/server'
import { type DataScope, type Db, type Fail, ProtocolFailure } from '@kaopei/server'
import { outerParticipationMode } from '../contract/exam-settings.ts'
import { valuesOf, withPassScore } from './exam.service.ts'
import { copyReviewers, findExam, insertExam, updateExam } from './exam.sql.ts'
import { insertCandidates } from './people/list.sql.ts'
import { copySafe } from './safe-browser/safe-browser.sql.ts'

interface LikeWish {
  /** The exam whose settings and reviewers it has. */
  readonly sourceId: string
  readonly name: string
  readonly openAt: Date
  readonly closeAt: Date
  /** Null: as the source has. */
  readonly limitMinutes: number | null
  readonly questions: readonly PaperEntry[]
  /** Of these the ones that the scope shows are its candidates. */
  readonly staffIds: readonly string[]
  readonly scope: DataScope
  readonly actorId: string
  readonly now: Date
  readonly fail: Fail<(typeof paperErrors)['sameQuestionTwice'] | (typeof paperErrors)['unknownQuestion']>
}

/** A draft like an exam with a paper, times and people of its own; for rooms above that ask once more. A pass score in points keeps its share of the total. */
export async function draftExamLike(db: Db, wish: LikeWish): Promise<string> {
  const source = await findExam(db, wish.sourceId)
  if (!source) throw new ProtocolFailure(protocolErrors.notFound)
  const { settings, ...values } = valuesOf(source)
  const { name, openAt, closeAt, actorId, now, fail } = wish
  const limitMinutes = wish.limitMinutes ?? source.limitMinutes
  const paperId = await insertPaper(db)
  const fresh = {
    ...values,
    ...{ name, openAt, closeAt, limitMinutes, typedSumScoreHundredths: null },
    settings: { ...settings, outerParticipationMode: outerParticipationMode.none },
  }
  const id = await insertExam(db, { createdBy: actorId, paperId }, fresh)
  const sumScoreHundredths = await writePaper(db, { paperId, fail }, wish.questions)
  const share = source.sumScoreHundredths === 0 ? 0 : source.passScoreHundredths / source.sumScoreHundredths
  const passScoreHundredths = Math.round(share * sumScoreHundredths)
  await updateExam(db, id, withPassScore({ ...fresh, sumScoreHundredths, passScoreHundredths }), now)
  await copyReviewers(db, { from: source.id, to: id })
  await copySafe(db, { from: source.id, to: id, actorId, now })
  await insertCandidates(db, { examId: id, staffIds: wish.staffIds, departmentIds: [], scope: wish.scope }, now)
  return id
}
