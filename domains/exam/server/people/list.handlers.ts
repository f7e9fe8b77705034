import { leftOutOf } from '@kaopei/org/server'
import { type Actor, type DataScope, type Db, type Handlers, implement } from '@kaopei/server'
import { examStatus } from '../../contract/exam-codes.ts'
import { examErrors } from '../../contract/exam-errors.ts'
import { examPeople } from '../../contract/exam-people.ts'
import { lockedExam } from '../exam.service.ts'
import { tellReviewers } from '../notices/to-reviewers.job.ts'
import { examStatusAt } from '../rules/exam-status-at.ts'
import { overrideFrom } from '../rules/override.ts'
import { shownTimes } from '../times/overrides.service.ts'
import { removeCandidates, replaceReviewers } from './list.service.ts'
import { countCandidates, insertCandidates, selectCandidatePage, selectReviewers, selectReviewersBeyond } from './list.sql.ts'
import { admitNewcomers } from './newcomers.service.ts'
import { refuseOutside } from './outside.ts'
import { searchFor, withShownContacts } from './shown-contacts.ts'

const handlers: Handlers<typeof examPeople> = {
  list: async ({ pageIndex, pageSize, examinationId, keyWords, departmentId }, { actor, db, scope }) => {
    const filter = { examId: examinationId, scope, search: searchFor(actor, scope, keyWords), departmentId }
    const page = { filter, limit: pageSize, offset: (pageIndex - 1) * pageSize }
    const rows = await withShownContacts(db, actor, await selectCandidatePage(db, page))
    return {
      dataList: rows.map(({ own, ...row }) => ({ ...row, times: own && shownTimes(overrideFrom(own)) })),
      totalCount: await countCandidates(db, filter),
    }
  },

  add: async ({ examinationId: examId, staffIds, departmentIds, postIds, examIds }, { db, now, scope, fail, record }) => {
    const exam = await lockedExam(db, { id: examId, version: undefined, now })
    if (exam.status === examStatus.cancelled) return fail(examErrors.cancelled)
    if (examStatusAt(exam, now) === examStatus.ended) return fail(examErrors.ended)
    const wish = { examId, staffIds: [...new Set(staffIds)], departmentIds, postIds, examIds, scope }
    const { added, eligible, eligibleChosen, outside } = await insertCandidates(db, wish, now)
    refuseOutside(exam, outside, fail)
    await admitNewcomers(db, exam, { added, now, fail })
    record({ targetId: examId, targetName: exam.name, after: { addedCount: added, staffIds, departmentIds, postIds, examIds } })
    return {
      addedCount: added,
      repeatedCount: eligible - added,
      skippedCount: wish.staffIds.length - eligibleChosen,
    }
  },

  remove: async ({ examinationId: examId, staffIds }, { actor, db, now, scope, fail, record }) => {
    const exam = await lockedExam(db, { id: examId, version: undefined, now })
    const { seen, removed } = await removeCandidates(db, { companyId: actor.companyId, examId, scope, fail }, staffIds)
    record({ targetId: examId, targetName: exam.name, before: { staffIds: removed } })
    const left = await leftOutOf(db, { asked: staffIds, seen, done: removed, why: () => '不在考生名单中' })
    return { removedCount: removed.length, leftOut: left }
  },

  listReviewers: ({ examinationId }, { actor, db, scope }) => shownReviewers(db, actor, examinationId, scope),

  saveReviewers: async ({ examinationId: examId, reviewStaffIds }, { actor, db, now, scope, fail, record }) => {
    const { companyId } = actor
    const exam = await lockedExam(db, { id: examId, version: undefined, now })
    if (exam.status === examStatus.cancelled) return fail(examErrors.cancelled)
    const before = await selectReviewers(db, examId)
    await replaceReviewers(db, { companyId, examId, scope, now, fail }, reviewStaffIds)
    await tellReviewers(db, examId)
    const after = await selectReviewers(db, examId)
    const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)
    record({ targetId: examId, targetName: exam.name, before: namesOf(before), after: namesOf(after) })
    return shownReviewers(db, actor, examId, scope)
  },
}

async function shownReviewers(db: Db, actor: Actor, examId: string, scope: DataScope) {
  const all = await selectReviewers(db, examId)
  const unseen = new Set(await selectReviewersBeyond(db, { examId, scope }))
  const seen = await withShownContacts(
    db,
    actor,
    all.filter(({ staffId }) => !unseen.has(staffId)),
  )
  const dataList = seen.map(({ phone: _phone, ...row }) => row)
  return { dataList, totalCount: dataList.length, outOfScopeCount: unseen.size }
}

export const examPeopleEndpoints = implement(examPeople, handlers)
