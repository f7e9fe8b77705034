import { isDeepStrictEqual } from 'node:util'
import { keepExamCollection } from '@kaopei/collect/server'
import { cut, protocolErrors } from '@kaopei/contract'
import { copyParts, insertPaper, writePaper } from '@kaopei/paper/server'
import { type Context, type Handlers, hasConsole, implement, mayUse } from '@kaopei/server'
import { type ExamSave, exam, type OuterCollection } from '../contract/exam.ts'
import { examStatus } from '../contract/exam-codes.ts'
import { examErrors } from '../contract/exam-errors.ts'
import { type ExamSettings, examSettings, outerParticipationMode } from '../contract/exam-settings.ts'
import { examManage } from '../contract/menus.ts'
import {
  difference,
  lockedExam,
  readDetail,
  refuseEarlyView,
  refuseFrozen,
  valuesAfter,
  valuesOf,
  withPassScore,
} from './exam.service.ts'
import { copyReviewers, type ExamRow, findExam, insertExam, updateExam, updateExamState } from './exam.sql.ts'
import { countHistory, selectHistory } from './exam-history.sql.ts'
import { shownHistory } from './exam-history.ts'
import { listExams, listPlainExams } from './exam-list.service.ts'
import { previewNotice, refuseTemplates } from './notices/templates.service.ts'
import { examNoticeJob, scheduleNotices } from './notices/to-candidates.job.ts'
import { tellReviewers } from './notices/to-reviewers.job.ts'
import { markExam } from './people/group-marks.sql.ts'
import { copyPeople, followGroups } from './people/groups.service.ts'
import { replaceCandidates, replaceReviewers } from './people/list.service.ts'
import { admitNewcomers } from './people/newcomers.service.ts'
import { hasOutside } from './people/outside.sql.ts'
import { isOpenToOutside, refuseOutside } from './people/outside.ts'
import { applyPolicies } from './policies/policies.handlers.ts'
import { checkPublish, publishExam } from './publishing/publish.service.ts'
import { examStatusAt } from './rules/exam-status-at.ts'
import { copySafe } from './safe-browser/safe-browser.sql.ts'
import { selectLastEnd } from './times/change.sql.ts'
import { recomputeDue } from './times/change.ts'
import { rulesOf } from './times/terms.ts'

type Save = Context<typeof exam.save>

const handlers: Handlers<typeof exam> = {
  list: async ({ pageIndex, pageSize, ...query }, { actor, db, now, scope }) =>
    listExams(db, { companyId: actor.companyId, now, query, pageIndex, pageSize, scope }),

  listSearch: async ({ pageIndex, pageSize, query, quote }, { actor, db, now, fail }) => {
    if (!hasConsole(actor)) return fail(protocolErrors.noPermission)
    const wanted = typeof query === 'string' ? { name: query } : (query ?? {})
    const quotable = [examStatus.notStarted, examStatus.inProgress, examStatus.ended]
    const chosen = quote === 1 && wanted.status === undefined ? { ...wanted, status: quotable } : wanted
    return listPlainExams(db, { companyId: actor.companyId, now, query: chosen, pageIndex, pageSize })
  },

  get: async ({ id }, { db, now, scope }) => readDetail(db, { id, scope, now }),

  save: async (input, context) => {
    const { actor, db, now, fail, scope } = context
    const { companyId } = actor
    const id = input.id === undefined ? await createExam(input, context) : await changeExam(input, input.id, context)
    if (input.reviewStaffIds) await replaceReviewers(db, { companyId, examId: id, scope, now, fail }, input.reviewStaffIds)
    if (input.outerStaffCollection) await keepCollection(input.outerStaffCollection, id, context)
    if (input.staffIds || input.outerStaffIds) await setCandidates(input, id, context)
    await tellReviewers(db, id)
    return readDetail(db, { id, scope, now })
  },

  history: async ({ examinationId: examId, pageIndex, pageSize }, { db, scope }) => {
    const page = { examId, limit: pageSize, offset: (pageIndex - 1) * pageSize }
    return {
      dataList: (await selectHistory(db, page)).map((row) => shownHistory(row, scope)),
      totalCount: await countHistory(db, examId),
    }
  },

  copy: async ({ id, name, withStaff }, { actor, db, now, scope, record }) => {
    const source = await lockedExam(db, { id, version: undefined, now })
    const values = { ...valuesOf(source), name: name ?? `${cut(source.name, 94)}（副本）`, openAt: null, closeAt: null }
    const paperId = await insertPaper(db)
    await copyParts(db, { from: source.paperId, to: paperId })
    const copied = await insertExam(db, { createdBy: actor.staffId, paperId }, values)
    await copyReviewers(db, { from: id, to: copied })
    await copySafe(db, { from: id, to: copied, actorId: actor.staffId, now })
    if (withStaff) await copyPeople(db, { from: id, to: copied, scope, actorId: actor.staffId, now })
    record({ targetId: copied, targetName: values.name, after: { copiedFrom: id } })
    return { id: copied }
  },

  remove: async ({ id }, { db, now, fail, record }) => {
    const before = await lockedExam(db, { id, version: undefined, now })
    if (before.status !== examStatus.draft) return fail(examErrors.notDraft, { text: '只能删除草稿，已发布的考试请取消' })
    await updateExamState(db, id, { status: before.status, removedAt: now }, now)
    record({ targetId: id, targetName: before.name, before: { name: before.name } })
    return {}
  },

  previewNotice: async ({ id, ...wanted }, { actor, db, fail, services }) => {
    const found = await findExam(db, id)
    if (!found) return fail(protocolErrors.notFound)
    return previewNotice(db, services, { companyId: actor.companyId, exam: found, staffName: actor.name, ...wanted, fail })
  },

  checkPublish: async ({ id }, { actor, db, now }) => checkPublish(db, { companyId: actor.companyId, id, now }),

  publish: async ({ id, version, ignoreWarnings }, context) => {
    const { actor, db, now, fail, record, enqueue, scope } = context
    const { companyId } = actor
    const before = await lockedExam(db, { id, version, scope, now })
    await followGroups(db, { examId: id, now })
    const pinned = await publishExam(db, { companyId, exam: before, now, ignoreWarnings, fail })
    if (examSettings.parse(before.settings).notifyPublish)
      await enqueue(examNoticeJob, { examId: id, notice: 'publish' }, { key: `${id}:publish` })
    await scheduleNotices(db, id, now)
    await tellReviewers(db, id)
    record({ targetId: id, targetName: before.name, before: { status: before.status }, after: pinned })
    return readDetail(db, { id, scope, now })
  },

  cancel: async ({ id, version, reason }, { actor, db, now, fail, record, scope }) => {
    const { staffId: actorId } = actor
    const before = await lockedExam(db, { id, version, scope, now })
    if (before.status === examStatus.draft) return fail(examErrors.notPublished)
    if (before.status === examStatus.cancelled) return fail(examErrors.cancelled)
    const lastEnd = await selectLastEnd(db, id)
    if (lastEnd !== null && lastEnd <= now) return fail(examErrors.ended)
    const status = examStatus.cancelled
    await updateExamState(db, id, { status, cancelledAt: now, cancelReason: reason }, now)
    // Whoever sits it has two minutes to hand in; then the server does.
    await recomputeDue(db, { examId: id, exam: before, now, actorId, isEnded: true })
    record({ targetId: id, targetName: before.name, before: { status: before.status }, after: { status }, reason })
    return readDetail(db, { id, scope, now })
  },
}

export const examEndpoints = implement(exam, handlers)

async function createExam(input: ExamSave, { actor, db, now, fail, record, services }: Save): Promise<string> {
  if (!mayUse(actor, examManage.rights.add.code)) return fail(protocolErrors.noPermission)
  const { companyId } = actor
  const values = valuesAfter(input, undefined)
  refuseInverted(values, fail)
  await refuseTemplates(db, services, { companyId, before: undefined, after: values.settings, fail })
  const paperId = await insertPaper(db)
  const id = await insertExam(db, { createdBy: actor.staffId, paperId }, values)
  if (input.questions) {
    const sumScoreHundredths = await writePaper(db, { paperId, fail }, input.questions)
    await updateExam(db, id, withPassScore({ ...values, sumScoreHundredths }), now)
  }
  record({ action: 'create', targetId: id, targetName: values.name, after: { name: values.name } })
  return id
}

async function changeExam(input: ExamSave, id: string, { actor, db, now, fail, record, scope, services }: Save): Promise<string> {
  const { companyId, staffId: actorId } = actor
  const before = await lockedExam(db, { id, version: input.version ?? 0, scope, now })
  refuseOtherStatus(input, before, fail)
  const wanted = valuesAfter(input, before)
  refuseInverted(wanted, fail)
  refuseFrozen(before, wanted, fail)
  refuseEarlyView(before, { isConfirmed: input.confirmsEarlyView === true, after: wanted.settings }, fail)
  await refuseClosing(before, wanted.settings, { db, fail })
  await refuseTemplates(db, services, { companyId, before: examSettings.parse(before.settings), after: wanted.settings, fail })
  if (input.questions && before.status !== examStatus.draft) return fail(examErrors.frozen, { text: '考试已发布，不能修改试题' })
  const sumScoreHundredths = input.questions
    ? await writePaper(db, { paperId: before.paperId, fail }, input.questions)
    : before.sumScoreHundredths
  const after = withPassScore({ ...wanted, sumScoreHundredths })
  await updateExam(db, id, after, now)
  if (before.status === examStatus.published) {
    const rules = rulesOf(after, after.settings)
    const isSame = isDeepStrictEqual(rules, rulesOf(before, examSettings.parse(before.settings)))
    await recomputeDue(db, { examId: id, exam: after, now, actorId, ...(!isSame && { rules }) })
    // What holds for everybody does not undo what is arranged for one.
    if (!isSame) await applyPolicies(db, { id, ...after }, { actorId, now })
    await scheduleNotices(db, id, now)
    // An exam that goes on after its close follows its groups again.
    if (before.closeAt?.getTime() !== after.closeAt?.getTime()) await markExam(db, id)
  }
  record({ targetId: id, targetName: after.name, ...difference(valuesOf(before), after) })
  return id
}

/** What outside candidates are asked for belongs to the collect room; the payload may say it beside everything else. */
async function keepCollection(lists: OuterCollection, id: string, { actor, db, fail, now, record }: Save): Promise<void> {
  const { staffId: by } = actor
  const changed = await keepExamCollection(db, { ...lists, examId: id, by, now }, fail)
  if (changed) record({ targetId: id, targetName: '考试收集信息', ...changed })
}

/** A published exam is not closed to people who are on its list; what asks for a password has one. */
async function refuseClosing(
  before: ExamRow,
  after: ExamSettings,
  { db, fail }: { db: Save['db']; fail: Save['fail'] },
): Promise<void> {
  if (before.status !== examStatus.published) return
  const { byLinkWithPassword, none } = outerParticipationMode
  if (after.outerParticipationMode === byLinkWithPassword && after.password === '') fail(examErrors.passwordNeeded)
  if (after.outerParticipationMode !== none) return
  if (isOpenToOutside(before) && (await hasOutside(db, before.id)))
    fail(examErrors.outsideClosed, { text: '名单中有外部考生，请先移除他们，再改为“不对外开放”' })
}

/** Whoever comes to a published exam this way comes by the rules of every other way: not after its end, as long as there are exams left, and told. */
async function setCandidates({ staffIds, outerStaffIds }: ExamSave, id: string, context: Save): Promise<void> {
  const { actor, db, now, fail, scope } = context
  const { companyId } = actor
  const chosen = { staffIds, outerStaffIds }
  const { added, outside } = await replaceCandidates(db, { companyId, examId: id, scope, now, fail }, chosen)
  if (added === 0) return
  const exam = await lockedExam(db, { id, version: undefined, now })
  refuseOutside(exam, outside, fail)
  if (examStatusAt(exam, now) === examStatus.ended) fail(examErrors.ended)
  await admitNewcomers(db, exam, { added, now, fail })
}

function refuseInverted(values: { openAt: Date | null; closeAt: Date | null }, fail: Save['fail']): void {
  if (values.openAt && values.closeAt && values.closeAt <= values.openAt) fail(examErrors.timesInverted)
}

/** A client that takes a draft for published, or the other way round, has an old picture of it. */
function refuseOtherStatus(input: ExamSave, before: { status: number }, fail: Save['fail']): void {
  if (input.status === undefined || input.status === before.status) return
  if (before.status === examStatus.cancelled) fail(examErrors.cancelled)
  fail(examErrors.frozen, { text: '考试状态已变化，请刷新后重试' })
}
