import { id } from '@kaopei/contract'
import { personName } from '@kaopei/identity/server'
import { countOf, type Db, findOne, idOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { reviewTemplateKind, reviewVerdict } from '../contract/review-template.ts'

const reviewTemplateFieldsRow = z.object({
  kind: reviewTemplateKind.schema,
  name: z.string(),
  body: z.string(),
  verdict: reviewVerdict.schema.nullable(),
  sort: z.int(),
  isEnabled: z.boolean(),
})
export type ReviewTemplateFields = z.output<typeof reviewTemplateFieldsRow>

const storedReviewTemplateRow = reviewTemplateFieldsRow.extend({
  id,
  createdByName: z.string(),
  updatedAt: z.date(),
  version: z.int(),
})
export type StoredReviewTemplate = z.output<typeof storedReviewTemplateRow>

export interface ReviewTemplateFilter {
  readonly kind?: number | undefined
  readonly keyWords?: string | undefined
  readonly isEnabled?: boolean | undefined
}

const columns = () => sql`r.id, r.kind, r.name, r.body, r.verdict, r.sort, r.is_enabled as "isEnabled",
  coalesce(${personName({ companyId: sql`r.company_id`, id: sql`r.created_by` })}, '') as "createdByName", r.updated_at as "updatedAt", r.version`
const from = sql`
  from messaging.review_template r`

export async function pageOfReviewTemplates(
  db: Db,
  filter: ReviewTemplateFilter,
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
) {
  const where = conditions(db.companyId, filter)
  const dataList = await rowsOf(db, storedReviewTemplateRow)`
    select ${columns()} ${from}
    where ${where}
    order by r.kind, r.sort, r.id
    limit ${pageSize}
    offset ${(pageIndex - 1) * pageSize}`
  const totalCount = await countOf(db)`
    select count(*)::int as count from messaging.review_template r where ${where}`
  return { dataList, totalCount }
}

function conditions(companyId: string, { kind, keyWords, isEnabled }: ReviewTemplateFilter): RawBuilder<unknown> {
  const parts = [sql`r.company_id = ${companyId}`]
  if (kind !== undefined) parts.push(sql`r.kind = ${kind}`)
  if (isEnabled !== undefined) parts.push(sql`r.is_enabled = ${isEnabled}`)
  if (keyWords) parts.push(sql`(strpos(lower(r.name), lower(${keyWords})) > 0 or strpos(lower(r.body), lower(${keyWords})) > 0)`)
  return sql.join(parts, sql` and `)
}

export async function selectUsableReviewTemplates(db: Db, kind: number): Promise<StoredReviewTemplate[]> {
  return rowsOf(db, storedReviewTemplateRow)`
    select ${columns()} ${from}
    where r.company_id = ${db.companyId}
      and r.kind = ${kind}
      and r.is_enabled
    order by r.sort, r.id`
}

export async function countReviewTemplates(db: Db): Promise<number> {
  return countOf(db)`
    select count(*)::int as count from messaging.review_template where company_id = ${db.companyId}`
}

export async function findReviewTemplateLocked(db: Db, id: string): Promise<StoredReviewTemplate | undefined> {
  return findOne(db, storedReviewTemplateRow)`
    select ${columns()} ${from}
    where r.company_id = ${db.companyId}
      and r.id = ${id}
    for update of r`
}

export async function insertReviewTemplate(db: Db, createdBy: string, fields: ReviewTemplateFields): Promise<string> {
  return idOf(db)`
    insert into messaging.review_template (company_id, kind, name, body, verdict, sort, is_enabled, created_by)
    values (${db.companyId}, ${fields.kind}, ${fields.name}, ${fields.body}, ${fields.verdict}, ${fields.sort}, ${fields.isEnabled},
      ${createdBy})
    returning id`
}

export async function updateReviewTemplate(db: Db, id: string, fields: ReviewTemplateFields): Promise<void> {
  await sql`
    update messaging.review_template
    set kind = ${fields.kind}, name = ${fields.name}, body = ${fields.body}, verdict = ${fields.verdict}, sort = ${fields.sort},
      is_enabled = ${fields.isEnabled}, version = version + 1, updated_at = now()
    where company_id = ${db.companyId}
      and id = ${id}`.execute(db)
}

const reviewTemplatesRow = reviewTemplateFieldsRow.extend({ id })

/** Of the ids those that were there. */
export async function deleteReviewTemplates(
  db: Db,
  ids: readonly string[],
): Promise<(ReviewTemplateFields & { readonly id: string })[]> {
  return rowsOf(db, reviewTemplatesRow)`
    delete from messaging.review_template
    where company_id = ${db.companyId}
      and id = any(${[...ids]}::uuid[])
    returning id, kind, name, body, verdict, sort, is_enabled as "isEnabled"`
}
