import { protocolErrors } from '@kaopei/contract'
import { type Handlers, implement } from '@kaopei/server'
import { captureConsents, consentState } from '../../contract/capture-consent.ts'
import { examStatus } from '../../contract/exam-codes.ts'
import { examErrors } from '../../contract/exam-errors.ts'
import { settingsOf } from '../entry.ts'
import { findAnyExam } from '../exam.sql.ts'
import { findPolicy } from '../policies/policy.sql.ts'
import { reachesExam, reachOf } from '../rooms/reach.ts'
import { mayCapture } from '../rules/candidate-policy.ts'
import { captureKindsOf } from '../rules/capture-kinds.ts'
import { isOverFor } from '../rules/is-over-for.ts'
import { timesOfCandidate } from '../times/change.ts'
import { findCandidate } from './candidate.sql.ts'
import { countConsentCandidates, holdCandidate, insertConsent, selectConsentPage } from './consent.sql.ts'
import { consentsOf } from './consent.ts'

const handlers: Handlers<typeof captureConsents> = {
  list: async ({ examinationId: examId, name, state, pageIndex, pageSize }, { actor, db, now, scope, fail }) => {
    const exam = await findAnyExam(db, examId)
    const reach = reachOf(actor, scope)
    if (!exam || !(await reachesExam(db, reach, examId))) return fail(protocolErrors.notFound)
    const asked = captureKindsOf(settingsOf(exam))
    if (asked.length === 0) return { dataList: [], totalCount: 0 }
    const standing = state === undefined ? undefined : { state, kinds: asked.map(({ kind }) => kind) }
    const whom = { examId, name, scope: reach, standing }
    const rows = await selectConsentPage(db, { ...whom, limit: pageSize, offset: (pageIndex - 1) * pageSize })
    const isCancelled = exam.status === examStatus.cancelled
    const dataList = rows.map(({ consents, isWithoutCamera, own, isUnderWay, ...person }) => ({
      ...person,
      isOver: isOverFor({ isCancelled, times: timesOfCandidate(exam, own), isUnderWay }, now),
      consents: asked
        .filter(({ kind }) => mayCapture(kind, { isWithoutCamera }))
        .map(({ kind }) => {
          const said = consents.find((one) => one.kind === kind)
          return { kind, state: said?.state ?? consentState.open, decidedAt: said ? new Date(said.decidedAt) : null }
        }),
    }))
    return { dataList, totalCount: await countConsentCandidates(db, whom) }
  },

  exempt: async ({ examinationId: examId, staffId, kinds, reason }, { actor, db, now, scope, fail, record }) => {
    if (staffId === actor.staffId) return fail(examErrors.ownExemption)
    const exam = await findAnyExam(db, examId)
    const candidate = await findCandidate(db, { examId, staffId, scope: reachOf(actor, scope) })
    const held = candidate && (await holdCandidate(db, { examId, staffId }))
    if (!exam || !held) return fail(protocolErrors.notFound)
    const isCancelled = exam.status === examStatus.cancelled
    if (isOverFor({ isCancelled, times: timesOfCandidate(exam, candidate.own), ...held }, now))
      return fail(examErrors.overForThem)
    const policy = (await findPolicy(db, examId, staffId)) ?? null
    const before = await consentsOf(db, settingsOf(exam), { examId, staffId, policy })
    const open = before.filter(({ kind, state }) => kinds.includes(kind) && state !== consentState.exempted)
    if (open.length === 0) return fail(examErrors.nothingToExempt)
    const decided = { noticeHash: null, device: null, reason, decidedBy: actor.staffId, now }
    for (const { kind } of open) await insertConsent(db, { examId, staffId, kind, state: consentState.exempted, ...decided })
    const captureKinds = open.map(({ label }) => label)
    record({ targetId: examId, targetName: exam.name, after: { candidate: candidate.name, captureKinds }, reason })
    return { changedCount: open.length }
  },
}

export const captureConsentEndpoints = implement(captureConsents, handlers)
