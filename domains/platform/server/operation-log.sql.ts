import { id } from '@kaopei/contract'
import { personName } from '@kaopei/identity/server'
import { type Db, findOne, rowsOf, TotalCache } from '@kaopei/server'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { clientTarget, logResult, logSource, mostCounted, type operationLogFilter } from '../contract/operation-log.ts'
import { isLookedUp } from './rules/is-looked-up.ts'

export type LogFilter = z.output<typeof operationLogFilter>

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
const impersonatorName = () => personName({ companyId: sql`l.company_id`, id: sql`l.impersonator_id` }).as('impersonator_name')

const totals = new TotalCache()

const logRow = z.object({ id: id.nullable(), total: z.int() })

/**
 * Newest first: ids are born in the order of time. Rows are found and counted in one pass; while pages are turned the total is known, and only as
 * much is read as the page needs.
 */
export async function pageOfLog(db: Db, filter: LogFilter & { pageIndex: number; pageSize: number }) {
  const { pageIndex, pageSize, ...narrowed } = filter
  const key = JSON.stringify(narrowed)
  const startMs = performance.now()
  const known = totals.known(db.companyId, key, startMs)
  if (known === 0) return { rows: [], totalCount: 0 }
  const most = known === undefined ? mostCounted : Math.min(known, pageIndex * pageSize)
  const where = await findingConditions(db, filter, most)
  const found = await rowsOf(db, logRow)`
    with hit as materialized (
      select l.id from kit.operation_log l where ${where} order by l.id desc limit ${most}
    )
    select page.id, counted.total
    from (select count(*)::integer as total from hit) counted
    left join (select hit.id from hit order by hit.id desc limit ${pageSize} offset ${(pageIndex - 1) * pageSize}) page on true
    order by page.id desc`
  const totalCount = known ?? found[0]?.total ?? 0
  const nowMs = performance.now()
  if (known === undefined) totals.keep(db.companyId, key, { total: totalCount, tookMs: nowMs - startMs, nowMs })
  const ids = found.flatMap(({ id }) => (id === null ? [] : [id]))
  return { rows: await rowsOfLog(db, ids), totalCount }
}

const rowsRow = z.object({ rows: z.int().nullable() })

const findingConditionsRow = z.object({
  'QUERY PLAN': z.tuple([
    z.object({
      Plan: z.object({ 'Plan Rows': z.int() }),
    }),
  ]),
})

/** A rare word is looked up by its pieces; for a frequent one the rows that fit otherwise are read until `most` have it. */
async function findingConditions(db: Db, filter: LogFilter, most: number): Promise<RawBuilder<SqlBool>> {
  const { keyWords, ...others } = filter
  const span = await spanOf(db, filter)
  const plainly = conditions(db.companyId, filter, span)
  if (!keyWords) return plainly
  const word = keyWords.toLowerCase()
  const hit = await findOne(db, rowsRow)`select platform.estimate_log_word(${word}) as rows`
  const withWord = hit?.rows
  if (withWord === null || withWord === undefined) return plainly
  const row = await findOne(db, findingConditionsRow)`
    explain (format json) select from kit.operation_log l where ${conditions(db.companyId, others, span)}`
  const otherwise = row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
  if (!isLookedUp({ withWord, otherwise, most })) return plainly
  return sql`${conditions(db.companyId, others, span)}
    and (${isShown(sql`l.actor_name`, word)} or ${isShown(sql`l.target_name`, word)})
    and l.id = any (array(select platform.log_ids_with_word(${word}, ${span.first}, ${span.end})))`
}

function rowsOfLog(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('kit.operation_log as l')
    .select([...columns, impersonatorName()])
    .where('company_id', '=', db.companyId)
    .where(sql<SqlBool>`l.id = any(${[...ids]}::uuid[])`)
    .orderBy('id', 'desc')
    .execute()
}

export type LogRow = Awaited<ReturnType<typeof pageOfLog>>['rows'][number]

export function findLogRow(db: Db, id: string) {
  return db
    .selectFrom('kit.operation_log as l')
    .select([...columns, impersonatorName(), 'reason', 'user_agent', 'request_id', 'before', 'after'])
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** All rows that the filter admits, newest first, through a cursor. */
export async function streamLog(db: Db, filter: LogFilter) {
  const span = await spanOf(db, filter)
  return db
    .selectFrom('kit.operation_log as l')
    .select([...columns, impersonatorName(), 'reason', 'request_id', 'before', 'after'])
    .where(conditions(db.companyId, filter, span))
    .orderBy('id', 'desc')
    .stream(500)
}

function conditions(companyId: string, filter: LogFilter, { first, end }: Span): RawBuilder<SqlBool> {
  const { keyWords, actorId, operation, target, targetId, source, result, isImpersonated } = filter
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
  if (first) parts.push(sql`l.id >= ${first}`)
  if (end) parts.push(sql`l.id < ${end}`)
  if (keyWords) parts.push(sql`(${hasWord(sql`l.actor_name`, keyWords)} or ${hasWord(sql`l.target_name`, keyWords)})`)
  return sql.join<SqlBool>(parts, sql` and `)
}

const spanRow = z.object({ first: z.string().nullable(), end: z.string().nullable() })
type Span = z.output<typeof spanRow>

/** Days, which are those of the company's time zone, as ids: known before the search, so that the planner knows how many rows they are. */
async function spanOf(db: Db, { beginTime, endTime }: LogFilter): Promise<Span> {
  if (!beginTime && !endTime) return { first: null, end: null }
  const row = await findOne(db, spanRow)`
    select platform.first_id_at(${beginTime ?? null}::date::timestamp at time zone time_zone) as first,
      platform.first_id_at((${endTime ?? null}::date + 1)::timestamp at time zone time_zone) as end
    from identity.company
    where id = ${db.companyId}`
  return row ?? { first: null, end: null }
}

/** Without letters of two cases, as most words here are, nothing is turned to lower case: in a million rows that costs more than the search. */
function hasWord(field: RawBuilder<unknown>, word: string): RawBuilder<SqlBool> {
  const lower = word.toLowerCase()
  return lower === word.toUpperCase()
    ? sql<SqlBool>`(strpos(${field}, ${word}) > 0 and ${isShown(field, lower)})`
    : sql<SqlBool>`(strpos(lower(${field}), ${lower}) > 0 and ${isShown(field, lower)})`
}

/** Rows of former versions hold contacts whole: what is found is what is shown. A word without digits and Latin letters is in none. */
function isShown(field: RawBuilder<unknown>, word: string): RawBuilder<SqlBool> {
  return /[!-~]/.test(word) ? sql<SqlBool>`strpos(lower(kit.mask_contacts(${field})), ${word}) > 0` : sql<SqlBool>`true`
}
