/** 发布时通知考生: one mail to each candidate who has an address, once, however often the job runs. */
import { sendMessage } from '@kaopei/messaging/server'
import { job } from '@kaopei/server'
import { z } from 'zod'
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
  db: Parameters<typeof sendMessage>[0],
  companyId: string,
  { examId, after }: { examId: string; after: string | undefined },
): Promise<string | undefined> {
  const exam = await findExam(db, companyId, examId)
  if (!exam) return undefined
  const people = await selectNoticeBatch(db, companyId, { examId, after, limit: batchSize })
  const when = `${chinaTime(exam.openAt)} 至 ${chinaTime(exam.closeAt)}`
  for (const { staffId, name, email } of people) {
    await sendMessage(db, {
      companyId,
      channel: 2,
      address: email,
      subject: `考试通知：${exam.name}`,
      body: `${name}，您好：\n您已被安排参加“${exam.name}”，考试时间 ${when}（北京时间）。请在考试开始前登录考生端完成设备检查。`,
      dedupeKey: `exam-publish:${examId}:${staffId}`,
    })
  }
  return people.at(-1)?.staffId
}

function chinaTime(instant: Date | null): string {
  if (instant === null) return '另行通知'
  return new Date(instant.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
}
