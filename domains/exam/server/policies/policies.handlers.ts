import { kept, protocolErrors } from '@kaopei/contract'
import { type Db, type Handlers, implement } from '@kaopei/server'
import { sittingErrors } from '@kaopei/sitting/contract/errors'
import { changeTerms, rulesShown, sheetToLookAt } from '@kaopei/sitting/server'
import { type CandidatePolicy, examPolicies, givenPolicy, halfBreaks, hasSoundBreaks } from '../../contract/candidate-policy.ts'
import { examStatus } from '../../contract/exam-codes.ts'
import { examErrors } from '../../contract/exam-errors.ts'
import { examSettings } from '../../contract/exam-settings.ts'
import { entryOf } from '../entry.ts'
import { lockedExam } from '../exam.service.ts'
import type { ExamRow } from '../exam.sql.ts'
import { effectivePolicy } from '../rules/candidate-policy.ts'
import { lockTimes } from '../times/change.sql.ts'
import { timesOfCandidate } from '../times/change.ts'
import { selectPeople } from '../times/overrides.sql.ts'
import { examOwner } from '../times/terms.ts'
import { factsOf, termsOfCandidate, wouldBeginAt } from './as-candidate.ts'
import {
  countPolicies,
  deletePolicies,
  keepCameraLeaves,
  selectPolicies,
  selectPolicyPage,
  upsertPolicies,
} from './policy.sql.ts'

const handlers: Handlers<typeof examPolicies> = {
  list: async ({ examinationId: examId, staffIds, pageIndex, pageSize }, { db, scope }) => {
    const whom = { examId, scope, staffIds }
    const dataList = await selectPolicyPage(db, { ...whom, limit: pageSize, offset: (pageIndex - 1) * pageSize })
    return { dataList, totalCount: await countPolicies(db, whom) }
  },

  save: async ({ examinationId: examId, staffIds, reason, ...said }, { actor, db, now, scope, fail, record }) => {
    const exam = await lockedExam(db, { id: examId, version: undefined, which: 'any', now })
    if (exam.status === examStatus.cancelled) return fail(examErrors.cancelled)
    if (staffIds.includes(actor.staffId)) return fail(examErrors.ownTimes)
    const people = await selectPeople(db, { examId, staffIds, scope })
    if (people.length < new Set(staffIds).size) return fail(examErrors.unknownStaff)
    const wanted = await wantedPolicies(db, { examId, staffIds: [...new Set(staffIds)] }, said)
    if (wanted.some(({ policy }) => !hasSoundBreaks(policy)))
      return fail(protocolErrors.invalid, {
        text: halfBreaks.error,
        data: { fields: [{ path: 'breakMinutes', message: halfBreaks.error }] },
      })
    for (const one of wanted) await upsertPolicies(db, { ...one, examId, reason, actorId: actor.staffId, now })
    await keepCameraLeaves(db, { examId, staffIds, actorId: actor.staffId, now })
    await applyPolicies(db, exam, { staffIds, actorId: actor.staffId, now })
    const names = people.map(({ name }) => name)
    record({ targetId: examId, targetName: exam.name, after: { candidates: names, ...said }, reason })
    return { changedCount: people.length }
  },

  remove: async ({ examinationId: examId, staffIds, reason }, { actor, db, now, scope, fail, record }) => {
    const exam = await lockedExam(db, { id: examId, version: undefined, which: 'any', now })
    if (exam.status === examStatus.cancelled) return fail(examErrors.cancelled)
    if (staffIds.includes(actor.staffId)) return fail(examErrors.ownTimes)
    const people = await selectPeople(db, { examId, staffIds, scope })
    if (people.length < new Set(staffIds).size) return fail(examErrors.unknownStaff)
    const changedCount = await deletePolicies(db, examId, staffIds)
    await keepCameraLeaves(db, { examId, staffIds, actorId: actor.staffId, now })
    await applyPolicies(db, exam, { staffIds, actorId: actor.staffId, now })
    record({ targetId: examId, targetName: exam.name, after: { candidates: people.map(({ name }) => name) }, reason })
    return { changedCount }
  },

  asCandidate: async ({ examinationId: examId, staffId }, { db, now, scope, fail }) => {
    const found = await termsOfCandidate(db, { examId, staffId, scope })
    if (!found) return fail(protocolErrors.notFound)
    const { name, entry, settings, times, terms, captureLabels } = found
    const admission = entryOf(entry, settings, now)
    return {
      ...{ name, captureLabels, comfort: terms.comfort, limitMinutes: terms.limitMinutes },
      ...{ openAt: times.openAt, closeAt: terms.closeAt },
      rules: rulesShown(terms),
      needsSafeBrowser: Object.keys(terms.safeKeys).length > 0,
      refusal: admission.allowed ? null : admission.message,
    }
  },

  sheetAsCandidate: async ({ examinationId: examId, staffId }, { actor, db, now, scope, services, fail }) => {
    const found = await termsOfCandidate(db, { examId, staffId, scope })
    if (!found) return fail(protocolErrors.notFound)
    const { name: personName, entry, settings, times, terms } = found
    const sheet = await sheetToLookAt(
      { db, now, services },
      {
        ...{ personName, terms, viewerId: actor.staffId, owner: examOwner(examId) },
        paper: { id: entry.paperId, order: settings },
        beginsAt: wouldBeginAt(times, now),
      },
    )
    return sheet ? { sheet, facts: factsOf(found) } : fail(sittingErrors.noPaper)
  },
}

export const examPolicyEndpoints = implement(examPolicies, handlers)

/** What is to hold for each of them, those of the same together. */
async function wantedPolicies(
  db: Db,
  { examId, staffIds }: { readonly examId: string; readonly staffIds: readonly string[] },
  said: Partial<CandidatePolicy>,
) {
  const standing = new Map((await selectPolicies(db, examId, staffIds)).map(({ staffId, ...policy }) => [staffId, policy]))
  const wanted = staffIds.map((staffId) => ({ staffId, policy: kept(givenPolicy.shape, said, standing.get(staffId)) }))
  const alike = Map.groupBy(wanted, ({ policy }) => JSON.stringify(policy))
  return [...alike.values()].flatMap((those) => {
    const [first] = those
    return first ? [{ policy: first.policy, staffIds: those.map(({ staffId }) => staffId) }] : []
  })
}

/** Open and closed attempts of these people get what holds for them now; without `staffIds` those of everybody for whom something is arranged. */
export async function applyPolicies(
  db: Db,
  exam: Pick<ExamRow, 'id' | 'openAt' | 'closeAt' | 'limitMinutes' | 'settings'>,
  { staffIds, actorId, now }: { staffIds?: readonly string[]; actorId: string | null; now: Date },
): Promise<void> {
  const settings = examSettings.parse(exam.settings)
  const times = timesOfCandidate(exam, null)
  const policies = await selectPolicies(db, exam.id, staffIds)
  const known = new Map(policies.map(({ staffId, ...policy }) => [staffId, policy]))
  await lockTimes(db, exam.id)
  const alike = Map.groupBy(staffIds ?? [...known.keys()], (staffId) =>
    JSON.stringify(effectivePolicy(settings, times, known.get(staffId) ?? null).rules),
  )
  for (const those of alike.values()) {
    const [first = ''] = those
    const { rules } = effectivePolicy(settings, times, known.get(first) ?? null)
    await changeTerms(db, { owner: examOwner(exam.id), staffIds: those, now, actorId, rules })
  }
}
