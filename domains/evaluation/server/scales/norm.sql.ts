import { id } from '@kaopei/contract'
import { countOf, type Db, findOne, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { resultState } from '../../contract/codes.ts'
import { companyNorm, leastOfNorm, type NormOfDimension } from '../rules/company-norm.ts'

const dimensionNorm = z.object({
  n: z.int(),
  mean: z.number(),
  sd: z.number(),
  histogram: z.array(z.tuple([z.number(), z.int()])),
})
const normRow = z.object({ id, number: z.int(), n: z.int(), frozenAt: z.date(), content: z.record(z.string(), dimensionNorm) })
export type StoredNorm = z.input<typeof normRow>

/** What people say of themselves is compared with such, a 360° with others of its kind. */
export interface NormOf {
  readonly versionId: string
  readonly mode: number
}

/** The newest of a version and mode. */
export function findCompanyNorm(db: Db, { versionId, mode }: NormOf): Promise<StoredNorm | undefined> {
  return findOne(db, normRow)`
    select n.id, n.number, n.n, n.frozen_at as "frozenAt", n.content
    from evaluation.norm n
    where n.company_id = ${db.companyId} and n.scale_version_id = ${versionId} and n.mode = ${mode}
    order by n.number desc
    limit 1`
}

/** Numbers run through a version, whatever the mode. */
function lastNumber(db: Db, versionId: string): Promise<number> {
  return countOf(db)`
    select coalesce(max(n.number), 0)::int as count
    from evaluation.norm n
    where n.company_id = ${db.companyId} and n.scale_version_id = ${versionId}`
}

const resultsOf = (db: Db, { versionId, mode }: NormOf) => sql`
  from evaluation.result r
  join evaluation.appointment a on a.company_id = r.company_id and a.id = r.appointment_id and a.mode = ${mode}
  where r.company_id = ${db.companyId} and r.scale_version_id = ${versionId} and r.state <> ${lit(resultState.void)}`

const personRow = z.object({ raws: z.record(z.string(), z.number().nullable()) })

/** Of each person the first result that is not void. */
function selectRaws(db: Db, of: NormOf): Promise<z.input<typeof personRow>[]> {
  return rowsOf(db, personRow)`
    select distinct on (r.staff_id) r.raws
    ${resultsOf(db, of)}
    order by r.staff_id, r.issued_at`
}

export function countPeople(db: Db, of: NormOf): Promise<number> {
  return countOf(db)`select count(distinct r.staff_id)::int as count ${resultsOf(db, of)}`
}

/** Makes everybody so far the group that later ones are compared with; undefined with fewer than a hundred. */
export async function freezeNorm(
  db: Db,
  { versionId, mode, actorId, now }: NormOf & { actorId: string | null; now: Date },
): Promise<{ number: number; n: number } | undefined> {
  await sql`select pg_advisory_xact_lock(uuid_hash_extended(${versionId}::uuid, 13))`.execute(db)
  const before = await findCompanyNorm(db, { versionId, mode })
  if (before && actorId === null) return undefined
  const people = await selectRaws(db, { versionId, mode })
  if (people.length < leastOfNorm) return undefined
  const raws = new Map<string, number[]>()
  for (const person of people)
    for (const [dimension, raw] of Object.entries(person.raws)) {
      if (raw === null) continue
      const known = raws.get(dimension)
      if (known) known.push(raw)
      else raws.set(dimension, [raw])
    }
  const content: Record<string, NormOfDimension> = companyNorm(raws)
  const number = (await lastNumber(db, versionId)) + 1
  await sql`
    insert into evaluation.norm (company_id, scale_version_id, mode, number, n, content, frozen_at, frozen_by)
    values (${db.companyId}, ${versionId}, ${mode}, ${number}, ${people.length}, ${JSON.stringify(content)}::jsonb, ${now}, ${actorId})`.execute(
    db,
  )
  return { number, n: people.length }
}
