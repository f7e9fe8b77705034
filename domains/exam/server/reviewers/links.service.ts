import { workingChannels } from '@kaopei/identity/server'
import { sendTemplate } from '@kaopei/messaging/server'
import { companySite } from '@kaopei/platform/server'
import type { Db, Fail, Services } from '@kaopei/server'
import { examStatus } from '../../contract/exam-codes.ts'
import { examErrors } from '../../contract/exam-errors.ts'
import { examSettings, titleOfExam } from '../../contract/exam-settings.ts'
import { lockedExam } from '../exam.service.ts'
import type { ExamRow } from '../exam.sql.ts'
import { findLinkReviewer, type LinkReviewer } from './links.sql.ts'

const mail = 2

interface Wish {
  readonly examId: string
  readonly staffId: string
  readonly now: Date
  readonly fail: Fail<(typeof examErrors)['cancelled' | 'notPublished' | 'notReviewer' | 'mailOff']>
}

/** The exam and its reviewer, as long as a link can be made and its code can arrive. */
export async function readyForLink(
  db: Db,
  services: Services,
  { examId, staffId, now, fail }: Wish,
): Promise<{ exam: ExamRow; reviewer: LinkReviewer }> {
  const exam = await lockedExam(db, { id: examId, version: undefined, now })
  if (exam.status === examStatus.cancelled) return fail(examErrors.cancelled)
  if (exam.status === examStatus.draft) return fail(examErrors.notPublished)
  const reviewer = await findLinkReviewer(db, { examId, staffId })
  if (!reviewer) return fail(examErrors.notReviewer)
  if (!(await workingChannels(db, services, 'verifyCode')).includes(mail)) return fail(examErrors.mailOff)
  return { exam, reviewer }
}

interface Sending {
  readonly companyId: string
  readonly exam: ExamRow
  readonly reviewer: LinkReviewer
  readonly token: string
  readonly expiresAt: Date
}

/** The page that a link opens, on a site. */
export function linkAddress(site: string, token: string): string {
  return `${site}/heExamines?token=${token}`
}

/** False where the company has switched this message off. */
export async function mailLink(
  db: Db,
  services: Services,
  { companyId, exam, reviewer, token, expiresAt }: Sending,
): Promise<boolean> {
  const markingLink = linkAddress(await companySite(db, services), token)
  const examName = titleOfExam(exam.name, examSettings.parse(exam.settings))
  const variables = { staffName: reviewer.name, examName, markingLink, validUntil: expiresAt }
  return sendTemplate(db, services, { companyId, channel: mail, key: 'quickMarking', address: reviewer.email, variables })
}
