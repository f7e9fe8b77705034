/** What candidates are told of an exam: each once and by each channel, however often the job runs. */
import type { MessageKey, MessageVariables } from '@kaopei/messaging/contract/template-catalogue'
import { prepareTemplate } from '@kaopei/messaging/server'
import { type Db, enqueue, job, type Services } from '@kaopei/server'
import { z } from 'zod'
import { examStatus } from '../contract/exam-codes.ts'
import { type ExamSettings, examSettings, viewTimeOf } from '../contract/exam-settings.ts'
import { type ExamRow, findExam } from './exam.sql.ts'
import { type Addressee, selectAddressees } from './exam-notice.sql.ts'
import { lastEndOf } from './exam-times.ts'
import { isNoticeOver, type NoticeTimes, noticeAt, type TimedNotice, timedNotices } from './rules/notice-time.ts'
import { selectLastSitting } from './sitting-result.sql.ts'

const batchSize = 100
const notices = ['publish', ...timedNotices] as const
type Notice = (typeof notices)[number]

const keys = {
  publish: 'examPublished',
  start: 'examStart',
  end: 'examEnd',
  analysis: 'analysisPublished',
} as const satisfies Record<Notice, MessageKey>

export const examNoticeJob = job({
  name: 'exam.notice',
  payload: z.object({ examId: z.string(), notice: z.enum(notices) }),
  run: async ({ examId, notice }, { transaction, companyId, isStopping, services }) => {
    const now = new Date()
    if (!(await transaction((db) => mayTell(db, companyId, { examId, notice, now })))) return
    let last: string | undefined
    do {
      if (isStopping()) throw new Error('the worker is stopping; the notices go on elsewhere')
      last = await transaction((db) => sendBatch(db, services, companyId, { examId, notice, after: last }))
    } while (last !== undefined)
  },
})

/** Puts down every notice that is wanted for its time. Called again after a change of times it moves them. */
export async function scheduleNotices(db: Db, companyId: string, examId: string, now: Date): Promise<void> {
  const exam = await findExam(db, companyId, examId)
  if (!exam || exam.status !== examStatus.published) return
  const settings = examSettings.parse(exam.settings)
  const times = await timesOf(db, companyId, exam, settings)
  for (const notice of timedNotices) {
    const at = noticeAt(notice, settings, times)
    if (at === null || isNoticeOver(notice, times, now)) continue
    await enqueueAt(db, companyId, { examId, notice }, at)
  }
}

async function enqueueAt(db: Db, companyId: string, payload: { examId: string; notice: TimedNotice }, at: Date): Promise<void> {
  await enqueue(db, examNoticeJob, companyId, payload, { key: `${payload.examId}:${payload.notice}`, runAt: at })
}

/** Whether it is time. Should the time have moved on meanwhile, the notice waits for it again. */
async function mayTell(
  db: Db,
  companyId: string,
  { examId, notice, now }: { examId: string; notice: Notice; now: Date },
): Promise<boolean> {
  const exam = await findExam(db, companyId, examId)
  if (!exam || exam.status !== examStatus.published) return false
  if (notice === 'publish') return true
  const settings = examSettings.parse(exam.settings)
  const times = await timesOf(db, companyId, exam, settings)
  const at = noticeAt(notice, settings, times)
  if (at === null || isNoticeOver(notice, times, now)) return false
  if (at <= now) return true
  await enqueueAt(db, companyId, { examId, notice }, at)
  return false
}

async function timesOf(db: Db, companyId: string, exam: ExamRow, settings: ExamSettings): Promise<NoticeTimes> {
  const lastEndAt = lastEndOf(exam, await selectLastSitting(db, companyId, exam.id))
  return { openAt: exam.openAt, lastEndAt, viewStartAt: viewTimeOf(settings)?.start ?? null }
}

/** Answers the last candidate of the batch; undefined when there is none left. */
async function sendBatch(
  db: Db,
  services: Services,
  companyId: string,
  { examId, notice, after }: { examId: string; notice: Notice; after: string | undefined },
): Promise<string | undefined> {
  const exam = await findExam(db, companyId, examId)
  if (!exam) return undefined
  const people = await selectAddressees(db, companyId, { examId, hasSat: notice === 'analysis', after, limit: batchSize })
  const { mailTemplateId, smsTemplateId } = examSettings.parse(exam.settings)
  const key = keys[notice]
  const mail = await prepareTemplate(db, services, { companyId, channel: 2, key, templateId: mailTemplateId })
  // Text messages cost money: only an exam that names a template for them sends any.
  const sms =
    smsTemplateId === null
      ? undefined
      : await prepareTemplate(db, services, { companyId, channel: 1, key, templateId: smsTemplateId })
  for (const person of people) {
    const variables = variablesFor(exam, person)
    const dedupeKey = `exam-${notice}:${examId}:${person.staffId}`
    if (person.email !== null) await mail?.({ address: person.email, variables, dedupeKey })
    if (person.phone !== null) await sms?.({ address: person.phone, variables, dedupeKey: `${dedupeKey}:sms` })
  }
  return people.at(-1)?.staffId
}

/** Of all these messages together: each takes what its words may use. */
function variablesFor(
  { name: examName, openAt: startTime, closeAt: endTime }: ExamRow,
  { name: staffName }: Addressee,
): MessageVariables<'examStart'> {
  return { staffName, examName, startTime, endTime }
}
