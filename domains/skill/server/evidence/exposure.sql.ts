import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { evidenceClass, type SourceKind, sourceKinds } from '../../contract/codes.ts'

const companyRow = z.object({ companyId: id })

/** `db` is in no company. */
export async function companiesWithPoints(db: Db): Promise<string[]> {
  const rows = await rowsOf(db, companyRow)`select c as "companyId" from skill.companies_with_points() c`
  return rows.map(({ companyId }) => companyId)
}

const kinds = Object.keys(sourceKinds) as [SourceKind, ...SourceKind[]] // the keys of a constant table
const pairRow = z.object({ staffId: id, skillId: id, sourceKind: z.enum(kinds), sourceId: id })

/** Exposure by these sources that still stands. */
export function exposedPairs(db: Db, sourceIds: readonly string[]) {
  return rowsOf(db, pairRow)`
    select e.staff_id as "staffId", e.skill_id as "skillId", e.source_kind as "sourceKind", e.source_id as "sourceId"
    from skill.evidence e
    where e.company_id = ${db.companyId} and e.class = ${evidenceClass.exposure}
      and e.source_kind in ('course', 'project', 'practice') and e.source_id = any(${sourceIds}::uuid[])
      and not exists (select from skill.withdrawal w where w.company_id = e.company_id and w.evidence_id = e.id)`
}

const standingRow = z.object({ companyId: id, staffId: id, skillId: id })

/** Levels of which some evidence has ended by now. `db` is in no company. */
export function standingsToLookAt(db: Db, now: Date, most: number) {
  return rowsOf(db, standingRow)`
    select s.company_id as "companyId", s.staff_id as "staffId", s.skill_id as "skillId" from skill.standings_to_look_at(${now}, ${most}) s`
}
