import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, findOne, idsOf, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { certificateStanding, certificateState, eventKinds, proposalState } from '../../contract/codes.ts'

export interface Filter {
  readonly keyWords?: string | undefined
  readonly ruleId?: string | undefined
  readonly templateId?: string | undefined
  readonly standing?: number | undefined
  readonly issuedFrom?: Date | undefined
  /** Before this. */
  readonly issuedUntil?: Date | undefined
  readonly ids?: readonly string[] | undefined
  readonly scope: DataScope
  readonly now: Date
}

const row = z.object({
  id,
  staffId: id,
  number: z.string(),
  holderName: z.string(),
  department: z.string(),
  ruleName: z.string(),
  templateName: z.string(),
  source: z.string(),
  state: certificateState.schema,
  issuedAt: z.date(),
  validUntil: z.date().nullable(),
  isProposed: z.boolean(),
})
export type IssuedRow = z.input<typeof row>

const columns = sql`c.id, c.staff_id as "staffId", c.number, c.holder_name as "holderName", coalesce(c.facts ->> 'department', '') as department,
  r.name as "ruleName", t.name as "templateName", coalesce(c.facts ->> 'source', '') as source, c.state, c.issued_at as "issuedAt",
  c.valid_until as "validUntil",
  exists (select from certificate.proposal p where p.company_id = c.company_id and p.certificate_id = c.id and p.state = ${lit(proposalState.open)}) as "isProposed"`
const from = sql`
  from certificate.certificate c
  join certificate.issue_rule r on r.company_id = c.company_id and r.id = c.rule_id
  join certificate.template t on t.company_id = c.company_id and t.id = c.template_id`
/** The newest act first, within it by number: of one series that is as they were counted, also from 9999 to 10000. */
const listed = sql`c.issued_at desc, length(c.number), c.number`

function matching(db: Db, filter: Filter): RawBuilder<unknown> {
  const { keyWords, ruleId, templateId, standing, issuedFrom, issuedUntil, ids, scope, now } = filter
  const parts = [sql`c.company_id = ${db.companyId}`]
  if (ids) parts.push(sql`c.id = any(${[...ids]}::uuid[])`)
  if (keyWords) parts.push(sql`(strpos(c.holder_name, ${keyWords}) > 0 or strpos(c.number, ${keyWords}) > 0)`)
  if (ruleId) parts.push(sql`c.rule_id = ${ruleId}`)
  if (templateId) parts.push(sql`c.template_id = ${templateId}`)
  if (issuedFrom) parts.push(sql`c.issued_at >= ${issuedFrom}`)
  if (issuedUntil) parts.push(sql`c.issued_at < ${issuedUntil}`)
  if (standing !== undefined) parts.push(standingIs(standing, now))
  if (scope.kind !== 'all') parts.push(sql`c.staff_id in (${scopedStaff(db, scope)})`)
  return sql.join(parts, sql` and `)
}

function standingIs(standing: number, now: Date): RawBuilder<unknown> {
  if (standing === certificateStanding.expired) return sql`c.state = ${lit(certificateState.valid)} and c.valid_until < ${now}`
  if (standing === certificateStanding.valid)
    return sql`c.state = ${lit(certificateState.valid)} and (c.valid_until is null or c.valid_until >= ${now})`
  return sql`c.state = ${standing}`
}

export async function pageOfIssued(
  db: Db,
  filter: Filter,
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
): Promise<{ dataList: IssuedRow[]; totalCount: number }> {
  const dataList = await rowsOf(db, row)`
    select ${columns} ${from} where ${matching(db, filter)}
    order by ${listed}
    limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`
  return { dataList, totalCount: await countIssued(db, filter) }
}

export function countIssued(db: Db, filter: Filter): Promise<number> {
  return countOf(db)`select count(*)::int as count from certificate.certificate c where ${matching(db, filter)}`
}

/** So many after one of them, in the order of the list. */
export function issuedAfter(db: Db, filter: Filter, after: IssuedRow | undefined, limit: number): Promise<IssuedRow[]> {
  const isAfter = after
    ? sql`c.issued_at <= ${after.issuedAt} and (c.issued_at < ${after.issuedAt} or (length(c.number), c.number) > (length(${after.number}::text), ${after.number}::text))`
    : sql`true`
  return rowsOf(db, row)`
    select ${columns} ${from} where ${matching(db, filter)} and ${isAfter}
    order by ${listed}
    limit ${limit}`
}

/** On paper nobody sees that it was revoked or replaced: those are not printed. */
export function selectIdsToPrint(db: Db, filter: Filter, limit: number): Promise<string[]> {
  return idsOf(db)`
    select c.id from certificate.certificate c
    where ${matching(db, filter)} and c.state = ${lit(certificateState.valid)}
    order by ${listed} limit ${limit}`
}

const detailRow = row.extend({
  code: z.string(),
  facts: z.record(z.string(), z.string()),
  sha256: z.string().nullable(),
  photoId: id.nullable(),
  replaces: z.string().nullable(),
  replacedBy: z.string().nullable(),
})

const detailColumns = sql`${columns}, c.code, c.facts, c.photo_id as "photoId",
  (select d.sha256 from certificate.document d where d.company_id = c.company_id and d.certificate_id = c.id) as sha256,
  (select o.number from certificate.certificate o where o.company_id = c.company_id and o.id = c.replaces_id) as replaces,
  (select n.number from certificate.certificate n where n.company_id = c.company_id and n.replaces_id = c.id order by n.id desc limit 1)
    as "replacedBy"`

export function findIssued(db: Db, certificateId: string, scope: DataScope): Promise<z.input<typeof detailRow> | undefined> {
  const seen = scope.kind === 'all' ? sql`true` : sql`c.staff_id in (${scopedStaff(db, scope)})`
  return findOne(db, detailRow)`
    select ${detailColumns} ${from} where c.company_id = ${db.companyId} and c.id = ${certificateId} and ${seen}`
}

const eventRow = z.object({ kind: z.enum(eventKinds), reason: z.string(), byName: z.string(), at: z.date() })

export function selectEvents(db: Db, certificateId: string): Promise<z.input<typeof eventRow>[]> {
  return rowsOf(db, eventRow)`
    select e.kind, e.reason, coalesce(p.name, '') as "byName", e.at
    from certificate.certificate_event e
    left join org.person p on p.company_id = e.company_id and p.id = e.by_id
    where e.company_id = ${db.companyId} and e.certificate_id = ${certificateId}
    order by e.id`
}

/** Of these the ones within a data scope. */
export function seenCertificates(db: Db, ids: readonly string[], scope: DataScope): Promise<string[]> {
  const seen = scope.kind === 'all' ? sql`true` : sql`c.staff_id in (${scopedStaff(db, scope)})`
  return idsOf(db)`
    select c.id from certificate.certificate c
    where c.company_id = ${db.companyId} and c.id = any(${[...ids]}::uuid[]) and ${seen}
    order by c.id`
}
