/** Reviewers are told by mail that they mark an exam: each once, when it is published or when they come to it later. */
import { prepareTemplate } from '@kaopei/messaging/server'
import { companySite } from '@kaopei/platform/server'
import { type Db, enqueue, job, type Services } from '@kaopei/server'
import { z } from 'zod'
import { examStatus } from '../../contract/exam-codes.ts'
import { examSettings, titleOfExam } from '../../contract/exam-settings.ts'
import { type ExamRow, findAnyExam } from '../exam.sql.ts'
import { selectReviewersToTell } from './to-candidates.sql.ts'

const markingPath = '/application/ote/testMarking'

export const reviewerNoticeJob = job({
  name: 'exam.reviewerNotice',
  lane: 'notice',
  payload: z.object({ examId: z.string() }),
  run: ({ examId }, { companyId, services, transaction }) =>
    transaction(async (db) => {
      const exam = await findAnyExam(db, examId)
      if (exam && wantsTelling(exam)) await sendAll(db, services, companyId, exam)
    }),
})

/** To be called whenever the exam, its reviewers or this setting have changed: whoever was told before is not told again. */
export async function tellReviewers(db: Db, examId: string): Promise<void> {
  const exam = await findAnyExam(db, examId)
  if (exam && wantsTelling(exam)) await enqueue(db, reviewerNoticeJob, db.companyId, { examId }, { key: `${examId}:reviewers` })
}

function wantsTelling({ status, settings }: ExamRow): boolean {
  return status === examStatus.published && examSettings.parse(settings).notifyReviewer
}

/** At most a hundred. */
async function sendAll(db: Db, services: Services, companyId: string, exam: ExamRow): Promise<void> {
  const send = await prepareTemplate(db, services, { companyId, channel: 2, key: 'reviewerAssigned' })
  if (!send) return
  const { id, name, settings, openAt: startTime, closeAt: endTime } = exam
  const examName = titleOfExam(name, examSettings.parse(settings))
  const markingLink = `${await companySite(db, services)}${markingPath}`
  for (const { staffId, name: staffName, email: address } of await selectReviewersToTell(db, id)) {
    const variables = { staffName, examName, startTime, endTime, markingLink }
    await send({ address, variables, dedupeKey: `exam-reviewer:${id}:${staffId}` })
  }
}
