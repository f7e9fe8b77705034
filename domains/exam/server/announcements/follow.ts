/** Announcements to everybody or to a room reach whoever comes later too: added to the exam, or moved into the room. */
import { databaseNow, inTransaction, type RawServices, type Sweep, Troubles } from '@kaopei/server'
import { selectLastEnd } from '../times/change.sql.ts'
import { followAnnouncements } from './announce.service.ts'
import { findAnnouncing } from './announcement.sql.ts'

const most = 200
const troubles = new Troubles('exam.followAnnouncements')

/** All of them, so many at a time: exams without an end are among them for ever. */
export async function followAll(services: Pick<RawServices, 'pool' | 'log'>, now: Date): Promise<void> {
  for (let after: string | null | undefined = null; after !== undefined; ) after = await followSome(services, { now, after })
}

/** Answers behind which exam there may be more. */
async function followSome(
  services: Pick<RawServices, 'pool' | 'log'>,
  { now, after }: { now: Date; after: string | null },
): Promise<string | undefined> {
  const found = await inTransaction(services.pool, undefined, (db) => findAnnouncing(db, { now, after, most }))
  const exams = found.map(({ companyId, examId }) => ({ companyId, id: examId, examId }))
  await troubles.each(services, exams, async (db, { examId }) => {
    const lastEnd = await selectLastEnd(db, examId)
    if (lastEnd === null || lastEnd > now) await followAnnouncements(db, { examId, now })
  })
  return found.length < most ? undefined : found.at(-1)?.examId
}

export const followAnnouncementsSweep: Sweep = {
  name: 'exam-announcements',
  // Whoever begins is told then: this is for who sits already and was moved.
  everySeconds: 30,
  run: (services) => followAll(services, databaseNow()),
}
