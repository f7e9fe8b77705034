/** The paper of an exam as its organiser looks at it. */
import { protocolErrors } from '@kaopei/contract'
import { examplePaper } from '@kaopei/paper/server'
import type { Showing } from '@kaopei/question/server'
import { type Db, ProtocolFailure } from '@kaopei/server'
import { examStatus } from '../../contract/exam-codes.ts'
import { findExam } from '../exam.sql.ts'

interface PreviewWish {
  readonly companyId: string
  readonly id: string
  readonly now: Date
  readonly pictures: Showing
  /** Whether whoever looks may see what is right: `isTold` once a reason was given for what is in use. */
  readonly keys: { readonly isAuthor: boolean; readonly isTold: boolean }
}

export async function previewPaper(db: Db, { id, ...wish }: PreviewWish) {
  const exam = await findExam(db, id)
  if (!exam) throw new ProtocolFailure(protocolErrors.notFound)
  const isPinned = exam.status !== examStatus.draft
  return {
    name: exam.name,
    information: exam.information,
    admissionStartTime: exam.openAt,
    duration: exam.limitMinutes,
    sumScore: exam.sumScoreHundredths,
    ...(await examplePaper(db, { ...wish, paperId: exam.paperId, isPinned })),
  }
}
