/** How lists of candidates hear that a followed group has changed: marks of triggers and of the news about people, worked off by every worker. */
import { staffChanged } from '@kaopei/org/server'
import { type Backlog, databaseNow, inTransaction, listener, Troubles } from '@kaopei/server'
import { findMarkedExams, markExamsOf } from './group-marks.sql.ts'
import { followGroups } from './groups.service.ts'

const atOnce = 50
const troubles = new Troubles('exam.followGroups')

export const followMarked: Backlog = {
  name: 'exam.followGroups',
  work: async (services) => {
    const found = await inTransaction(services.pool, undefined, (db) => findMarkedExams(db, atOnce + troubles.size))
    const exams = found.map(({ companyId, examId }) => ({ companyId, id: examId }))
    return troubles.each(services, exams, async (db, { id }) => void (await followGroups(db, { examId: id, now: databaseNow() })))
  },
}

/** Somebody disabled, enabled, removed or moved to another department may come or go by a group without joining or leaving it. */
export const staffChangedListener = listener({
  name: 'exam.followStaff',
  event: staffChanged,
  run: ({ staffIds }, { transaction }) => transaction((db) => markExamsOf(db, staffIds)),
})
