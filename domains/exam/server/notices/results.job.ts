/** Candidates are told of their result once it may be looked at, and again when it was marked anew. */
import { type Db, databaseNow, enqueue, job, listener, type Services } from '@kaopei/server'
import { attemptPublished } from '@kaopei/sitting/server'
import { z } from 'zod'
import { examStatus } from '../../contract/exam-codes.ts'
import { type ExamSettings, examSettings, titleOfExam, viewTimeOf } from '../../contract/exam-settings.ts'
import { type ExamRow, findAnyExam } from '../exam.sql.ts'
import { askAgainAt } from '../rules/notice-time.ts'
import { selectLastEnd } from '../times/change.sql.ts'
import { lastWriteOf } from '../times/change.ts'
import { examKind } from '../times/terms.ts'
import { senderOf } from './to-candidates.sender.ts'
import { selectResultsToTell } from './to-candidates.sql.ts'

export const resultNoticeJob = job({
  name: 'exam.resultNotice',
  payload: z.object({ examId: z.string(), attemptIds: z.array(z.string()) }),
  run: async ({ examId, attemptIds }, { transaction, companyId, services }) =>
    transaction((db) => tellResults(db, services, companyId, { examId, attemptIds, now: databaseNow() })),
})

/** Told of by exams that tell their candidates of results (`rulesOf`). */
export const tellOfPublished = listener({
  name: 'exam.tellOfPublished',
  event: attemptPublished,
  run: async ({ ownerKind, ownerId: examId, attemptIds }, { transaction, companyId }) =>
    transaction(async (db) => {
      const exam = ownerKind === examKind ? await findAnyExam(db, examId) : undefined
      if (!exam) return
      const runAt = startOfView(examSettings.parse(exam.settings))
      await enqueue(db, resultNoticeJob, companyId, { examId, attemptIds }, runAt === null ? {} : { runAt })
    }),
})

async function tellResults(
  db: Db,
  services: Services,
  companyId: string,
  { examId, attemptIds, now }: { examId: string; attemptIds: readonly string[]; now: Date },
): Promise<void> {
  const exam = await findAnyExam(db, examId)
  if (!exam || exam.status === examStatus.cancelled) return
  const settings = examSettings.parse(exam.settings)
  if (!settings.notifyResult || !settings.permitQueryScore) return
  const startAt = await shownFrom(db, exam, { settings, now })
  if (startAt === undefined) return
  if (startAt !== null && startAt > now) {
    await enqueue(db, resultNoticeJob, companyId, { examId, attemptIds: [...attemptIds] }, { runAt: startAt })
    return
  }
  const send = await senderOf(db, services, { companyId, settings, notice: 'result' })
  for (const person of await selectResultsToTell(db, attemptIds)) {
    const variables = {
      staffName: person.name,
      examName: titleOfExam(exam.name, settings),
      score: String(person.scoreHundredths / 100),
      passText: person.isPassed ? '合格' : '不合格',
    }
    await send(person, variables, `exam-result:${person.attemptId}:${person.publishedAt.getTime()}`)
  }
}

/** From when a result may be looked at: null at once, undefined never (somebody may always still sit, and nobody has confirmed showing it). */
async function shownFrom(
  db: Db,
  exam: ExamRow,
  { settings, now }: { settings: ExamSettings; now: Date },
): Promise<Date | null | undefined> {
  const viewAt = startOfView(settings)
  if (settings.permitViewEarly) return viewAt
  const lastEndAt = await selectLastEnd(db, exam.id)
  const lastWriteAt = lastWriteOf(exam, lastEndAt)
  if (lastWriteAt === null) return askAgainAt(exam.closeAt, lastEndAt, now) ?? undefined
  // The moment itself is still the others'.
  const othersDoneAt = new Date(lastWriteAt.getTime() + 1)
  return viewAt !== null && viewAt > othersDoneAt ? viewAt : othersDoneAt
}

function startOfView(settings: ExamSettings): Date | null {
  return viewTimeOf(settings)?.start ?? null
}
