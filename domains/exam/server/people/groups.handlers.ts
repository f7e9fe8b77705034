import { type Context, type Fail, type Handlers, implement } from '@kaopei/server'
import { examStatus } from '../../contract/exam-codes.ts'
import { examErrors } from '../../contract/exam-errors.ts'
import { examGroups } from '../../contract/exam-groups.ts'
import { lockedExam } from '../exam.service.ts'
import type { ExamRow } from '../exam.sql.ts'
import { examStatusAt } from '../rules/exam-status-at.ts'
import { attachGroups, detachGroups } from './groups.service.ts'
import { countGroups, selectGroupPage } from './groups.sql.ts'

type Change = Pick<Context<(typeof examGroups)['add']>, 'actor' | 'db' | 'now'> & {
  readonly fail: Fail<(typeof examErrors)['cancelled' | 'ended']>
}

const handlers: Handlers<typeof examGroups> = {
  list: async ({ pageIndex, pageSize, examinationId: examId }, { db, scope }) => ({
    dataList: await selectGroupPage(db, {
      examId,
      scope,
      limit: pageSize,
      offset: (pageIndex - 1) * pageSize,
    }),
    totalCount: await countGroups(db, examId),
  }),

  add: async ({ examinationId, groupIds, mode }, { actor, db, now, scope, fail, record }) => {
    const { companyId, staffId: actorId } = actor
    const exam = await openExam({ actor, db, now, fail }, examinationId)
    const given = { companyId, exam, groupIds, mode, scope, actorId, now, fail }
    const { added, eligible, memberCount, removed, names } = await attachGroups(db, given)
    const after = { groupNames: names, mode, addedCount: added, removedCount: removed }
    record({ targetId: exam.id, targetName: exam.name, after })
    return {
      addedCount: added,
      repeatedCount: eligible - added,
      skippedCount: Math.max(0, memberCount - eligible),
      removedCount: removed,
    }
  },

  remove: async ({ examinationId, groupIds }, { actor, db, now, scope, fail, record }) => {
    const { companyId, staffId: actorId } = actor
    const exam = await openExam({ actor, db, now, fail }, examinationId)
    const { removed, names } = await detachGroups(db, { companyId, exam, groupIds, scope, actorId, now, fail })
    record({ targetId: exam.id, targetName: exam.name, before: { groupNames: names }, after: { removedCount: removed } })
    return { removedCount: removed }
  },
}

/** Locked; with its end or its cancellation the list stands. */
async function openExam({ db, now, fail }: Change, id: string): Promise<ExamRow> {
  const exam = await lockedExam(db, { id, version: undefined, now })
  if (exam.status === examStatus.cancelled) return fail(examErrors.cancelled)
  if (examStatusAt(exam, now) === examStatus.ended) return fail(examErrors.ended)
  return exam
}

export const examGroupEndpoints = implement(examGroups, handlers)
