/** Evidence and the levels derived of it. A person's row is held by whoever adds to it or takes back. */
import { id } from '@kaopei/contract'
import { changesOf, type Db, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { type EvidenceFacts, evidenceFacts } from '../../contract/evidence-facts.ts'
import type { Standing } from '../rules/level-of.ts'

export async function holdPeople(db: Db, staffIds: readonly string[]): Promise<void> {
  await changesOf(db)`
    insert into skill.person (company_id, staff_id)
    select ${db.companyId}, p.id
    from org.person p
    where p.company_id = ${db.companyId} and p.id = any(${staffIds}::uuid[])
    order by p.id
    on conflict do nothing`
  await sql`
    select from skill.person p
    where p.company_id = ${db.companyId} and p.staff_id = any(${staffIds}::uuid[])
    order by p.staff_id
    for no key update`.execute(db)
}

const knownRow = z.object({ id })

/** Of these the ones that evidence may be about: there, and no group of others. Retired skills keep what shows them. */
export async function shownSkills(db: Db, skillIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await rowsOf(db, knownRow)`
    select s.id from skill.skill s
    where s.company_id = ${db.companyId} and s.id = any(${skillIds}::uuid[]) and not s.is_group`
  return new Set(rows.map((row) => row.id))
}

const standingRow = z.object({
  id,
  staffId: id,
  skillId: id,
  class: z.int(),
  level: z.int().nullable(),
  sourceKind: z.string(),
  sourceId: id,
  title: z.string(),
  detail: evidenceFacts,
  at: z.date(),
  expiresAt: z.date().nullable(),
  isWithdrawn: z.boolean(),
})
export type EvidenceRow = z.input<typeof standingRow>

const columns = sql`e.id, e.staff_id as "staffId", e.skill_id as "skillId", e.class::int as class, e.level::int as level,
  e.source_kind as "sourceKind", e.source_id as "sourceId", e.title, e.detail, e.at, e.expires_at as "expiresAt",
  w.evidence_id is not null as "isWithdrawn"`
const from = sql`
  from skill.evidence e
  left join skill.withdrawal w on w.company_id = e.company_id and w.evidence_id = e.id`

/** What still stands of these sources. */
export function standingOfSources(db: Db, sourceKind: string, sourceIds: readonly string[]): Promise<EvidenceRow[]> {
  return rowsOf(db, standingRow)`
    select ${columns} ${from}
    where e.company_id = ${db.companyId} and e.source_kind = ${sourceKind} and e.source_id = any(${sourceIds}::uuid[])
      and w.evidence_id is null
    order by e.id`
}

export interface Pair {
  readonly staffId: string
  readonly skillId: string
}

export function evidenceOfPairs(db: Db, pairs: readonly Pair[]): Promise<EvidenceRow[]> {
  return rowsOf(db, standingRow)`
    select ${columns} ${from}
    where e.company_id = ${db.companyId}
      and (e.staff_id, e.skill_id) in (select * from unnest(${pairs.map(({ staffId }) => staffId)}::uuid[], ${pairs.map(({ skillId }) => skillId)}::uuid[]))`
}

export interface NewEvidence extends Pair {
  readonly class: number
  readonly level: number | null
  readonly sourceKind: string
  readonly sourceId: string
  readonly title: string
  readonly detail: EvidenceFacts
  readonly at: Date
  readonly expiresAt: Date | null
  readonly recordedBy: string | null
}

export async function insertEvidence(db: Db, rows: readonly NewEvidence[], now: Date): Promise<void> {
  if (rows.length === 0) return
  await changesOf(db)`
    insert into skill.evidence (company_id, staff_id, skill_id, class, level, source_kind, source_id, title, detail, at, expires_at, recorded_by,
      recorded_at)
    select ${db.companyId}, n."staffId", n."skillId", n.class, n.level, n."sourceKind", n."sourceId", n.title, n.detail, n.at, n."expiresAt",
      n."recordedBy", ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n ("staffId" uuid, "skillId" uuid, class smallint, level smallint,
      "sourceKind" text, "sourceId" uuid, title text, detail jsonb, at timestamptz, "expiresAt" timestamptz, "recordedBy" uuid)`
}

interface NewWithdrawal {
  readonly ids: readonly string[]
  readonly reason: string
  readonly by: string | null
}

export async function insertWithdrawals(db: Db, { ids, reason, by }: NewWithdrawal, now: Date): Promise<void> {
  if (ids.length === 0) return
  await changesOf(db)`
    insert into skill.withdrawal (company_id, evidence_id, reason, withdrawn_by, at)
    select ${db.companyId}, n.id, ${reason}, ${by}, ${now} from unnest(${ids}::uuid[]) as n (id)
    on conflict do nothing`
}

export interface DerivedRow extends Pair, Omit<Standing, never> {}

export async function upsertStandings(db: Db, rows: readonly DerivedRow[]): Promise<void> {
  if (rows.length === 0) return
  await changesOf(db)`
    insert into skill.staff_skill (company_id, staff_id, skill_id, level, class, evidence_id, at, expires_at, is_learnt, look_at)
    select ${db.companyId}, n."staffId", n."skillId", n.level, n.class, n."evidenceId", n.at, n."expiresAt", n."isLearnt", n."lookAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n ("staffId" uuid, "skillId" uuid, level smallint, class smallint,
      "evidenceId" uuid, at timestamptz, "expiresAt" timestamptz, "isLearnt" boolean, "lookAt" timestamptz)
    on conflict (company_id, staff_id, skill_id) do update
    set level = excluded.level, class = excluded.class, evidence_id = excluded.evidence_id, at = excluded.at, expires_at = excluded.expires_at,
      is_learnt = excluded.is_learnt, look_at = excluded.look_at`
}

export async function deleteStandings(db: Db, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return
  await changesOf(db)`
    delete from skill.staff_skill s
    where s.company_id = ${db.companyId}
      and (s.staff_id, s.skill_id) in (select * from unnest(${pairs.map(({ staffId }) => staffId)}::uuid[], ${pairs.map(({ skillId }) => skillId)}::uuid[]))`
}
