import { type ExamSettings, examSettings, titleOfExam } from '@kaopei/exam/contract/exam-settings'
import { quickMarkingFacts, quickMarkingKind } from '@kaopei/exam/contract/review-links'
import type { Db, Fail } from '@kaopei/server'
import { shareErrors } from '@kaopei/share/contract/short-link'
import { readShareToken, type ShareToken } from '@kaopei/share/server'
import { markingErrors } from '../contract/errors.ts'
import { findExam } from './access.sql.ts'
import { findLinkedReviewer, type LinkedReviewer } from './quick-marking.sql.ts'

export interface OpenedLink {
  readonly link: ShareToken
  readonly exam: { readonly id: string; readonly title: string; readonly settings: ExamSettings }
  readonly reviewer: Omit<LinkedReviewer, 'email'> & { readonly id: string; readonly email: string }
  readonly maxDevices: number
}

/** Enters the link's company. Ends the request where nobody may mark by it now. */
export async function openLink(
  db: Db,
  { token, now, fail }: { token: string; now: Date; fail: Fail<typeof shareErrors.linkOver | typeof markingErrors.linkRefused> },
): Promise<OpenedLink> {
  const link = await readShareToken(db, { token, kind: quickMarkingKind, now })
  if (!link) return fail(shareErrors.linkOver)
  const { subjectId: examId } = link
  const { reviewerId, maxDevices } = quickMarkingFacts.parse(link.facts)
  const exam = await findExam(db, examId, reviewerId)
  const reviewer = await findLinkedReviewer(db, { examId, staffId: reviewerId })
  if (!exam?.isReviewer || !reviewer) return fail(shareErrors.linkOver)
  const { email, isCompanyClosed, isCancelled } = reviewer
  if (isCompanyClosed) return fail(markingErrors.linkRefused, { text: '企业已停用或服务已到期，请联系考试组织者' })
  if (isCancelled) return fail(markingErrors.linkRefused, { text: '考试已取消，无需阅卷' })
  if (email === null) return fail(markingErrors.linkRefused, { text: '您的邮箱已被清除，无法接收验证码，请联系考试组织者' })
  const settings = examSettings.parse(exam.settings)
  return {
    link,
    maxDevices,
    exam: { id: exam.id, title: titleOfExam(exam.name, settings), settings },
    reviewer: { ...reviewer, id: reviewerId, email },
  }
}
