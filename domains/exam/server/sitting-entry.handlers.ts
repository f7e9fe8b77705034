import { missingInfo } from '@kaopei/collect/server'
import { protocolErrors } from '@kaopei/contract'
import { layOutPaper } from '@kaopei/paper/server'
import { contentsOf } from '@kaopei/question/server'
import type { Actor, Db, Fail, Handlers, RequestFacts, Services } from '@kaopei/server'
import { type ExamSettings, isSimulation } from '../contract/exam-settings.ts'
import type { sitting } from '../contract/sitting.ts'
import { sittingErrors } from '../contract/sitting-errors.ts'
import { insertOneFollowed } from './exam-group.sql.ts'
import { attemptStateLabels, isClosed, isUnderWay } from './rules/attempt-transition.ts'
import { dueAt, extendedClose, extendedLimitMinutes, isOverdue } from './rules/deadline.ts'
import { examStatusAt } from './rules/exam-status-at.ts'
import { isExamPassword } from './rules/is-exam-password.ts'
import { type AttemptRow, findOwnAttempt, insertAttempt, lockAttempt, selectItems, updateLease } from './sitting-attempt.sql.ts'
import { type EntryRow, findEntry, listEntries, updateConfirmedNotice } from './sitting-entry.sql.ts'
import { entryOf, noticeOf, settingsOf, timesOf } from './sitting-entry.ts'
import { newAttemptId } from './sitting-id.ts'
import { freshItems, rulesOfSitting, type SheetAnswer, sheetOf } from './sitting-sheet.ts'

type EntryHandlers = Pick<Handlers<typeof sitting>, 'myExams' | 'notice' | 'confirmNotice' | 'start' | 'resume' | 'takeOver'>

const mostExams = 200

export const entryHandlers: EntryHandlers = {
  myExams: async (_input, { actor, db, now }) => {
    const entries = await listEntries(db, actor.staffId, mostExams)
    const dataList = entries.map((entry) => myExamOf(entry, now))
    return { serverTime: now, dataList, totalCount: dataList.length }
  },

  notice: async ({ examId }, { actor, db, fail }) => {
    const entry = await findEntry(db, examId, actor.staffId)
    if (!entry?.candidate || entry.publishedAt === null) return fail(protocolErrors.notFound)
    const settings = settingsOf(entry)
    const notice = noticeOf(entry, settings)
    const { confirmedNoticeHash, confirmedNoticeAt } = entry.candidate
    return {
      ...notice,
      examId,
      name: entry.name,
      isSimulation: isSimulation(settings),
      confirmedAt: confirmedNoticeHash === notice.hash ? confirmedNoticeAt : null,
      needsPassword: settings.password !== '',
      missingInfo: await missingOf(db, actor, entry),
      rules: rulesOfSitting(settings),
    }
  },

  confirmNotice: async ({ examId, hash }, { actor, db, now, fail, record }) => {
    const entry = await findEntry(db, examId, actor.staffId)
    if (!entry?.candidate || entry.publishedAt === null) return fail(protocolErrors.notFound)
    if (noticeOf(entry, settingsOf(entry)).hash !== hash) return fail(sittingErrors.noticeNotConfirmed)
    if (!entry.candidate.isOnList) await insertOneFollowed(db, { examId, staffId: actor.staffId, now })
    await updateConfirmedNotice(db, { examId, staffId: actor.staffId, hash, now })
    record({ targetId: examId, targetName: entry.name, after: { hash } })
    return { confirmedAt: now }
  },

  start: async ({ examId, device, password }, context) => {
    const { actor, db, now, fail } = context
    const caller: Caller = { ...context, device }
    const entry = await findEntry(db, examId, actor.staffId)
    if (!entry) return fail(protocolErrors.notFound)
    const settings = settingsOf(entry)
    const admission = entryOf(entry, settings, now)
    if (!admission.allowed)
      return fail(sittingErrors.mayNotEnter, { text: admission.message, data: { refusal: admission.refusal } })
    if (admission.resumes !== null) return openSheet(caller, entry, settings, admission.resumes)
    if (noticeOf(entry, settings).hash !== entry.candidate?.confirmedNoticeHash) return fail(sittingErrors.noticeNotConfirmed)
    const missing = await missingOf(db, actor, entry)
    if (missing.length > 0) return fail(sittingErrors.infoMissing, { text: `进入考试前请先填写：${missing.join('、')}` })
    if (settings.password !== '') {
      await context.limitRate(`exam-password:${actor.staffId}`, 10, 600)
      if (!isExamPassword(settings.password, password ?? '')) return fail(sittingErrors.wrongPassword)
    }
    return begin(caller, entry, settings, fail)
  },

  resume: async ({ attemptId, device }, context) => {
    const { fail } = context
    const caller: Caller = { ...context, device }
    const { entry, settings } = await ownExam(caller, attemptId, fail)
    return openSheet(caller, entry, settings, attemptId)
  },

  takeOver: async ({ attemptId, device }, context) => {
    const { actor, db, now, request, fail } = context
    const caller: Caller = { ...context, device }
    const { entry, settings } = await ownExam(caller, attemptId, fail)
    await lockAttempt(db, attemptId)
    const attempt = await findOwnAttempt(db, attemptId, actor.staffId)
    if (!attempt || !isUnderWay(attempt.state)) return fail(sittingErrors.mayNotEnter, { text: '试卷已提交，不能再作答' })
    if (attempt.leaseDevice !== device) {
      const { staffId, sessionId } = actor
      const { ip, userAgent } = request
      await updateLease(db, attempt, { device, sessionId, ip, userAgent, staffId, now })
    }
    return openSheet(caller, entry, settings, attemptId)
  },
}

/** What the exam collects and does not know yet; only outside candidates are asked. */
async function missingOf(db: Db, { staffId }: Actor, { examId, candidate }: EntryRow): Promise<string[]> {
  return candidate?.isOutside ? missingInfo(db, { examId, staffId }) : []
}

interface Caller {
  readonly actor: Actor
  readonly db: Db
  readonly now: Date
  readonly request: RequestFacts
  readonly services: Services
  readonly device: string
}

type EntryFailure = typeof sittingErrors.mayNotEnter | typeof sittingErrors.noPaper | typeof protocolErrors.notFound

/** Makes the attempt. Whoever presses twice, or in two tabs at once, gets the one that was made first. */
async function begin(caller: Caller, entry: EntryRow, settings: ExamSettings, fail: Fail<EntryFailure>): Promise<SheetAnswer> {
  const { actor, db, now, request, services, device } = caller
  if (entry.publishedAt === null) return fail(sittingErrors.mayNotEnter)
  const id = newAttemptId(now)
  const { companyId } = actor
  const paper = await layOutPaper(db, { companyId, paperId: entry.paperId }, { attemptId: id, order: settings })
  if (!paper) return fail(sittingErrors.noPaper)
  const attempt = {
    id,
    examId: entry.examId,
    staffId: actor.staffId,
    number: Math.max(0, ...entry.attempts.map(({ number }) => number)) + 1,
    state: 'in_progress' as const,
    startedAt: now,
    due: dueAt(timesOf(entry), { startedAt: now }),
    graceSeconds: settings.graceSeconds,
    isLinear: !settings.permitSkipBack,
    absenceLimit: settings.switchScreenNumberLimit,
    absences: 0,
    leaseEpoch: 1,
    leaseDevice: device,
    maxScoreHundredths: paper.reduce((sum, { scoreHundredths }) => sum + scoreHundredths, 0),
  }
  const { ip, userAgent } = request
  const seen = { version: entry.version, own: entry.candidate?.own ?? null }
  const row = { ...attempt, device, sessionId: actor.sessionId, ip, userAgent, seen }
  if (await insertAttempt(db, row, paper)) {
    const contents = new Map(paper.map(({ versionId, content }) => [versionId, content]))
    const items = freshItems(paper)
    return sheetOf({
      entry,
      settings,
      attempt,
      items,
      contents,
      device,
      now,
      companyId: actor.companyId,
      secret: services.secret,
    })
  }
  const again = await findEntry(db, entry.examId, actor.staffId)
  if (!again) return fail(sittingErrors.mayNotEnter)
  const made = again.attempts.find(({ state }) => isUnderWay(state))
  if (made) return openSheet(caller, again, settings, made.id)
  return beginByNewTimes(caller, { before: entry, again }, fail)
}

/** The organiser changed the exam while the attempt was being made: whoever may still enter begins by what holds now. */
async function beginByNewTimes(
  caller: Caller,
  { before, again }: { before: EntryRow; again: EntryRow },
  fail: Fail<EntryFailure>,
): Promise<SheetAnswer> {
  const settings = settingsOf(again)
  const admission = entryOf(again, settings, caller.now)
  if (!admission.allowed)
    return fail(sittingErrors.mayNotEnter, { text: admission.message, data: { refusal: admission.refusal } })
  const isSame = before.version === again.version && ownOf(before) === ownOf(again)
  return isSame ? fail(sittingErrors.mayNotEnter) : begin(caller, again, settings, fail)
}

function ownOf({ candidate }: EntryRow): string {
  return JSON.stringify(candidate?.own ?? null)
}

/** The sheet of an attempt that exists: the same paper, the stored answers, the time that is left. */
async function openSheet(caller: Caller, entry: EntryRow, settings: ExamSettings, attemptId: string): Promise<SheetAnswer> {
  const { actor, db, now, services, device } = caller
  const { companyId, staffId } = actor
  const attempt = await findOwnAttempt(db, attemptId, staffId)
  if (!attempt) throw new Error(`attempt ${attemptId} vanished`)
  const items = await selectItems(db, attemptId)
  const contents = await contentsOf(
    db,
    items.map(({ questionVersionId }) => questionVersionId),
  )
  return sheetOf({ entry, settings, attempt, items, contents, device, now, companyId, secret: services.secret })
}

/** The exam of the caller's own attempt, which must still be open: a paper is shown to nobody else, and not after it was handed in. */
async function ownExam(
  { actor, db, now }: Caller,
  attemptId: string,
  fail: Fail<Exclude<EntryFailure, typeof sittingErrors.noPaper>>,
): Promise<{ entry: EntryRow; settings: ExamSettings }> {
  const attempt = await findOwnAttempt(db, attemptId, actor.staffId)
  const entry = attempt && (await findEntry(db, attempt.examId, actor.staffId))
  if (!attempt || !entry) return fail(protocolErrors.notFound)
  const refusal = refusalToResume(attempt, now)
  if (refusal) return fail(sittingErrors.mayNotEnter, refusal)
  return { entry, settings: settingsOf(entry) }
}

/**
 * Wherever an answer is still saved the sheet opens: within the grace, and in the minutes that a cancelled exam leaves for the hand-in. What
 * waits on the device can be sent, and a reload costs nothing.
 */
function refusalToResume(attempt: AttemptRow, now: Date): { text: string; data: unknown } | undefined {
  if (isClosed(attempt.state)) return { text: '试卷已提交，不能再作答', data: { refusal: 'closed', attemptId: attempt.id } }
  if (isOverdue(now, attempt.due, attempt.graceSeconds))
    return { text: '答题时间已到，系统正在交卷', data: { refusal: 'timeIsUp', attemptId: attempt.id } }
  return undefined
}

function myExamOf(entry: EntryRow, now: Date) {
  const settings = settingsOf(entry)
  const times = timesOf(entry)
  const closeAt = extendedClose(times)
  const admission = entryOf(entry, settings, now)
  return {
    examId: entry.examId,
    name: entry.name,
    isSimulation: isSimulation(settings),
    status: examStatusAt({ status: entry.status, openAt: times.openAt, closeAt }, now),
    openAt: times.openAt,
    closeAt,
    limitMinutes: extendedLimitMinutes(times),
    attemptsAllowed: times.attemptsAllowed,
    entry: admission.allowed
      ? { allowed: true, resumes: admission.resumes, message: null }
      : { allowed: false, resumes: null, message: admission.message },
    attempts: entry.attempts.map((attempt) => ({
      attemptId: attempt.id,
      number: attempt.number,
      state: attempt.state,
      stateLabel: attemptStateLabels[attempt.state],
      startedAt: attempt.startedAt,
      due: attempt.due,
      submittedAt: attempt.submittedAt,
      mayViewResult: isClosed(attempt.state),
    })),
  }
}
