/** What stands against publishing, and publishing itself. */
import { protocolErrors } from '@kaopei/contract'
import { type JudgedPaper, judgePaper, pinPaper } from '@kaopei/paper/server'
import { guardUses, type NoUsesLeft } from '@kaopei/platform/server'
import { type Db, type Fail, ProtocolFailure } from '@kaopei/server'
import { examStatus } from '../../contract/exam-codes.ts'
import { examErrors } from '../../contract/exam-errors.ts'
import { examNotices, type NoticeChannel, noticeSwitches, templateOf } from '../../contract/exam-notices.ts'
import { examSettings, isByLink, viewTimeOf } from '../../contract/exam-settings.ts'
import { type ExamRow, findExam, updateExamState } from '../exam.sql.ts'
import { hasLivingLink } from '../outer/links.sql.ts'
import { selectReviewers } from '../people/list.sql.ts'
import { mayPublish, type PublishDraft, type PublishFinding, publishChecks } from '../rules/publish-checks.ts'
import { selectCandidateFacts } from './publish.sql.ts'

export async function checkPublish(db: Db, { companyId, id, now }: { companyId: string; id: string; now: Date }) {
  const exam = await findExam(db, id)
  if (!exam) throw new ProtocolFailure(protocolErrors.notFound)
  const paper = await judgePaper(db, exam.paperId)
  const draft = await draftOf(db, { companyId, exam, now, paper })
  const findings = publishChecks(draft, now)
  return { version: exam.version, mayPublish: mayPublish(findings), candidateCount: draft.candidates.count, findings }
}

export type Publication = {
  companyId: string
  /** Locked, at the version that the publisher saw. */
  exam: ExamRow
  now: Date
  ignoreWarnings: boolean
  fail: Fail<(typeof examErrors)['notDraft' | 'checksFailed' | 'warningsUnconfirmed'] | NoUsesLeft>
}

export async function publishExam(db: Db, { companyId, exam, now, ignoreWarnings, fail }: Publication) {
  if (exam.status !== examStatus.draft) fail(examErrors.notDraft, { text: '考试已发布，不能重复发布' })
  const judged = await judgedPublication(db, { companyId, exam, now })
  const { findings, draft } = judged
  if (mayPublish(findings) && findings.length > 0 && !ignoreWarnings) fail(examErrors.warningsUnconfirmed, { data: { findings } })
  if (mayPublish(findings)) await guardUses(db, 'exam', draft.candidates.count, fail)
  return publishJudged(db, exam, { ...judged, now, fail })
}

export interface JudgedPublication {
  readonly paper: Awaited<ReturnType<typeof pinPaper>>
  readonly draft: PublishDraft
  readonly findings: readonly PublishFinding[]
}

/** Its paper pinned to the versions of this moment, and what stands against publishing it so. */
export async function judgedPublication(
  db: Db,
  { companyId, exam, now }: { companyId: string; exam: ExamRow; now: Date },
): Promise<JudgedPublication> {
  const paper = await pinPaper(db, { paperId: exam.paperId, now })
  const draft = await draftOf(db, { companyId, exam, now, paper })
  return { paper, draft, findings: publishChecks(draft, now) }
}

/** Warnings have been heard, and uses asked for. */
export async function publishJudged(
  db: Db,
  exam: ExamRow,
  { paper, draft, findings, now, fail }: JudgedPublication & { now: Date; fail: Fail<(typeof examErrors)['checksFailed']> },
) {
  if (!mayPublish(findings)) fail(examErrors.checksFailed, { text: firstMessage(findings), data: { findings } })
  await updateExamState(db, exam.id, { status: examStatus.published, publishedAt: now }, now)
  return {
    status: examStatus.published,
    fixedCount: paper.versions.length,
    poolCount: paper.poolCount,
    candidateCount: draft.candidates.count,
  }
}

type Wish = { companyId: string; exam: ExamRow; now: Date; paper: JudgedPaper }

async function draftOf(db: Db, { exam, now, paper }: Wish): Promise<PublishDraft> {
  const settings = examSettings.parse(exam.settings)
  const wanted = examNotices.filter((notice) => settings[noticeSwitches[notice]])
  const uses = (channel: NoticeChannel) => wanted.some((notice) => templateOf(settings, notice, channel) !== 'none')
  return {
    name: exam.name,
    openAt: exam.openAt,
    closeAt: exam.closeAt,
    limitMinutes: exam.limitMinutes ?? 0,
    forceCommitTime: settings.forceCommitTime,
    sumScoreHundredths: exam.typedSumScoreHundredths,
    passScoreHundredths: exam.passScoreHundredths,
    fixedQuestions: paper.slots,
    drawRules: paper.rules.map(({ number, ...rule }) => ({ label: `规则${number}`, ...rule })),
    drawViolations: paper.violations,
    reviewers: await selectReviewers(db, exam.id),
    candidates: {
      ...(await selectCandidateFacts(db, { ...exam, examId: exam.id })),
      isOpenToEveryone: isByLink(settings.outerParticipationMode),
    },
    hasLink: await hasLivingLink(db, exam.id, now),
    notices: { usesSms: uses('sms'), usesEmail: uses('mail') },
    viewTime: viewTimeOf(settings),
    settings,
  }
}

function firstMessage(findings: readonly PublishFinding[]): string {
  const blocking = findings.filter(({ level }) => level === 'blocking')
  const more = blocking.length > 1 ? `（共 ${blocking.length} 项需要修改）` : ''
  return `${blocking[0]?.message ?? examErrors.checksFailed.text}${more}`
}
