/**
 * Exams with a purpose of their own, which a room above makes as parts of something larger: in no list, report or quota of exams (`exam.listed`), and under
 * every protection. Whoever makes one answers for its people, its times and what it uses up.
 */
import { protocolErrors } from '@kaopei/contract'
import { copyParts, insertPaper } from '@kaopei/paper/server'
import { type Db, type Fail, ProtocolFailure } from '@kaopei/server'
import { examStatus } from '../contract/exam-codes.ts'
import type { examErrors } from '../contract/exam-errors.ts'
import { examUseWay, outerParticipationMode } from '../contract/exam-settings.ts'
import { lockedExam, valuesOf } from './exam.service.ts'
import { copyReviewers, type ExamRow, findExam, insertExam, updateExam } from './exam.sql.ts'
import { scheduleNotices, tellNewcomers } from './notices/to-candidates.job.ts'
import { tellReviewers } from './notices/to-reviewers.job.ts'
import { removeCandidates } from './people/list.service.ts'
import { insertCandidates } from './people/list.sql.ts'
import { judgedPublication, publishJudged } from './publishing/publish.service.ts'
import { copyInvigilators } from './rooms/invigilators.sql.ts'
import { copySafe } from './safe-browser/safe-browser.sql.ts'
import { selectLastEnd, updateEnded } from './times/change.sql.ts'
import { recomputeDue } from './times/change.ts'

const everybody = { kind: 'all' } as const

export interface PurposedWish {
  readonly purpose: number
  /** The exam whose paper, settings and reviewers it has. */
  readonly sourceId: string
  readonly name: string
  readonly openAt: Date
  readonly closeAt: Date
  readonly staffIds: readonly string[]
  readonly actorId: string
  readonly now: Date
  readonly fail: Fail<(typeof examErrors)['checksFailed']>
}

/** Published at once; what stands against that ends the request in words. Answers its id. */
export async function makePurposedExam(db: Db, wish: PurposedWish): Promise<string> {
  const { purpose, sourceId, name, openAt, closeAt, staffIds, actorId, now, fail } = wish
  const source = await findExam(db, sourceId)
  if (!source) throw new ProtocolFailure(protocolErrors.notFound)
  const { settings, ...values } = valuesOf(source)
  const own = {
    ...values,
    ...{ name, openAt, closeAt, typedSumScoreHundredths: null },
    settings: {
      ...settings,
      ...{
        outerParticipationMode: outerParticipationMode.none,
        password: '',
        examUseWay: examUseWay.formal,
        permitViewTime: null,
      },
    },
  }
  const paperId = await insertPaper(db)
  await copyParts(db, { from: source.paperId, to: paperId })
  const id = await insertExam(db, { createdBy: actorId, paperId, purpose }, own)
  await updateExam(db, id, own, now)
  await copyReviewers(db, { from: source.id, to: id })
  await copySafe(db, { from: source.id, to: id, actorId, now })
  await copyInvigilators(db, { from: source.id, to: id, now })
  await insertCandidates(db, { examId: id, staffIds, departmentIds: [], scope: everybody }, now)
  const exam = await lockedExam(db, { id, version: undefined, which: 'any', now })
  await publishJudged(db, exam, { ...(await judgedPublication(db, { companyId: db.companyId, exam, now })), now, fail })
  await tell(db, id, now)
  return id
}

async function tell(db: Db, id: string, now: Date): Promise<void> {
  await scheduleNotices(db, id, now)
  await tellReviewers(db, id)
  await tellNewcomers(db, await lockedExam(db, { id, version: undefined, which: 'any', now }), now)
}

interface Change {
  readonly examId: string
  readonly now: Date
}

/** Whoever is there stays as they are. */
export async function addToPurposed(
  db: Db,
  { examId, now, staffIds }: Change & { readonly staffIds: readonly string[] },
): Promise<void> {
  const exam = await lockedExam(db, { id: examId, version: undefined, which: 'any', now })
  const { added } = await insertCandidates(db, { examId, staffIds, departmentIds: [], scope: everybody }, now)
  if (added > 0) await tellNewcomers(db, exam, now)
}

/** Nobody of them when one has begun. */
export async function takeFromPurposed(
  db: Db,
  {
    examId,
    staffIds,
    fail,
  }: { examId: string; staffIds: readonly string[]; fail: Fail<(typeof examErrors)['candidateHasAttempt' | 'heldByGroup']> },
): Promise<void> {
  await removeCandidates(db, { companyId: db.companyId, examId, scope: everybody, fail }, staffIds)
}

/** A later or an earlier close, and the name. Deadlines of whoever sits move with it. */
export async function changePurposed(
  db: Db,
  { examId, now, name, closeAt, actorId }: Change & { readonly name: string; readonly closeAt: Date; readonly actorId: string },
): Promise<void> {
  const before = await lockedExam(db, { id: examId, version: undefined, which: 'any', now })
  const after = { ...valuesOf(before), name, closeAt }
  await updateExam(db, examId, after, now)
  await recomputeDue(db, { examId, exam: { ...before, ...after }, now, actorId })
  await scheduleNotices(db, examId, now)
}

/** Nobody begins any more; who is inside keeps two minutes to hand in. One that is over stays as it is. */
export async function endPurposed(db: Db, { examId, now, actorId }: Change & { readonly actorId: string | null }): Promise<void> {
  const exam: ExamRow = await lockedExam(db, { id: examId, version: undefined, which: 'any', now })
  const lastEnd = await selectLastEnd(db, examId)
  if (exam.status !== examStatus.published || (lastEnd !== null && lastEnd <= now)) return
  await updateEnded(db, examId, now)
  await recomputeDue(db, { examId, exam: { ...exam, closeAt: now }, now, actorId, isEnded: true })
}
