import { id } from '@kaopei/contract'
import { changesOf, type Db, idsOf, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

/** `db` is in no company. */
export function companiesWithPosts(db: Db, before: Date): Promise<string[]> {
  return idsOf(db)`select c as id from evaluation.companies_with_posts(${before}) c`
}

export interface Whose {
  readonly ownerId: string
  readonly staffId: string
}

const pairs = (whose: readonly Whose[]) => sql`
  unnest(${whose.map(({ ownerId }) => ownerId)}::uuid[], ${whose.map(({ staffId }) => staffId)}::uuid[]) as w (owner_id, staff_id)`

export async function markByExams(db: Db, whose: readonly Whose[]): Promise<void> {
  if (whose.length === 0) return
  await changesOf(db)`
    update evaluation.post_person p
    set is_marked = true
    from ${pairs(whose)}
    join evaluation.post_part k on k.company_id = ${db.companyId} and k.exam_id = w.owner_id
    where p.company_id = ${db.companyId} and p.assessment_id = k.assessment_id and p.staff_id = w.staff_id`
}

const useRow = z.object({
  kind: z.literal('measurement'),
  subjectId: id,
  subjectName: z.string(),
  staffId: id,
  at: z.date(),
})

/** The subject is the assessment, whatever part somebody begins with: it is used up once. */
export function usesOf(db: Db, begun: readonly (Whose & { readonly at: Date })[]) {
  return rowsOf(db, useRow)`
    select 'measurement' as kind, a.id as "subjectId", a.name as "subjectName", w.staff_id as "staffId", min(w.at) as at
    from unnest(${begun.map(({ ownerId }) => ownerId)}::uuid[], ${begun.map(({ staffId }) => staffId)}::uuid[],
      ${begun.map(({ at }) => at)}::timestamptz[]) as w (owner_id, staff_id, at)
    join evaluation.post_part k on k.company_id = ${db.companyId} and k.exam_id = w.owner_id
    join evaluation.post_assessment a on a.company_id = k.company_id and a.id = k.assessment_id
    group by a.id, a.name, w.staff_id`
}

const markedRow = z.object({ assessmentId: id, staffId: id })

export function selectMarked(db: Db, most: number) {
  return rowsOf(db, markedRow)`
    select m.assessment_id as "assessmentId", m.staff_id as "staffId"
    from evaluation.post_person m
    where m.company_id = ${db.companyId} and m.is_marked
    order by m.assessment_id, m.staff_id
    limit ${most}`
}

/** False: it is gone, or another worker has this person in hand. */
export async function takeMark(db: Db, { assessmentId, staffId }: z.output<typeof markedRow>): Promise<boolean> {
  const taken = await changesOf(db)`
    update evaluation.post_person p
    set is_marked = false
    from (
      select m.assessment_id, m.staff_id from evaluation.post_person m
      where m.company_id = ${db.companyId} and m.assessment_id = ${assessmentId} and m.staff_id = ${staffId} and m.is_marked
      for update skip locked
    ) m
    where p.company_id = ${db.companyId} and p.assessment_id = m.assessment_id and p.staff_id = m.staff_id`
  return taken > 0
}
