import { protocolErrors } from '@kaopei/contract'
import { searchFor, withShownContacts } from '@kaopei/exam/server'
import { peopleNamed, seenAmong } from '@kaopei/learning/server'
import { contactSight, leftOutOf, selectedStaff } from '@kaopei/org/server'
import { type Handlers, implement } from '@kaopei/server'
import { sql } from 'kysely'
import { participationMode, practiceStatus } from '../../contract/codes.ts'
import { practiceErrors } from '../../contract/errors.ts'
import { practicePeople } from '../../contract/practice-people.ts'
import { lockedPractice } from '../practices/practice.service.ts'
import { findPractice } from '../practices/practice.sql.ts'
import { practiceStatusAt } from '../rules/practice-status-at.ts'
import { addStaff, countChosen, countStaff, removeStaff, selectStaff } from './staff.sql.ts'

const handlers: Handlers<typeof practicePeople> = {
  staffList: async ({ examinationId, keyWords, departmentId, pageIndex, pageSize }, { actor, db, fail, scope }) => {
    if (!(await findPractice(db, examinationId))) return fail(protocolErrors.notFound)
    const filter = { practiceId: examinationId, scope, departmentId, search: searchFor(actor, scope, keyWords) }
    const rows = await selectStaff(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    return { dataList: await withShownContacts(db, actor, rows), totalCount: await countStaff(db, filter) }
  },

  updateStaff: async ({ examinationId, ...selection }, { actor, db, fail, now, record, scope }) => {
    const practice = await lockedPractice(db, { id: examinationId, version: undefined, scope, now })
    if (practiceStatusAt(practice, now) === practiceStatus.ended) return fail(practiceErrors.ended)
    if (practice.participationMode !== participationMode.chosen) return fail(practiceErrors.notChosen)
    const chosen = selectedStaff(db, scope, selection, { sight: contactSight(actor) })
    const people = sql`select p.id from ${chosen} p`
    const { eligible, repeated } = await addStaff(db, { practiceId: practice.id, people, actorId: actor.staffId, now })
    const addedCount = eligible - repeated
    record({ targetId: practice.id, targetName: practice.name, after: { addedCount, ...selection } })
    const found = await countChosen(db, selection.staffIds, scope)
    return { addedCount, repeatedCount: repeated, skippedCount: new Set(selection.staffIds).size - found }
  },

  deleteStaff: async ({ examinationId, staffId, staffIds }, { db, now, record, scope }) => {
    const practice = await lockedPractice(db, { id: examinationId, version: undefined, scope, now })
    const wanted = staffId ? [...staffIds, staffId] : staffIds
    const seen = await seenAmong(db, wanted, scope)
    const removed = await removeStaff(db, practice.id, peopleNamed(seen))
    record({ targetId: practice.id, targetName: practice.name, before: { staffIds: removed } })
    const left = await leftOutOf(db, { asked: wanted, seen, done: removed, why: () => '不在指定的练习人员中' })
    return { removedCount: removed.length, leftOut: left }
  },
}

export const practicePeopleEndpoints = implement(practicePeople, handlers)
