import type { Db } from '@kaopei/server'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { clientTarget, logResult, logSource, type operationLogFilter } from '../contract/operation-log.ts'

export type LogFilter = z.output<typeof operationLogFilter>

const mostCounted = 100_000
const columns = [
  'id',
  'at',
  'actor_id',
  'actor_name',
  'impersonator_id',
  'action',
  'target',
  'target_id',
  'target_name',
  'ip',
  'path',
] as const

/** People's names are theirs of today; removed people keep their rows. */
const impersonatorName = sql<string | null>`(
  select p.name from org.staff p where p.company_id = l.company_id and p.id = l.impersonator_id)`.as('impersonator_name')

/** Newest first: ids are born in the order of time. Counted first, because a search for what is not there reads the whole log, once is enough. */
export async function pageOfLog(db: Db, companyId: string, filter: LogFilter & { pageIndex: number; pageSize: number }) {
  const where = conditions(companyId, filter)
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from kit.operation_log l where ${where} limit ${mostCounted}) counted`.execute(db)
  const totalCount = counts[0]?.count ?? 0
  const limit = totalCount === 0 ? 0 : filter.pageSize
  const rows = await db
    .selectFrom('kit.operation_log as l')
    .select([...columns, impersonatorName])
    .where(where)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((filter.pageIndex - 1) * filter.pageSize)
    .execute()
  return { rows, totalCount }
}

export type LogRow = Awaited<ReturnType<typeof pageOfLog>>['rows'][number]

export function findLogRow(db: Db, companyId: string, id: string) {
  return db
    .selectFrom('kit.operation_log as l')
    .select([...columns, impersonatorName, 'reason', 'user_agent', 'request_id', 'before', 'after'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** All rows that the filter admits, newest first, through a cursor. */
export function streamLog(db: Db, companyId: string, filter: LogFilter) {
  return db
    .selectFrom('kit.operation_log as l')
    .select([...columns, impersonatorName, 'reason', 'request_id', 'before', 'after'])
    .where(conditions(companyId, filter))
    .orderBy('id', 'desc')
    .stream(500)
}

function conditions(companyId: string, filter: LogFilter): RawBuilder<SqlBool> {
  const { keyWords, actorId, operation, target, targetId, source, result, isImpersonated, beginTime, endTime } = filter
  const zone = sql`(select time_zone from platform.company where id = ${companyId})`
  const parts = [sql<SqlBool>`l.company_id = ${companyId}`]
  if (actorId) parts.push(sql`l.actor_id = ${actorId}`)
  if (operation) parts.push(sql`l.path = ${operation}`)
  if (target) parts.push(sql`l.target = ${target}`)
  if (targetId) parts.push(sql`l.target_id = ${targetId}`)
  if (source !== undefined)
    parts.push(source === logSource.client ? sql`l.target = ${clientTarget}` : sql`l.target <> ${clientTarget}`)
  if (result !== undefined)
    parts.push(result === logResult.refused ? sql`l.action like '%Failed'` : sql`l.action not like '%Failed'`)
  if (isImpersonated !== undefined)
    parts.push(isImpersonated ? sql`l.impersonator_id is not null` : sql`l.impersonator_id is null`)
  if (beginTime) parts.push(sql`l.id >= platform.first_id_at(${beginTime}::date::timestamp at time zone ${zone})`)
  if (endTime) parts.push(sql`l.id < platform.first_id_at((${endTime}::date + 1)::timestamp at time zone ${zone})`)
  if (keyWords) {
    parts.push(sql`(strpos(lower(l.actor_name), lower(${keyWords})) > 0 or strpos(lower(l.target_name), lower(${keyWords})) > 0)`)
  }
  return sql.join<SqlBool>(parts, sql` and `)
}
