/** How courses hear that a followed department or group has changed: marks of triggers and of the news about people, worked off by every worker. */
import { followMarks } from '@kaopei/learning/server'
import { staffChanged } from '@kaopei/org/server'
import { databaseNow, listener } from '@kaopei/server'
import { followAudiences } from './audience.service.ts'
import { findMarkedCourses, markFollowing } from './audience.sql.ts'

export const followMarked = followMarks({
  name: 'course.followAudiences',
  find: findMarkedCourses,
  follow: (db, courseId) => followAudiences(db, { courseId, now: databaseNow() }),
})

/** Somebody disabled, enabled, removed or moved to another department may come or go. */
export const staffChangedListener = listener({
  name: 'course.followStaff',
  event: staffChanged,
  run: (_payload, { transaction }) => transaction(markFollowing),
})
