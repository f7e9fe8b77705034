import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, idsOf, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { certificateState, proposalCauses, proposalState } from '../../contract/codes.ts'
import { storedCondition } from '../../contract/conditions.ts'

export type ProposalCause = (typeof proposalCauses)[number]

const livingRow = z.object({
  id,
  ruleId: id,
  staffId: id,
  sourceId: id,
  minScoreHundredths: z.int().nullable(),
  conditions: z.array(storedCondition),
})
export type Living = z.input<typeof livingRow>

interface Whose {
  readonly sourceId: string
  readonly staffId: string
}

/** Valid certificates that these people have by these exams, courses, projects or scales. */
export function selectLiving(db: Db, kind: string, whose: readonly Whose[]): Promise<Living[]> {
  return rowsOf(db, livingRow)`
    select distinct c.id, c.rule_id as "ruleId", c.staff_id as "staffId", c.source_id as "sourceId", r.min_score_hundredths as "minScoreHundredths",
      r.conditions
    from unnest(${whose.map(({ sourceId }) => sourceId)}::uuid[], ${whose.map(({ staffId }) => staffId)}::uuid[]) as w (source_id, staff_id)
    join certificate.certificate c
      on c.company_id = ${db.companyId} and c.source_id = w.source_id and c.staff_id = w.staff_id and c.state = ${lit(certificateState.valid)}
    join certificate.issue_rule r on r.company_id = c.company_id and r.id = c.rule_id and r.kind = ${kind}`
}

interface NewProposal {
  readonly certificateId: string
  readonly cause: ProposalCause
}

const addedRow = z.object({ id, isNew: z.boolean() })

/** One open proposal for a certificate, with its latest cause; answers the certificates that are newly in the list. */
export async function insertProposals(db: Db, proposals: readonly NewProposal[], now: Date): Promise<string[]> {
  if (proposals.length === 0) return []
  const rows = await rowsOf(db, addedRow)`
    insert into certificate.proposal as p (company_id, certificate_id, cause, created_at)
    select ${db.companyId}, n.id, n.cause, ${now}
    from unnest(${proposals.map(({ certificateId }) => certificateId)}::uuid[], ${proposals.map(({ cause }) => cause)}::text[]) as n (id, cause)
    on conflict (company_id, certificate_id) where state = ${lit(proposalState.open)} do update set cause = excluded.cause
    returning p.certificate_id as id, p.xmax = 0 as "isNew"`
  return rows.flatMap((row) => (row.isNew ? [row.id] : []))
}

interface Closing {
  readonly certificateIds: readonly string[]
  readonly state: number
  readonly reason: string
  readonly actorId: string | null
  readonly now: Date
}

/** Settles open proposals of these certificates; answers of which there were any. */
export async function closeProposals(db: Db, { certificateIds, state, reason, actorId, now }: Closing): Promise<string[]> {
  if (certificateIds.length === 0) return []
  return idsOf(db)`
    update certificate.proposal
    set state = ${state}, decided_by = ${actorId}, decided_at = ${now}, reason = ${reason}
    where company_id = ${db.companyId} and certificate_id = any(${[...certificateIds]}::uuid[]) and state = ${proposalState.open}
    returning certificate_id as id`
}

const listRow = z.object({
  id,
  certificateId: id,
  number: z.string(),
  holderName: z.string(),
  department: z.string(),
  ruleName: z.string(),
  source: z.string(),
  cause: z.enum(proposalCauses),
  state: proposalState.schema,
  createdAt: z.date(),
  decidedAt: z.date().nullable(),
  decidedByName: z.string(),
  reason: z.string(),
})

export interface ProposalFilter {
  readonly keyWords?: string | undefined
  readonly state?: number | undefined
  readonly cause?: string | undefined
  readonly scope: DataScope
}

export async function pageOfProposals(
  db: Db,
  filter: ProposalFilter,
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
) {
  const where = matching(db, filter)
  const from = sql`
    from certificate.proposal p
    join certificate.certificate c on c.company_id = p.company_id and c.id = p.certificate_id`
  const dataList = await rowsOf(db, listRow)`
    select p.id, c.id as "certificateId", c.number, c.holder_name as "holderName", coalesce(c.facts ->> 'department', '') as department,
      r.name as "ruleName", coalesce(c.facts ->> 'source', '') as source, p.cause, p.state, p.created_at as "createdAt",
      p.decided_at as "decidedAt", coalesce(s.name, '') as "decidedByName", p.reason
    ${from}
    join certificate.issue_rule r on r.company_id = c.company_id and r.id = c.rule_id
    left join org.person s on s.company_id = p.company_id and s.id = p.decided_by
    where ${where}
    order by p.state, p.id desc
    limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`
  return { dataList, totalCount: await countOf(db)`select count(*)::int as count ${from} where ${where}` }
}

function matching(db: Db, { keyWords, state, cause, scope }: ProposalFilter): RawBuilder<unknown> {
  const parts = [sql`p.company_id = ${db.companyId}`]
  if (state !== undefined) parts.push(sql`p.state = ${state}`)
  if (cause !== undefined) parts.push(sql`p.cause = ${cause}`)
  if (keyWords) parts.push(sql`(strpos(c.holder_name, ${keyWords}) > 0 or strpos(c.number, ${keyWords}) > 0)`)
  if (scope.kind !== 'all') parts.push(sql`c.staff_id in (${scopedStaff(db, scope)})`)
  return sql.join(parts, sql` and `)
}

/** Certificates of open proposals among these, within a data scope. */
export function selectProposed(db: Db, ids: readonly string[], scope: DataScope): Promise<string[]> {
  const seen = scope.kind === 'all' ? sql`true` : sql`c.staff_id in (${scopedStaff(db, scope)})`
  return idsOf(db)`
    select c.id
    from certificate.proposal p
    join certificate.certificate c on c.company_id = p.company_id and c.id = p.certificate_id
    where p.company_id = ${db.companyId} and p.id = any(${[...ids]}::uuid[]) and p.state = ${proposalState.open} and ${seen}
    order by c.id
    for update of p`
}
