/** How projects hear that a followed department or group has changed: marks of triggers and of the news about people, worked off by every worker. */
import { followMarks } from '@kaopei/learning/server'
import { staffChanged } from '@kaopei/org/server'
import { databaseNow, listener } from '@kaopei/server'
import { followAudiences } from './audience.service.ts'
import { findMarkedProjects, markFollowing } from './audience.sql.ts'

export const followMarked = followMarks({
  name: 'training.followAudiences',
  find: findMarkedProjects,
  follow: (db, projectId) => followAudiences(db, projectId, databaseNow()),
})

/** Somebody disabled, enabled, removed or moved to another department may come or go. */
export const staffChangedListener = listener({
  name: 'training.followStaff',
  event: staffChanged,
  run: (_payload, { transaction }) => transaction(markFollowing),
})
