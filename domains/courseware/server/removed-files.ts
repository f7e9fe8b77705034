/** The files of removed coursewares: a company that deletes its films gets the room back, once nobody learns with them. */
import { expireFiles } from '@kaopei/files/server'
import { type Db, databaseNow, inTransaction, type RawServices, type Sweep, Troubles } from '@kaopei/server'
import { madePurpose } from './conversion/made.ts'
import { askAgain, coverOf, filesDue, filesOf, isInMicroCourse, lockDue, markGone } from './removed-files.sql.ts'
import { neededElsewhere } from './users.ts'

const batch = 200
const troubles = new Troubles('courseware-removed-files')

/** Lets go of what nobody needs; the rest is asked about again some weeks later. Answers of how many coursewares the files went. */
export async function removeUnneededFiles(services: RawServices, now: Date): Promise<number> {
  const due = await inTransaction(services.pool, undefined, (db) => filesDue(db, now, batch + troubles.size))
  return troubles.each(services, due, (db, { id }) => letGo(db, id, now))
}

async function letGo(db: Db, coursewareId: string, now: Date): Promise<boolean> {
  if (!(await lockDue(db, coursewareId, now))) return false
  if ((await isInMicroCourse(db, coursewareId)) || (await neededElsewhere(db, [coursewareId])).has(coursewareId)) {
    await askAgain(db, coursewareId, now)
    return false
  }
  await expireFiles(db, await filesOf(db, coursewareId), now)
  await expireFiles(db, await coverOf(db, coursewareId), now, madePurpose)
  await markGone(db, coursewareId)
  return true
}

export const removedFilesSweep: Sweep = {
  name: 'courseware-removed-files',
  everySeconds: 3600,
  run: async (services) => void (await removeUnneededFiles(services, databaseNow())),
}
