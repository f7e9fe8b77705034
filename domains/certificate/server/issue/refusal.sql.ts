import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, idsOf, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

const row = z.object({
  id,
  holderName: z.string(),
  department: z.string(),
  ruleName: z.string(),
  characters: z.array(z.string()),
  tooLong: z.array(z.string()),
  lacksPhoto: z.boolean(),
  isTemplateStopped: z.boolean(),
  at: z.date(),
})

const seenBy = (db: Db, scope: DataScope) => (scope.kind === 'all' ? sql`true` : sql`f.staff_id in (${scopedStaff(db, scope)})`)

export async function pageOfRefusals(db: Db, scope: DataScope, { pageIndex, pageSize }: { pageIndex: number; pageSize: number }) {
  const dataList = await rowsOf(db, row)`
    select f.id, p.name as "holderName", coalesce(d.name, '') as department, r.name as "ruleName", f.characters, f.too_long as "tooLong", f.lacks_photo as "lacksPhoto",
      f.is_template_stopped as "isTemplateStopped", f.at
    from certificate.refusal f
    join certificate.issue_rule r on r.company_id = f.company_id and r.id = f.rule_id
    join org.person p on p.company_id = f.company_id and p.id = f.staff_id
    left join org.department_tree d on d.company_id = p.company_id and d.id = p.department_id
    where f.company_id = ${db.companyId} and ${seenBy(db, scope)}
    order by f.id desc
    limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`
  const totalCount = await countOf(db)`
    select count(*)::int as count from certificate.refusal f where f.company_id = ${db.companyId} and ${seenBy(db, scope)}`
  return { dataList, totalCount }
}

export function seenRefusals(db: Db, ids: readonly string[], scope: DataScope): Promise<string[]> {
  return idsOf(db)`
    select f.id from certificate.refusal f
    where f.company_id = ${db.companyId} and f.id = any(${[...ids]}::uuid[]) and ${seenBy(db, scope)}`
}

export function countRefusals(db: Db, ids: readonly string[]): Promise<number> {
  return countOf(db)`
    select count(*)::int as count from certificate.refusal f
    where f.company_id = ${db.companyId} and f.id = any(${[...ids]}::uuid[])`
}

export async function saveGlyph(
  db: Db,
  { character, fileId, createdBy, now }: { character: string; fileId: string; createdBy: string; now: Date },
): Promise<void> {
  await sql`
    insert into certificate.glyph (company_id, character, file_id, created_by, created_at)
    values (${db.companyId}, ${character}, ${fileId}, ${createdBy}, ${now})
    on conflict (company_id, character) do update set file_id = excluded.file_id, created_by = excluded.created_by,
      created_at = excluded.created_at`.execute(db)
}
