import { id } from '@kaopei/contract'
import { countOf, type Db, findOne, idOf, idsOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { templateStatus } from '../../contract/codes.ts'
import { type Layout, storedLayout } from '../../contract/layout.ts'

const listRow = z.object({
  id,
  name: z.string(),
  status: templateStatus.schema,
  currentNumber: z.int().nullable(),
  hasChanges: z.boolean(),
  ruleCount: z.int(),
  runningRules: z.object({ count: z.int(), names: z.array(z.string()) }),
  issuedCount: z.int(),
  createdByName: z.string(),
  updatedAt: z.date(),
  version: z.int(),
})

export interface TemplateFilter {
  readonly keyWords?: string | undefined
  readonly status?: number | undefined
}

interface Page {
  readonly pageIndex: number
  readonly pageSize: number
}

export async function pageOfTemplates(db: Db, filter: TemplateFilter, { pageIndex, pageSize }: Page) {
  const where = matching(db, filter)
  const dataList = await rowsOf(db, listRow)`
    select t.id, t.name, t.status, t.current_number as "currentNumber",
      coalesce(v.layout <> t.draft, true) as "hasChanges",
      (select count(*)::int from certificate.issue_rule r
        where r.company_id = t.company_id and r.template_id = t.id and r.removed_at is null) as "ruleCount",
      (select jsonb_build_object('count', count(*), 'names', coalesce(to_jsonb((array_agg(r.name order by r.name))[1:10]), '[]'))
        from certificate.issue_rule r
        where r.company_id = t.company_id and r.template_id = t.id and r.removed_at is null and r.is_enabled) as "runningRules",
      (select count(*)::int from certificate.certificate c where c.company_id = t.company_id and c.template_id = t.id) as "issuedCount",
      coalesce(p.name, '') as "createdByName", t.updated_at as "updatedAt", t.version
    from certificate.template t
    left join certificate.template_version v on v.company_id = t.company_id and v.template_id = t.id and v.number = t.current_number
    left join org.person p on p.company_id = t.company_id and p.id = t.created_by
    where ${where}
    order by t.id desc
    limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`
  return { dataList, totalCount: await countOf(db)`select count(*)::int as count from certificate.template t where ${where}` }
}

function matching(db: Db, { keyWords, status }: TemplateFilter): RawBuilder<unknown> {
  const parts = [sql`t.company_id = ${db.companyId}`, sql`t.removed_at is null`]
  if (keyWords) parts.push(sql`strpos(lower(t.name), lower(${keyWords})) > 0`)
  if (status !== undefined) parts.push(sql`t.status = ${status}`)
  return sql.join(parts, sql` and `)
}

const namedRow = z.object({ id, name: z.string() })

export function selectUsedTemplates(db: Db, withStopped: boolean): Promise<z.input<typeof namedRow>[]> {
  return rowsOf(db, namedRow)`
    select t.id, t.name from certificate.template t
    where t.company_id = ${db.companyId} and t.removed_at is null
      and ${withStopped ? sql`t.current_number is not null` : sql`t.status = ${templateStatus.used}`}
    order by t.name, t.id`
}

const storedRow = z.object({
  id,
  name: z.string(),
  status: templateStatus.schema,
  currentNumber: z.int().nullable(),
  version: z.int(),
  layout: storedLayout,
})
export type StoredTemplate = z.input<typeof storedRow>

const columns = sql`t.id, t.name, t.status, t.current_number as "currentNumber", t.version, t.draft as layout`

export function findTemplate(db: Db, templateId: string): Promise<StoredTemplate | undefined> {
  return findOne(db, storedRow)`
    select ${columns} from certificate.template t
    where t.company_id = ${db.companyId} and t.id = ${templateId} and t.removed_at is null`
}

export function lockTemplate(db: Db, templateId: string): Promise<StoredTemplate | undefined> {
  return findOne(db, storedRow)`
    select ${columns} from certificate.template t
    where t.company_id = ${db.companyId} and t.id = ${templateId} and t.removed_at is null
    for update`
}

const versionRow = z.object({ number: z.int(), createdByName: z.string(), createdAt: z.date() })

export function selectVersions(db: Db, templateId: string): Promise<z.input<typeof versionRow>[]> {
  return rowsOf(db, versionRow)`
    select v.number, coalesce(p.name, '') as "createdByName", v.created_at as "createdAt"
    from certificate.template_version v
    left join org.person p on p.company_id = v.company_id and p.id = v.created_by
    where v.company_id = ${db.companyId} and v.template_id = ${templateId}
    order by v.number desc`
}

const layoutRow = z.object({ layout: storedLayout })

export async function findVersion(db: Db, templateId: string, number: number): Promise<Layout | undefined> {
  const found = await findOne(db, layoutRow)`
    select v.layout from certificate.template_version v
    where v.company_id = ${db.companyId} and v.template_id = ${templateId} and v.number = ${number}`
  return found?.layout
}

export async function insertTemplate(
  db: Db,
  { name, layout, createdBy }: { name: string; layout: Layout; createdBy: string },
): Promise<string> {
  return idOf(db)`
    insert into certificate.template (company_id, name, draft, created_by)
    values (${db.companyId}, ${name}, ${JSON.stringify(layout)}::jsonb, ${createdBy})
    returning id`
}

export async function updateDraft(
  db: Db,
  templateId: string,
  { name, layout, now }: { name: string; layout: Layout; now: Date },
): Promise<void> {
  await sql`
    update certificate.template
    set name = ${name}, draft = ${JSON.stringify(layout)}::jsonb, version = version + 1, updated_at = ${now}
    where company_id = ${db.companyId} and id = ${templateId}`.execute(db)
}

/** The draft becomes the next version, and the one that is used. */
export async function insertVersion(
  db: Db,
  template: StoredTemplate,
  { createdBy, now }: { createdBy: string; now: Date },
): Promise<number> {
  const { next } = (await findOne(db, nextRow)`
    select coalesce(max(v.number), 0)::int + 1 as next from certificate.template_version v
    where v.company_id = ${db.companyId} and v.template_id = ${template.id}`) ?? { next: 1 }
  await sql`
    insert into certificate.template_version (company_id, template_id, number, layout, created_by, created_at)
    values (${db.companyId}, ${template.id}, ${next}, ${JSON.stringify(template.layout)}::jsonb, ${createdBy}, ${now})`.execute(
    db,
  )
  await sql`
    update certificate.template
    set current_number = ${next}, status = ${templateStatus.used}, version = version + 1, updated_at = ${now}
    where company_id = ${db.companyId} and id = ${template.id}`.execute(db)
  return next
}
const nextRow = z.object({ next: z.int() })

export async function updateStatus(db: Db, templateId: string, status: number, now: Date): Promise<void> {
  await sql`
    update certificate.template set status = ${status}, version = version + 1, updated_at = ${now}
    where company_id = ${db.companyId} and id = ${templateId}`.execute(db)
}

/** Of these those that no rule and no certificate names. */
export function selectUnused(db: Db, ids: readonly string[]): Promise<z.input<typeof namedRow>[]> {
  return rowsOf(db, namedRow)`
    select t.id, t.name from certificate.template t
    where t.company_id = ${db.companyId} and t.id = any(${[...ids]}::uuid[]) and t.removed_at is null
      and not exists (select from certificate.issue_rule r
        where r.company_id = t.company_id and r.template_id = t.id and r.removed_at is null)
      and not exists (select from certificate.certificate c where c.company_id = t.company_id and c.template_id = t.id)
    for update`
}

export function removeTemplates(db: Db, ids: readonly string[], now: Date): Promise<string[]> {
  return idsOf(db)`
    update certificate.template set removed_at = ${now}, version = version + 1
    where company_id = ${db.companyId} and id = any(${[...ids]}::uuid[]) and removed_at is null
    returning id`
}
