/** What stands against publishing, and publishing itself: every question is pinned to the version that is ready now. */

import { protocolErrors } from '@kaopei/contract'
import { guardUses } from '@kaopei/platform/server'
import { type QuestionType, questionType } from '@kaopei/question/contract/content'
import { latestReadyVersions, type ReadyVersion, ruleNumbersOf } from '@kaopei/question/server'
import { type Db, type Fail, Failure } from '@kaopei/server'
import { examStatus } from '../contract/exam-codes.ts'
import { examErrors } from '../contract/exam-errors.ts'
import { examNotices, type NoticeChannel, noticeSwitches, templateOf } from '../contract/exam-notices.ts'
import { mostRules } from '../contract/exam-paper.ts'
import { examSettings, isByLink, viewTimeOf } from '../contract/exam-settings.ts'
import { proveRules } from './draw-proof.ts'
import { type ExamRow, findExam, updateExamState } from './exam.sql.ts'
import {
  admittedBy,
  type DrawWish,
  insertPool,
  type KindOfQuestion,
  type PoolRows,
  pinnedPool,
  selectKinds,
} from './exam-draw.sql.ts'
import { type FixedRow, type RuleRow, selectFixed, selectRules } from './exam-paper.sql.ts'
import { selectReviewers } from './exam-people.sql.ts'
import { hasLivingLink } from './outer-link.sql.ts'
import { pinFixed, selectCandidateFacts, selectMarkedByHand } from './publish.sql.ts'
import { mayPublish, type PublishDraft, type PublishFinding, publishChecks } from './rules/publish-checks.ts'

export async function checkPublish(db: Db, { companyId, id, now }: { companyId: string; id: string; now: Date }) {
  const exam = await findExam(db, companyId, id)
  if (!exam) throw new Failure(protocolErrors.notFound)
  const paper = await paperOf(db, companyId, exam.id)
  const { draft } = await prepare(db, { companyId, exam, now, paper, pool: admittedBy(paper.wish) })
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
  const paper = await paperOf(db, companyId, exam.id)
  // Pinned first and proved as it was pinned: whatever changes in the banks meanwhile, the exam can be drawn. A refusal undoes it.
  const isPinned = paper.rules.length > 0 && paper.rules.length <= mostRules
  if (isPinned) await insertPool(db, exam.id, paper.wish)
  const pool = isPinned ? pinnedPool(companyId, exam.id) : admittedBy(paper.wish)
  const { draft, poolCount } = await prepare(db, { companyId, exam, now, paper, pool })
  const findings = publishChecks(draft, now)
  if (!mayPublish(findings)) fail(examErrors.checksFailed, { text: firstMessage(findings), data: { findings } })
  if (findings.length > 0 && !ignoreWarnings) fail(examErrors.warningsUnconfirmed, { data: { findings } })
  await guardUses(db, companyId, 'exam', draft.candidates.count)
  await pinFixed(db, companyId, exam.id, paper.versions)
  await updateExamState(db, companyId, exam.id, { status: examStatus.published, publishedAt: now }, now)
  return {
    status: examStatus.published,
    fixedCount: paper.versions.length,
    poolCount,
    candidateCount: draft.candidates.count,
  }
}

interface Paper {
  readonly fixed: readonly FixedRow[]
  /** What to pin for the fixed questions. */
  readonly versions: readonly ReadyVersion[]
  readonly rules: readonly RuleRow[]
  readonly wish: DrawWish
}

async function paperOf(db: Db, companyId: string, examId: string): Promise<Paper> {
  const fixed = await selectFixed(db, companyId, examId)
  const rules = await selectRules(db, companyId, examId)
  const excludedIds = fixed.map(({ questionId }) => questionId)
  const versions = await latestReadyVersions(db, companyId, excludedIds)
  return { fixed, versions, rules, wish: { companyId, filters: rules.map(({ filter }) => filter), excludedIds } }
}

type Prepared = { draft: PublishDraft; poolCount: number }

type Wish = { companyId: string; exam: ExamRow; now: Date; paper: Paper; pool: PoolRows }

async function prepare(db: Db, { companyId, exam, now, paper, pool }: Wish): Promise<Prepared> {
  const { fixed, rules, versions } = paper
  const proof = await proveRules(db, companyId, { counts: rules.map(({ count }) => count), pool })
  const kinds = rules.length > 0 && proof.isWithin ? await selectKinds(db, companyId, pool) : []
  const versionIds = versions.map(({ versionId }) => versionId)
  const byHand = await selectMarkedByHand(db, companyId, versionIds)
  const settings = examSettings.parse(exam.settings)
  const wanted = examNotices.filter((notice) => settings[noticeSwitches[notice]])
  const uses = (channel: NoticeChannel) => wanted.some((notice) => templateOf(settings, notice, channel) !== 'none')
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
    drawRules: rules.map((rule) => drawRuleOf(rule, kinds)),
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
  return { draft, poolCount: proof.questions }
}

/** `types`: those that somebody has to mark, which is what the check speaks of. */
function drawRuleOf(rule: RuleRow, kinds: readonly KindOfQuestion[]): PublishDraft['drawRules'][number] {
  const admitted = kinds.filter(({ rules }) => ruleNumbersOf(rules).includes(rule.number))
  const marked = admitted.filter(({ needsMarker }) => needsMarker)
  return {
    label: `规则${rule.number}`,
    count: rule.count,
    scoreHundredths: rule.scoreHundredths,
    types: marked.flatMap(({ type }) => (isQuestionType(type) ? [type] : [])),
    needsMarker: marked.length > 0,
    mayBeProgramming: admitted.some(({ type }) => type === questionType.programming),
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
