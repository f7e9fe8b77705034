/** Behind the official news of exams: uses of whoever begins, and whose report is to be looked at. Reports are issued a moment later; what is over is closed. */
import { recordUses } from '@kaopei/platform/server'
import { resultNews } from '@kaopei/result/server'
import { type Backlog, type Db, databaseNow, inTransaction, type RawServices, readNews, Troubles } from '@kaopei/server'
import { appointmentStatus } from '../../contract/codes.ts'
import { graceMs } from '../answering/rater.service.ts'
import { findAssessment, selectOver, selectParts } from './assessment.sql.ts'
import { companiesWithPosts, markByExams, selectMarked, takeMark, usesOf } from './follow.sql.ts'
import { issuePost, issuingOf } from './issue.service.ts'
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
const troubles = new Troubles('evaluation.postReports')

export const lookAtPosts: Backlog = {
  name: 'evaluation.postReports',
  everySeconds: 5,
  work: async (services) => {
    const now = databaseNow()
    const before = new Date(now.getTime() - graceMs)
    const companies = await inTransaction(services.pool, undefined, (db) => companiesWithPosts(db, before))
    let done = 0
    for (const companyId of companies)
      done += (await troubles.guard(services, { companyId }, () => lookAtCompany(services, companyId, { before, now }))) ?? 0
    return done
  },
}

async function lookAtCompany(
  services: RawServices,
  companyId: string,
  { before, now }: { before: Date; now: Date },
): Promise<number> {
  const inCompany = <T>(work: (db: Db) => Promise<T>) => inTransaction(services.pool, companyId, work)
  const over = await inCompany((db) => selectOver(db, before, atOnce + troubles.size))
  const closed = await troubles.each(
    services,
    over.map((id) => ({ companyId, id })),
    (db, { id }) => closeOver(db, id, { before, now }),
  )
  const marked = await inCompany((db) => selectMarked(db, atOnce + troubles.size))
  let issued = 0
  for (const [assessmentId, people] of Map.groupBy(marked, (one) => one.assessmentId)) {
    const issuing = await inCompany((db) => issuingOf(db, assessmentId))
    issued += await troubles.each(
      services,
      people.map(({ staffId }) => ({ companyId, id: `${assessmentId}:${staffId}`, staffId })),
      async (db, { staffId }) => {
        // The mark goes with the report: what changes from now on marks them again.
        if (!(await takeMark(db, { assessmentId, staffId }))) return false
        if (issuing) await issuePost(db, issuing, { staffId, now })
        return true
      },
    )
  }
  return closed + issued
}

async function closeOver(db: Db, id: string, { before, now }: { before: Date; now: Date }): Promise<boolean> {
  const found = await findAssessment(db, id, 'update')
  if (found?.status !== appointmentStatus.open || found.endAt === null || found.endAt >= before) return false
  await closeAssessment(db, found, { parts: await selectParts(db, [id]), actorId: null, now })
  return true
}
