import { missingInfo } from '@kaopei/collect/server'
import { protocolErrors } from '@kaopei/contract'
import { type Actor, type Db, type Fail, type Handlers, implement } from '@kaopei/server'
import { sittingErrors } from '@kaopei/sitting/contract/errors'
import {
  attemptStateLabels,
  comesFromSafeBrowser,
  findOwnAttempt,
  isClosed,
  isUnderWay,
  openAttempt,
  openSheet,
  rulesShown,
  type SheetAnswer,
  type Sitter,
} from '@kaopei/sitting/server'
import { ownPlaces } from '@kaopei/venue/server'
import { captureKind, consentState } from '../contract/capture-consent.ts'
import { entry as entryCalls } from '../contract/entry.ts'
import { entryErrors } from '../contract/entry-errors.ts'
import { type ExamSettings, isSimulation } from '../contract/exam-settings.ts'
import { announceTo } from './announcements/announce.service.ts'
import { countEntries, type EntryRow, findEntry, listEntries, updateConfirmedNotice } from './entry.sql.ts'
import { effectiveOf, entryOf, noticeOf, settingsOf, timesOf } from './entry.ts'
import { findExam } from './exam.sql.ts'
import { holdCandidate, insertConsent, insertNoticeVersion, selectConsents } from './people/consent.sql.ts'
import { consentsOf, missingConsents, recordAnswers } from './people/consent.ts'
import { insertOneFollowed } from './people/group-members.sql.ts'
import { ticketFile } from './rooms/print/tickets.handlers.ts'
import { selectPrinted } from './rooms/seats.sql.ts'
import { extendedClose, extendedLimitMinutes } from './rules/effective-times.ts'
import { examStatusAt } from './rules/exam-status-at.ts'
import { isExamPassword } from './rules/is-exam-password.ts'
import { examKind, examOwner, rulesOf } from './times/terms.ts'
import { startVirtual } from './virtual-start.ts'

const handlers: Handlers<typeof entryCalls> = {
  myExams: async ({ pageIndex, pageSize }, { actor, db, now }) => {
    const offset = (pageIndex - 1) * pageSize
    const entries = await listEntries(db, actor.staffId, { offset, limit: pageSize })
    const isWhole = pageIndex === 1 && entries.length < pageSize
    const ids = entries.map(({ examId }) => examId)
    const places = new Map(
      (await ownPlaces(db, { kind: examKind, ids, staffId: actor.staffId })).map(({ ownerId, ...place }) => [ownerId, place]),
    )
    const dataList = entries.map((entry) => ({ ...myExamOf(entry, now), place: places.get(entry.examId) ?? null }))
    return { serverTime: now, dataList, totalCount: isWhole ? dataList.length : await countEntries(db, actor.staffId) }
  },

  ticket: async ({ examId }, { actor, db, now, services, fail }) => {
    const entry = await findEntry(db, examId, actor.staffId)
    const exam = entry?.candidate && entry.publishedAt !== null ? await findExam(db, examId) : undefined
    const [person] = exam ? await selectPrinted(db, { examId, scope: { kind: 'all' }, staffIds: [actor.staffId] }) : []
    return exam && person ? ticketFile({ db, services, now }, exam, person) : fail(protocolErrors.notFound)
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
      consents: await consentsOf(db, settings, { examId, staffId: actor.staffId, policy: entry.candidate.policy }),
      needsPassword: settings.password !== '',
      ...safeNeedOf(entry),
      missingInfo: await missingOf(db, actor, entry),
      rules: rulesShown({ ...rulesOf(entry, settings), ...effectiveOf(entry, settings).rules }),
    }
  },

  confirmNotice: async ({ examId, hash, consents, device }, { actor, db, now, fail, record }) => {
    const entry = await findEntry(db, examId, actor.staffId)
    if (!entry?.candidate || entry.publishedAt === null) return fail(protocolErrors.notFound)
    const settings = settingsOf(entry)
    const { information, terms, hash: current } = noticeOf(entry, settings)
    if (current !== hash) return fail(entryErrors.noticeNotConfirmed)
    if (!entry.candidate.isOnList) await insertOneFollowed(db, { examId, staffId: actor.staffId, now })
    await updateConfirmedNotice(db, { examId, staffId: actor.staffId, hash, now })
    await insertNoticeVersion(db, { examId, hash, information, terms, now })
    await recordAnswers(db, settings, consents, {
      examId,
      staffId: actor.staffId,
      policy: entry.candidate.policy,
      hash,
      device,
      now,
    })
    record({ targetId: examId, targetName: entry.name, after: { hash } })
    return { confirmedAt: now }
  },

  withdrawConsent: async ({ examId, kind, device }, { actor, db, now, fail, record }) => {
    const { staffId } = actor
    const entry = await findEntry(db, examId, staffId)
    const noticeHash = entry?.candidate?.confirmedNoticeHash
    if (!entry || !noticeHash || !(await holdCandidate(db, { examId, staffId }))) return fail(protocolErrors.notFound)
    const known = await selectConsents(db, { examId, staffId })
    const before = known.find((one) => one.kind === kind)?.state ?? consentState.open
    if (before !== consentState.agreed) return { state: before }
    const said = { noticeHash, device: device ?? null, reason: null, decidedBy: null, now }
    await insertConsent(db, { examId, staffId, kind, state: consentState.withdrawn, ...said })
    record({ targetId: examId, targetName: entry.name, after: { captureKinds: [captureKind.label(kind)] } })
    return { state: consentState.withdrawn }
  },

  start: async ({ examId, device, password }, context) => {
    const { actor, db, now, fail } = context
    const sitter: Sitter = { ...context, device }
    if (actor.confinement) return startVirtual(sitter, { examId, confinement: actor.confinement }, fail)
    const entry = await findEntry(db, examId, actor.staffId)
    if (!entry) return fail(protocolErrors.notFound)
    const settings = settingsOf(entry)
    const admission = entryOf(entry, settings, now)
    if (!admission.allowed)
      return fail(sittingErrors.mayNotEnter, { text: admission.message, data: { refusal: admission.refusal } })
    const asked = { keys: entry.safeKeys, ownerId: examId }
    if (!(await comesFromSafeBrowser(context, entryCalls.start.facts.path, asked)))
      return fail(sittingErrors.notSafe, { data: { ownerId: examId } })
    if (admission.resumes !== null) return goOn(sitter, admission.resumes)
    if (noticeOf(entry, settings).hash !== entry.candidate?.confirmedNoticeHash) return fail(entryErrors.noticeNotConfirmed)
    const missing = await missingOf(db, actor, entry)
    if (missing.length > 0) return fail(entryErrors.infoMissing, { text: `进入考试前请先填写：${missing.join('、')}` })
    const unsaid = await missingConsents(db, settings, { examId, staffId: actor.staffId, policy: entry.candidate.policy })
    if (unsaid.length > 0) {
      const text = `开始考试前须同意监考采集：${unsaid.join('、')}。不同意的，请联系考试组织者或监考人员申请豁免`
      return fail(entryErrors.consentMissing, { text })
    }
    if (settings.password !== '') {
      await context.limitRate(`exam-password:${actor.staffId}`, 10, 600)
      if (!isExamPassword(settings.password, password ?? '')) return fail(entryErrors.wrongPassword)
    }
    return begin(sitter, entry, settings, fail)
  },
}

export const entryEndpoints = implement(entryCalls, handlers)

/** What the exam collects and does not know yet; only outside candidates are asked. */
async function missingOf(db: Db, { staffId }: Actor, { examId, candidate }: EntryRow): Promise<string[]> {
  return candidate?.isOutside ? missingInfo(db, { examId, staffId }) : []
}

type EntryFailure = typeof sittingErrors.mayNotEnter | typeof sittingErrors.noPaper | typeof protocolErrors.notFound

/** Makes the attempt. Whoever presses twice, or in two tabs at once, gets the one that was made first. */
async function begin(sitter: Sitter, entry: EntryRow, settings: ExamSettings, fail: Fail<EntryFailure>): Promise<SheetAnswer> {
  const { actor, db } = sitter
  if (entry.publishedAt === null || entry.candidate === null) return fail(sittingErrors.mayNotEnter)
  const policy = effectiveOf(entry, settings)
  const opened = await openAttempt(sitter, {
    owner: examOwner(entry.examId),
    personName: entry.candidate.name,
    number: Math.max(0, ...entry.attempts.map(({ number }) => number)) + 1,
    paper: { id: entry.paperId, order: settings },
    terms: { ...rulesOf(entry, settings), ...policy.rules, ...policy.terms, safeKeys: entry.safeKeys },
    condition: {
      function: 'exam.may_open',
      seen: { version: entry.version, own: entry.candidate.own, policy: entry.candidate.policy },
    },
  })
  if (opened.outcome === 'opened') {
    await announceTo(db, { examId: entry.examId, staffId: actor.staffId, now: sitter.now })
    return opened.sheet
  }
  if (opened.outcome === 'noPaper') return fail(sittingErrors.noPaper)
  const again = await findEntry(db, entry.examId, actor.staffId)
  if (!again) return fail(sittingErrors.mayNotEnter)
  const made = again.attempts.find(({ state }) => isUnderWay(state))
  return made ? goOn(sitter, made.id) : beginByNewTimes(sitter, { before: entry, again }, fail)
}

/** The organiser changed the exam while the attempt was being made: whoever may still enter begins by what holds now. */
async function beginByNewTimes(
  sitter: Sitter,
  { before, again }: { before: EntryRow; again: EntryRow },
  fail: Fail<EntryFailure>,
): Promise<SheetAnswer> {
  const settings = settingsOf(again)
  const admission = entryOf(again, settings, sitter.now)
  if (!admission.allowed)
    return fail(sittingErrors.mayNotEnter, { text: admission.message, data: { refusal: admission.refusal } })
  const isSame = before.version === again.version && ownOf(before) === ownOf(again)
  return isSame ? fail(sittingErrors.mayNotEnter) : begin(sitter, again, settings, fail)
}

function ownOf({ candidate }: EntryRow): string {
  return JSON.stringify([candidate?.own ?? null, candidate?.policy ?? null])
}

async function goOn(sitter: Sitter, attemptId: string): Promise<SheetAnswer> {
  const { actor, db } = sitter
  const attempt = await findOwnAttempt(db, attemptId, actor.staffId)
  if (!attempt) throw new Error(`attempt ${attemptId} vanished`)
  return openSheet(sitter, attempt)
}

function safeNeedOf({ safeKeys, hasSafeConfig }: EntryRow) {
  return { needsSafeBrowser: Object.keys(safeKeys).length > 0, hasSafeConfig }
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
    needsScreen: settings.permitScreenPhoto || settings.permitScreenRecord,
    ...safeNeedOf(entry),
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
