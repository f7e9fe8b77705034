/** What rooms above ask of projects: how they are called, and who has completed them. */
import { id } from '@kaopei/contract'
import { type Db, idsOf, rowsOf } from '@kaopei/server'
import { z } from 'zod'

const cardRow = z.object({ id, name: z.string() })

/** Ids of none in the company are left out. */
export async function projectCards(db: Db, ids: readonly string[]): Promise<z.input<typeof cardRow>[]> {
  if (ids.length === 0) return []
  return rowsOf(db, cardRow)`
    select p.id, p.name from training.project p
    where p.company_id = ${db.companyId} and p.id = any(${[...ids]}::uuid[]) and p.removed_at is null`
}

/** People who have completed a project, by their ids: so many after one of them. */
export function projectCompletions(
  db: Db,
  projectId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  return idsOf(db)`
    select e.staff_id as id from training.enrolment e
    where e.company_id = ${db.companyId} and e.project_id = ${projectId} and e.completed_at is not null
      and (${after}::uuid is null or e.staff_id > ${after}::uuid)
    order by e.staff_id
    limit ${limit}`
}

const completionRow = z.object({ staffId: id, completedAt: z.date() })

/** Of these people the ones who have completed a project, and since when. */
export function completionTimes(
  db: Db,
  projectId: string,
  staffIds: readonly string[],
): Promise<z.input<typeof completionRow>[]> {
  return rowsOf(db, completionRow)`
    select e.staff_id as "staffId", e.completed_at as "completedAt" from training.enrolment e
    where e.company_id = ${db.companyId} and e.project_id = ${projectId} and e.staff_id = any(${[...staffIds]}::uuid[])
      and e.completed_at is not null`
}
