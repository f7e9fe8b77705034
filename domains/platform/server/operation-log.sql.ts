import { type Db, TotalCache } from '@kaopei/server'
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

const totals = new TotalCache()

/**
 * Newest first: ids are born in the order of time. Rows are found and counted in one pass, because a search for what is rare reads the whole log;
 * while pages are turned the total is known, and only as much is read as the page needs.
 */
export async function pageOfLog(db: Db, companyId: string, filter: LogFilter & { pageIndex: number; pageSize: number }) {
  const { pageIndex, pageSize, ...narrowed } = filter
  const key = JSON.stringify(narrowed)
  const startMs = performance.now()
  const known = totals.known(companyId, key, startMs)
  if (known === 0) return { rows: [], totalCount: 0 }
  const most = known === undefined ? mostCounted : Math.min(known, pageIndex * pageSize)
  const { rows: found } = await sql<{ id: string | null; total: number }>`
    with hit as materialized (
      select l.id from kit.operation_log l where ${conditions(companyId, filter)} order by l.id desc limit ${most}
    )
    select page.id, counted.total
    from (select count(*)::integer as total from hit) counted
    left join (select hit.id from hit order by hit.id desc limit ${pageSize} offset ${(pageIndex - 1) * pageSize}) page on true
    order by page.id desc`.execute(db)
  const totalCount = known ?? found[0]?.total ?? 0
  const nowMs = performance.now()
  if (known === undefined) totals.keep(companyId, key, { total: totalCount, tookMs: nowMs - startMs, nowMs })
  const ids = found.flatMap(({ id }) => (id === null ? [] : [id]))
  return { rows: await rowsOfLog(db, companyId, ids), totalCount }
}

function rowsOfLog(db: Db, companyId: string, ids: readonly string[]) {
  return db
    .selectFrom('kit.operation_log as l')
    .select([...columns, impersonatorName])
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`l.id = any(${[...ids]}::uuid[])`)
    .orderBy('id', 'desc')
    .execute()
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
  if (keyWords) parts.push(sql`(${hasWord(sql`l.actor_name`, keyWords)} or ${hasWord(sql`l.target_name`, keyWords)})`)
  return sql.join<SqlBool>(parts, sql` and `)
}

/** Without letters of two cases, as most words here are, nothing is turned to lower case: in a million rows that costs more than the search. */
function hasWord(field: RawBuilder<unknown>, word: string): RawBuilder<SqlBool> {
  const lower = word.toLowerCase()
  return lower === word.toUpperCase()
    ? sql<SqlBool>`strpos(${field}, ${word}) > 0`
    : sql<SqlBool>`strpos(lower(${field}), ${lower}) > 0`
}
