/** Behind the official news of exams: uses of whoever begins, and whose report is to be looked at. Reports are issued a moment later; what is over is closed. */
import { recordUses } from '@kaopei/platform/server'
import { resultNews } from '@kaopei/result/server'
import { type Backlog, databaseNow, inTransaction, readNews } from '@kaopei/server'
import { graceMs } from '../answering/rater.service.ts'
import { findAssessment, selectOver, selectParts } from './assessment.sql.ts'
import { companiesWithPosts, markByExams, takeMarked, usesOf } from './follow.sql.ts'
import { issuePost } from './issue.service.ts'
import { closeAssessment } from './open.service.ts'

/** Follows the ordered news with a cursor of its own: an attempt pays nothing for its report. */
export const followPostResults = readNews({
  name: 'evaluation.posts',
  feed: resultNews,
  read: async (db, news) => {
    const ofExams = news.filter(({ ownerKind }) => ownerKind === 'exam')
    const begun = ofExams.filter(({ kind }) => kind === 'begun')
    const uses = await usesOf(db, begun)
    if (uses.length > 0) await recordUses(db, uses)
    await markByExams(
      db,
      ofExams.filter(({ kind }) => kind !== 'begun'),
    )
  },
})

const atOnce = 50

export const lookAtPosts: Backlog = {
  name: 'evaluation.postReports',
  everySeconds: 5,
  work: async ({ pool }) => {
    const now = databaseNow()
    const before = new Date(now.getTime() - graceMs)
    const companies = await inTransaction(pool, undefined, (db) => companiesWithPosts(db, before))
    let done = 0
    for (const companyId of companies) {
      done += await inTransaction(pool, companyId, async (db) => {
        const over = await selectOver(db, before)
        for (const id of over) await closeAssessment(db, { id }, { parts: await selectParts(db, [id]), actorId: null, now })
        return over.length
      })
      done += await inTransaction(pool, companyId, async (db) => {
        const marked = await takeMarked(db, atOnce)
        for (const { assessmentId, staffId } of marked) {
          const assessment = await findAssessment(db, assessmentId)
          if (assessment) await issuePost(db, assessment, { staffId, now })
        }
        return marked.length
      })
    }
    return done
  },
}
