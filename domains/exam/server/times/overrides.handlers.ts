import { protocolErrors } from '@kaopei/contract'
import { type Handlers, implement } from '@kaopei/server'
import { examStatus } from '../../contract/exam-codes.ts'
import { examErrors } from '../../contract/exam-errors.ts'
import { examOverrides } from '../../contract/exam-overrides.ts'
import { lockedExam } from '../exam.service.ts'
import { findAnyExam } from '../exam.sql.ts'
import { effectiveTimes, extendedClose, extendedLimitMinutes } from '../rules/effective-times.ts'
import { inheritAll, overrideFrom, sourcesOf } from '../rules/override.ts'
import { timeSettingsOf } from './change.ts'
import { removeOverrides, saveOverrides, shownTimes } from './overrides.service.ts'
import { countOverrides, findOpenDue, selectGroupsOf, selectOverridePage, selectPeople } from './overrides.sql.ts'

const handlers: Handlers<typeof examOverrides> = {
  list: async ({ pageIndex, pageSize, examinationId: examId }, { db, scope }) => {
    const page = { examId, scope, limit: pageSize, offset: (pageIndex - 1) * pageSize }
    const rows = await selectOverridePage(db, page)
    return {
      dataList: rows.map(({ stored, ...row }) => ({ ...row, ...shownTimes(overrideFrom(stored)) })),
      totalCount: await countOverrides(db, { examId, scope }),
    }
  },

  ofPerson: async ({ examinationId: examId, staffId }, { db, scope, fail }) => {
    const exam = await findAnyExam(db, examId)
    const [person] = await selectPeople(db, { examId, staffIds: [staffId], scope })
    if (!exam || !person) return fail(protocolErrors.notFound)
    const found = await selectGroupsOf(db, examId, staffId)
    const groups = found.flatMap(({ name, stored }) => (stored ? [{ name, times: overrideFrom(stored) }] : []))
    const own = person.stored && overrideFrom(person.stored)
    const effective = effectiveTimes(
      timeSettingsOf(exam),
      groups.map(({ times }) => times),
      own,
    )
    const { openAt, attemptsAllowed, extraPercent, extraMinutes } = effective
    return {
      ...{ name: person.name, openAt, attemptsAllowed, extraPercent, extraMinutes },
      own: shownTimes(own ?? inheritAll),
      closeAt: extendedClose(effective),
      limitMinutes: extendedLimitMinutes(effective),
      sources: sourcesOf(groups, own),
      dueTime: await findOpenDue(db, examId, staffId),
    }
  },

  save: async ({ examinationId: id, staffIds, groupIds, reason, ...given }, { actor, db, now, scope, fail, record }) => {
    const { companyId, staffId: actorId } = actor
    const exam = await lockedExam(db, { id, version: undefined, which: 'any', now })
    if (exam.status === examStatus.cancelled) return fail(examErrors.cancelled)
    const change = { companyId, exam, staffIds, groupIds, reason, scope, actorId, now, fail }
    const { before, after, changedCount, recomputedCount } = await saveOverrides(db, change, given)
    record({ targetId: id, targetName: exam.name, before, after: { times: after, changedCount, recomputedCount }, reason })
    return { changedCount, recomputedCount }
  },

  remove: async ({ examinationId: id, staffIds, groupIds, reason }, { actor, db, now, scope, fail, record }) => {
    const { companyId, staffId: actorId } = actor
    const exam = await lockedExam(db, { id, version: undefined, which: 'any', now })
    if (exam.status === examStatus.cancelled) return fail(examErrors.cancelled)
    const change = { companyId, exam, staffIds, groupIds, reason, scope, actorId, now, fail }
    const { before, changedCount: removedCount, recomputedCount } = await removeOverrides(db, change)
    record({ targetId: id, targetName: exam.name, before, after: { removedCount, recomputedCount }, reason })
    return { removedCount, recomputedCount }
  },
}

export const examOverrideEndpoints = implement(examOverrides, handlers)
