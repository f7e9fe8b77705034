/** 发布时通知考生: one mail to each candidate who has an address, once, however often the job runs. */
import { prepareTemplate } from '@kaopei/messaging/server'
import { type Db, job } from '@kaopei/server'
import { z } from 'zod'
import { examSettings } from '../contract/exam-settings.ts'
import { findExam } from './exam.sql.ts'
import { selectNoticeBatch } from './publish.sql.ts'

const batchSize = 100

export const publishNoticeJob = job({
  name: 'exam.publishNotice',
  payload: z.object({ examId: z.string() }),
  run: async ({ examId }, { transaction, companyId, isStopping }) => {
    let last: string | undefined
    do {
      if (isStopping()) throw new Error('the worker is stopping; the notices go on elsewhere')
      last = await transaction((db) => sendBatch(db, companyId, { examId, after: last }))
    } while (last !== undefined)
  },
})

/** Answers the last candidate of the batch; undefined when there is none left. */
async function sendBatch(
  db: Db,
  companyId: string,
  { examId, after }: { examId: string; after: string | undefined },
): Promise<string | undefined> {
  const exam = await findExam(db, companyId, examId)
  if (!exam) return undefined
  const people = await selectNoticeBatch(db, companyId, { examId, after, limit: batchSize })
  const { name: examName, openAt: startTime, closeAt: endTime } = exam
  const templateId = examSettings.parse(exam.settings).mailTemplateId
  const send = await prepareTemplate(db, { companyId, channel: 2, key: 'examPublished', templateId })
  if (!send) return undefined
  for (const { staffId, name: staffName, email } of people) {
    const variables = { staffName, examName, startTime, endTime }
    await send({ address: email, variables, dedupeKey: `exam-publish:${examId}:${staffId}` })
  }
  return people.at(-1)?.staffId
}
