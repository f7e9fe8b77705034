/** What stands against publishing, and publishing itself: every question is pinned to the version that is ready now. */

import { protocolErrors } from '@kaopei/contract'
import { guardUses } from '@kaopei/platform/server'
import { type QuestionType, questionType } from '@kaopei/question/contract/content'
import { latestReadyVersions, type ReadyVersion } from '@kaopei/question/server'
import { type Db, type Fail, Failure } from '@kaopei/server'
import { examStatus } from '../contract/exam-codes.ts'
import { examErrors } from '../contract/exam-errors.ts'
import { examNotices, type NoticeChannel, noticeSwitches, templateOf } from '../contract/exam-notices.ts'
import { examSettings, isByLink, viewTimeOf } from '../contract/exam-settings.ts'
import { proveDraw } from './draw-proof.ts'
import { type ExamRow, findExam, updateExamState } from './exam.sql.ts'
import { drawPoolOf, type PooledQuestion, questionsOfRules } from './exam-draw.ts'
import { type RuleRow, selectFixed, selectRules } from './exam-paper.sql.ts'
import { selectReviewers } from './exam-people.sql.ts'
import { hasLivingLink } from './outer-link.sql.ts'
import { insertPool, pinFixed, selectCandidateFacts, selectMarkedByHand } from './publish.sql.ts'
import { mayPublish, type PublishDraft, type PublishFinding, publishChecks } from './rules/publish-checks.ts'

type Prepared = { draft: PublishDraft; versions: ReadyVersion[]; pool: PooledQuestion[] }

export async function checkPublish(db: Db, { companyId, id, now }: { companyId: string; id: string; now: Date }) {
  const exam = await findExam(db, companyId, id)
  if (!exam) throw new Failure(protocolErrors.notFound)
  const { draft } = await prepare(db, companyId, exam, now)
  const findings = publishChecks(draft, now)
  return { version: exam.version, mayPublish: mayPublish(findings), candidateCount: draft.candidates.count, findings }
}

export type Publication = {
  companyId: string
  /** Locked, at the version that the publisher saw. */
  exam: ExamRow
  now: Date
  ignoreWarnings: boolean
  fail: Fail<(typeof examErrors)['notDraft' | 'checksFailed' | 'warningsUnconfirmed']>
}

export async function publishExam(db: Db, { companyId, exam, now, ignoreWarnings, fail }: Publication) {
  if (exam.status !== examStatus.draft) fail(examErrors.notDraft, { text: '考试已发布，不能重复发布' })
  const { draft, versions, pool } = await prepare(db, companyId, exam, now)
  const findings = publishChecks(draft, now)
  if (!mayPublish(findings)) fail(examErrors.checksFailed, { text: firstMessage(findings), data: { findings } })
  if (findings.length > 0 && !ignoreWarnings) fail(examErrors.warningsUnconfirmed, { data: { findings } })
  await guardUses(db, companyId, 'exam', draft.candidates.count)
  await pinFixed(db, companyId, exam.id, versions)
  if (pool.length > 0) await insertPool(db, companyId, exam.id, pool)
  await updateExamState(db, companyId, exam.id, { status: examStatus.published, publishedAt: now }, now)
  return {
    status: examStatus.published,
    fixedCount: versions.length,
    poolCount: pool.length,
    candidateCount: draft.candidates.count,
  }
}

async function prepare(db: Db, companyId: string, exam: ExamRow, now: Date): Promise<Prepared> {
  const fixed = await selectFixed(db, companyId, exam.id)
  const rules = await selectRules(db, companyId, exam.id)
  const fixedIds = fixed.map(({ questionId }) => questionId)
  const versions = await latestReadyVersions(db, companyId, fixedIds)
  const filters = rules.map(({ filter }) => filter)
  const pool = await questionsOfRules(db, companyId, filters, new Set(fixedIds))
  const byHand = await selectMarkedByHand(
    db,
    companyId,
    [...versions, ...pool].map(({ versionId }) => versionId),
  )
  const settings = examSettings.parse(exam.settings)
  const wanted = examNotices.filter((notice) => settings[noticeSwitches[notice]])
  const uses = (channel: NoticeChannel) => wanted.some((notice) => templateOf(settings, notice, channel) !== 'none')
  const counts = rules.map(({ count }) => count)
  const proof = await proveDraw(companyId, drawPoolOf(counts, pool))
  const ready = new Map(versions.map((one) => [one.questionId, one]))
  const draft: PublishDraft = {
    name: exam.name,
    openAt: exam.openAt,
    closeAt: exam.closeAt,
    limitMinutes: exam.limitMinutes ?? 0,
    forceCommitTime: settings.forceCommitTime,
    sumScoreHundredths: exam.typedSumScoreHundredths,
    passScoreHundredths: exam.passScoreHundredths,
    fixedQuestions: fixed.flatMap(({ questionId, scoreHundredths, type }) => {
      const version = ready.get(questionId)
      const needsMarker = version !== undefined && byHand.has(version.versionId)
      return isQuestionType(type) ? [{ type, scoreHundredths, needsMarker, isReady: version !== undefined }] : []
    }),
    drawRules: rules.map((rule) => drawRuleOf(rule, pool, byHand)),
    drawViolations: proof.violations,
    reviewers: await selectReviewers(db, companyId, exam.id),
    candidates: {
      ...(await selectCandidateFacts(db, companyId, { ...exam, examId: exam.id })),
      isOpenToEveryone: isByLink(settings.outerParticipationMode),
    },
    hasLink: await hasLivingLink(db, companyId, exam.id, now),
    notices: { usesSms: uses('sms'), usesEmail: uses('mail') },
    viewTime: viewTimeOf(settings),
    settings,
  }
  return { draft, versions, pool }
}

/** `types`: those that somebody has to mark, which is what the check speaks of. */
function drawRuleOf(
  rule: RuleRow,
  pool: readonly PooledQuestion[],
  byHand: ReadonlySet<string>,
): PublishDraft['drawRules'][number] {
  const admitted = pool.filter(({ ruleNumbers }) => ruleNumbers.includes(rule.number))
  const marked = admitted.filter(({ versionId }) => byHand.has(versionId))
  const types = [...new Set(marked.map(({ type }) => type))]
  return {
    label: `规则${rule.number}`,
    count: rule.count,
    scoreHundredths: rule.scoreHundredths,
    types,
    needsMarker: marked.length > 0,
    programmingCount: admitted.filter(({ type }) => type === questionType.programming).length,
  }
}

function firstMessage(findings: readonly PublishFinding[]): string {
  const blocking = findings.filter(({ level }) => level === 'blocking')
  const more = blocking.length > 1 ? `（共 ${blocking.length} 项需要修改）` : ''
  return `${blocking[0]?.message ?? examErrors.checksFailed.text}${more}`
}

function isQuestionType(type: number): type is QuestionType {
  return type >= 1 && type <= 7
}
