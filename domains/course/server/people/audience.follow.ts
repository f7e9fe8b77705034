/** How courses hear that a followed department or group has changed: marks of triggers and of the news about people, worked off by every worker. */
import { staffChanged } from '@kaopei/org/server'
import { type Backlog, databaseNow, inTransaction, listener } from '@kaopei/server'
import { followAudiences } from './audience.service.ts'
import { findMarkedCourses, markFollowing } from './audience.sql.ts'

const atOnce = 50
const pauseMs = 60_000

/** Courses that this process could not bring up to date, until when they are left alone. */
const troubles = new Map<string, number>()

export const followMarked: Backlog = {
  name: 'course.followAudiences',
  work: async ({ pool, log }) => {
    const found = await inTransaction(pool, undefined, (db) => findMarkedCourses(db, atOnce + troubles.size))
    let done = 0
    for (const { companyId, courseId } of found) {
      if ((troubles.get(courseId) ?? 0) > Date.now()) continue
      try {
        await inTransaction(pool, companyId, (db) => followAudiences(db, { courseId, now: databaseNow() }))
        troubles.delete(courseId)
        done += 1
      } catch (error) {
        troubles.set(courseId, Date.now() + pauseMs)
        log.error({ err: error, courseId, companyId }, 'a course could not follow its people, trying again later')
      }
    }
    return done
  },
}

/** Somebody disabled, enabled, removed or moved to another department may come or go. */
export const staffChangedListener = listener({
  name: 'course.followStaff',
  event: staffChanged,
  run: (_payload, { transaction }) => transaction(markFollowing),
})
