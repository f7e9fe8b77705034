/** How lists of candidates hear that a followed group has changed: marks of triggers and of the news about people, worked off by every worker. */
import { staffChanged } from '@kaopei/org/server'
import { type Backlog, databaseNow, inTransaction, listener } from '@kaopei/server'
import { followGroups } from './groups.service.ts'
import { findMarkedExams, markExamsOf } from './groups.sql.ts'

const atOnce = 50
const pauseMs = 60_000

/** Exams that this process could not bring up to date, until when they are left alone. */
const troubles = new Map<string, number>()

export const followMarked: Backlog = {
  name: 'exam.followGroups',
  work: async ({ pool, log }) => {
    const found = await inTransaction(pool, undefined, (db) => findMarkedExams(db, atOnce + troubles.size))
    let done = 0
    for (const { companyId, examId } of found) {
      if ((troubles.get(examId) ?? 0) > Date.now()) continue
      try {
        await inTransaction(pool, companyId, (db) => followGroups(db, { examId, now: databaseNow() }))
        troubles.delete(examId)
        done += 1
      } catch (error) {
        troubles.set(examId, Date.now() + pauseMs)
        log.error({ err: error, examId, companyId }, 'an exam could not follow its user groups, trying again later')
      }
    }
    return done
  },
}

/** Somebody disabled, enabled, removed or moved to another department may come or go by a group without joining or leaving it. */
export const staffChangedListener = listener({
  name: 'exam.followStaff',
  event: staffChanged,
  run: ({ staffIds }, { transaction }) => transaction((db) => markExamsOf(db, staffIds)),
})
