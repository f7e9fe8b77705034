import { id } from '@kaopei/contract'
import { type ContactSight, portraitsOf, scopedStaff, staffOfFilter } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, idsOf, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { offerState } from '../../contract/codes.ts'
import type { photoFilters } from '../../contract/portrait.ts'

const row = z.object({
  staffId: id,
  name: z.string(),
  jobNumber: z.string(),
  department: z.string(),
  fileId: id.nullable(),
  uploadedAt: z.date().nullable(),
  uploadedByName: z.string(),
})

export interface PortraitFilter {
  readonly keyWords?: string | undefined
  readonly departmentId?: string | undefined
  readonly photo?: (typeof photoFilters)[number] | undefined
  readonly scope: DataScope
  readonly sight: ContactSight
}

const from = (db: Db) => sql`
  from org.person p
  left join (${portraitsOf(db)}) f on f.staff_id = p.id
  left join certificate.portrait_offer o on o.company_id = p.company_id and o.staff_id = p.id`

const photoIs: Readonly<Record<(typeof photoFilters)[number], RawBuilder<unknown>>> = {
  with: sql`f.staff_id is not null`,
  without: sql`f.staff_id is null`,
  waits: sql`o.state = ${lit(offerState.waits)}`,
  asked: sql`o.state = ${lit(offerState.asked)}`,
  refused: sql`o.state = ${lit(offerState.refused)}`,
}

function matching(db: Db, { keyWords, departmentId, photo, scope, sight }: PortraitFilter): RawBuilder<unknown> {
  const parts = [sql`p.company_id = ${db.companyId}`, sql`p.removed_at is null`]
  if (keyWords || departmentId) {
    const asked = { ...(keyWords && { keyWords }), ...(departmentId && { departmentId }) }
    parts.push(sql`p.id in (${staffOfFilter(db, scope, asked, { sight })})`)
  } else if (scope.kind !== 'all') parts.push(sql`p.id in (${scopedStaff(db, scope)})`)
  if (photo) parts.push(photoIs[photo])
  return sql.join(parts, sql` and `)
}

export async function pageOfPortraits(
  db: Db,
  filter: PortraitFilter,
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
) {
  const where = matching(db, filter)
  const rows = await rowsOf(db, row)`
    select p.id as "staffId", p.name, coalesce(p.job_number, '') as "jobNumber", coalesce(d.name, '') as department, f.file_id as "fileId",
      f.uploaded_at as "uploadedAt", coalesce(b.name, '') as "uploadedByName"
    ${from(db)}
    left join org.department_tree d on d.company_id = p.company_id and d.id = p.department_id
    left join org.person b on b.company_id = p.company_id and b.id = f.uploaded_by
    where ${where}
    order by p.id desc
    limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`
  return { rows, totalCount: await countOf(db)`select count(*)::int as count ${from(db)} where ${where}` }
}

const seenRow = z.object({ staffId: id, name: z.string(), loginKey: z.string(), jobNumber: z.string() })
export type Seen = z.input<typeof seenRow>

/** Living people within a data scope: these, or those with such job numbers or accounts. */
export function selectSeen(
  db: Db,
  { staffIds = [], names = [] }: { readonly staffIds?: readonly string[]; readonly names?: readonly string[] },
  scope: DataScope,
): Promise<Seen[]> {
  const seen = scope.kind === 'all' ? sql`true` : sql`p.id in (${scopedStaff(db, scope)})`
  const accounts = names.map((name) => name.toLowerCase())
  return rowsOf(db, seenRow)`
    select p.id as "staffId", p.name, p.login_key as "loginKey", coalesce(p.job_number, '') as "jobNumber"
    from org.person p
    where p.company_id = ${db.companyId} and p.removed_at is null and ${seen}
      and (p.id = any(${[...staffIds]}::uuid[]) or p.login_key = any(${accounts}::text[]) or p.job_number = any(${[...names]}::text[]))
    order by p.id`
}

/** What was asked of them is there; what they have sent still waits for somebody who looks. */
export async function deleteAsked(db: Db, staffIds: readonly string[]): Promise<void> {
  await sql`
    delete from certificate.portrait_offer
    where company_id = ${db.companyId} and staff_id = any(${[...staffIds]}::uuid[]) and state <> ${lit(offerState.waits)}`.execute(
    db,
  )
}

/** Of these files, those that no certificate shows and that nobody has any more. */
export function selectUnshown(db: Db, fileIds: readonly string[]): Promise<string[]> {
  return idsOf(db)`
    select n.id from unnest(${[...fileIds]}::uuid[]) as n (id)
    where not exists (select from certificate.certificate c where c.company_id = ${db.companyId} and c.photo_id = n.id)
      and not exists (select from (${portraitsOf(db)}) f where f.file_id = n.id)`
}
