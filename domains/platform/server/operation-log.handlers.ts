import { maskContacts, protocolErrors } from '@kaopei/contract'
import { startTrackedJob, type TrackedJob } from '@kaopei/jobs/server'
import type { Handlers, Module } from '@kaopei/server'
import type { operationLog, operationLogFilter } from '../contract/operation-log.ts'
import { idsIn } from '../contract/value-words.ts'
import { namesOfIds } from './log-names.sql.ts'
import { conditionsOf, type Readings } from './operation-log.export.ts'
import { findLogRow, type LogRow, pageOfLog } from './operation-log.sql.ts'
import { changedFields } from './rules/changed-fields.ts'
import { operationOf, resultOf, type Summaries, sourceOf } from './rules/log-words.ts'
import { inLabels } from './rules/logged-labels.ts'

export const operationLogHandlers = (
  { summaries, labels, rooms }: Readings & { rooms: readonly Module[] },
  exportJob: TrackedJob<typeof operationLogFilter>,
): Handlers<typeof operationLog> => ({
  list: async (filter, { db }) => {
    const { rows, totalCount } = await pageOfLog(db, filter)
    return { dataList: rows.map((row) => rowOf(row, summaries)), totalCount }
  },
  get: async ({ id }, { db, fail }) => {
    const row = await findLogRow(db, id)
    if (!row) return fail(protocolErrors.notFound)
    const changes = changedFields(row.before, row.after)
    const ids = changes.flatMap(({ before, after }) => [...idsIn(before), ...idsIn(after)])
    return {
      ...rowOf(row, summaries),
      names: await namesOfIds(db, rooms, ids),
      path: row.path,
      reason: row.reason && maskContacts(row.reason),
      userAgent: row.user_agent,
      requestId: row.request_id,
      changes: changes.map((change) => inLabels(change, labels.of(row.path))),
    }
  },
  options: async () => ({ operations: [...summaries].map(([value, label]) => ({ value, label })) }),
  export: async (filter, { actor, db, record }) => {
    const conditions = conditionsOf(filter, summaries)
    const { jobId } = await startTrackedJob(db, actor, exportJob, filter, { conditions })
    record({ targetId: jobId, targetName: '操作日志', after: filter })
    return { jobId }
  },
  /** Who and when are the server's; what happened is the page's word, and marked as that. */
  save: async ({ action, targetId, targetName, content, route }, { actor, limitRate, record }) => {
    await limitRate(`client-log:${actor.staffId}`, 120, 60)
    record({ action, targetId: targetId ?? null, targetName: targetName ?? null, after: { content, route } })
  },
})

/** Contacts are kept masked; rows of former versions are masked here. */
function rowOf(row: LogRow, summaries: Summaries) {
  return {
    id: row.id,
    at: row.at,
    actorId: row.actor_id,
    actorName: maskContacts(row.actor_name),
    impersonatorId: row.impersonator_id,
    impersonatorName: row.impersonator_name,
    action: row.action,
    operation: operationOf(row, summaries),
    target: row.target,
    targetId: row.target_id,
    targetName: row.target_name && maskContacts(row.target_name),
    source: sourceOf(row.target),
    result: resultOf(row.action),
    ip: row.ip,
  }
}
