/** What candidates are told of an exam: each once and by each channel, however often the job runs. */
import type { MessageVariables } from '@kaopei/messaging/contract/template-catalogue'
import { type Db, databaseNow, enqueue, job, type Services } from '@kaopei/server'
import { z } from 'zod'
import { examStatus } from '../../contract/exam-codes.ts'
import { type ExamSettings, examSettings, titleOfExam, viewTimeOf } from '../../contract/exam-settings.ts'
import { type ExamRow, findAnyExam } from '../exam.sql.ts'
import { askAgainAt, isNoticeOver, type NoticeTimes, noticeAt, type TimedNotice, timedNotices } from '../rules/notice-time.ts'
import { selectLastEnd } from '../times/change.sql.ts'
import { lastWriteOf } from '../times/change.ts'
import { senderOf } from './to-candidates.sender.ts'
import { type Addressee, selectAddressees } from './to-candidates.sql.ts'

const batchSize = 100
/** A result has a job of its own, attempt by attempt. */
const notices = ['publish', ...timedNotices] as const
type Notice = (typeof notices)[number]

export const examNoticeJob = job({
  name: 'exam.notice',
  lane: 'notice',
  /** `addedSince`: only who came to the list then or later. */
  payload: z.object({ examId: z.string(), notice: z.enum(notices), addedSince: z.coerce.date().optional() }),
  run: async ({ examId, notice, addedSince }, { transaction, companyId, isStopping, services }) => {
    const now = databaseNow()
    if (!(await transaction((db) => mayTell(db, { examId, notice, now })))) return
    let last: string | undefined
    do {
      if (isStopping()) throw new Error('the worker is stopping; the notices go on elsewhere')
      const batch = { examId, notice, addedSince, after: last }
      last = await transaction((db) => sendBatch(db, services, companyId, batch))
    } while (last !== undefined)
  },
})

/** Whoever comes to the list of a published exam is told what the others were told before. */
export async function tellNewcomers(db: Db, exam: ExamRow, now: Date): Promise<void> {
  if (exam.status !== examStatus.published) return
  const settings = examSettings.parse(exam.settings)
  const payload = { examId: exam.id, addedSince: now }
  if (settings.notifyPublish) await enqueue(db, examNoticeJob, db.companyId, { ...payload, notice: 'publish' })
  const times = { openAt: exam.openAt, lastEndAt: null, lastWriteAt: null, viewStartAt: null }
  const startAt = noticeAt('start', settings, times)
  if (startAt !== null && startAt <= now && !isNoticeOver('start', times, now))
    await enqueue(db, examNoticeJob, db.companyId, { ...payload, notice: 'start' })
}

/** Puts down every notice that is wanted for its time. Called again after a change of times it moves them. */
export async function scheduleNotices(db: Db, examId: string, now: Date): Promise<void> {
  const exam = await findAnyExam(db, examId)
  if (!exam || exam.status !== examStatus.published) return
  const settings = examSettings.parse(exam.settings)
  const times = await timesOf(db, exam, { settings, now })
  for (const notice of timedNotices) {
    const at = noticeAt(notice, settings, times)
    if (at === null || isNoticeOver(notice, times, now)) continue
    await enqueueAt(db, { examId, notice }, at)
  }
}

async function enqueueAt(db: Db, payload: { examId: string; notice: TimedNotice }, at: Date): Promise<void> {
  await enqueue(db, examNoticeJob, db.companyId, payload, { key: `${payload.examId}:${payload.notice}`, runAt: at })
}

/** Whether it is time. Should the time have moved on meanwhile, the notice waits for it again. */
async function mayTell(db: Db, { examId, notice, now }: { examId: string; notice: Notice; now: Date }): Promise<boolean> {
  const exam = await findAnyExam(db, examId)
  if (!exam || exam.status !== examStatus.published) return false
  if (notice === 'publish') return true
  const settings = examSettings.parse(exam.settings)
  const times = await timesOf(db, exam, { settings, now })
  const at = noticeAt(notice, settings, times)
  if (at === null || isNoticeOver(notice, times, now)) return false
  if (at <= now) return true
  await enqueueAt(db, { examId, notice }, at)
  return false
}

async function timesOf(db: Db, exam: ExamRow, { settings, now }: { settings: ExamSettings; now: Date }): Promise<NoticeTimes> {
  const lastEndAt = await selectLastEnd(db, exam.id)
  return {
    openAt: exam.openAt,
    lastEndAt,
    lastWriteAt: lastWriteOf(exam, lastEndAt),
    viewStartAt: viewTimeOf(settings)?.start ?? null,
    askAgainAt: askAgainAt(exam.closeAt, lastEndAt, now),
  }
}

interface Batch {
  readonly examId: string
  readonly notice: Notice
  readonly addedSince: Date | undefined
  readonly after: string | undefined
}

/** Answers the last candidate of the batch; undefined when there is none left. */
async function sendBatch(
  db: Db,
  services: Services,
  companyId: string,
  { examId, notice, addedSince, after }: Batch,
): Promise<string | undefined> {
  const exam = await findAnyExam(db, examId)
  if (!exam) return undefined
  const hasSat = notice === 'analysis'
  const people = await selectAddressees(db, { examId, hasSat, addedSince, after, limit: batchSize })
  const settings = examSettings.parse(exam.settings)
  const send = await senderOf(db, services, { companyId, settings, notice })
  for (const person of people) await send(person, variablesFor(exam, person), `exam-${notice}:${examId}:${person.staffId}`)
  return people.at(-1)?.staffId
}

/** Of all these messages together: each takes what its words may use. */
function variablesFor(
  { name, settings }: ExamRow,
  { name: staffName, opensAt: startTime, closesAt: endTime }: Addressee,
): MessageVariables<'examStart'> {
  return { staffName, examName: titleOfExam(name, examSettings.parse(settings)), startTime, endTime }
}
