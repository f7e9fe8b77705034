import { id } from '@kaopei/contract'
import { countOf, type Db, findOne, idOf, idsOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type RuleKind, ruleKinds, templateStatus } from '../../contract/codes.ts'
import { storedCondition } from '../../contract/conditions.ts'

const fieldsRow = z.object({
  name: z.string(),
  templateId: id,
  kind: z.enum(ruleKinds),
  targetId: id.nullable(),
  minScoreHundredths: z.int().nullable(),
  conditions: z.array(storedCondition),
  numberPattern: z.string(),
  validityMonths: z.int().nullable(),
  renewBeforeDays: z.int().nullable(),
  remindDays: z.array(z.int()),
  isEnabled: z.boolean(),
})
export type RuleFields = z.output<typeof fieldsRow>

const storedRow = fieldsRow.extend({ id, version: z.int() })
export type StoredRule = z.input<typeof storedRow>

const columns = sql`r.id, r.name, r.template_id as "templateId", r.kind, r.target_id as "targetId", r.min_score_hundredths as "minScoreHundredths",
  r.conditions, r.number_pattern as "numberPattern", r.validity_months as "validityMonths", r.renew_before_days as "renewBeforeDays",
  r.remind_days as "remindDays", r.is_enabled as "isEnabled", r.version`

const listRow = storedRow.extend({
  templateName: z.string(),
  isTemplateUsed: z.boolean(),
  issuedCount: z.int(),
  refusedCount: z.int(),
  updatedAt: z.date(),
})

export interface RuleFilter {
  readonly keyWords?: string | undefined
  readonly kind?: RuleKind | undefined
}

export async function pageOfRules(db: Db, filter: RuleFilter, { pageIndex, pageSize }: { pageIndex: number; pageSize: number }) {
  const where = matching(db, filter)
  const rows = await rowsOf(db, listRow)`
    select ${columns}, t.name as "templateName", t.status = ${templateStatus.used} as "isTemplateUsed", r.updated_at as "updatedAt",
      (select count(*)::int from certificate.certificate c where c.company_id = r.company_id and c.rule_id = r.id) as "issuedCount",
      (select count(*)::int from certificate.refusal f where f.company_id = r.company_id and f.rule_id = r.id) as "refusedCount"
    from certificate.issue_rule r
    join certificate.template t on t.company_id = r.company_id and t.id = r.template_id
    where ${where}
    order by r.id desc
    limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`
  return { rows, totalCount: await countOf(db)`select count(*)::int as count from certificate.issue_rule r where ${where}` }
}

function matching(db: Db, { keyWords, kind }: RuleFilter): RawBuilder<unknown> {
  const parts = [sql`r.company_id = ${db.companyId}`, sql`r.removed_at is null`]
  if (keyWords) parts.push(sql`strpos(lower(r.name), lower(${keyWords})) > 0`)
  if (kind !== undefined) parts.push(sql`r.kind = ${kind}`)
  return sql.join(parts, sql` and `)
}

const optionRow = z.object({ id, name: z.string(), kind: z.enum(ruleKinds), isEnabled: z.boolean() })

export function selectRuleOptions(db: Db): Promise<z.input<typeof optionRow>[]> {
  return rowsOf(db, optionRow)`
    select r.id, r.name, r.kind, r.is_enabled as "isEnabled" from certificate.issue_rule r
    where r.company_id = ${db.companyId} and r.removed_at is null
    order by r.name, r.id`
}

export function findRule(db: Db, ruleId: string): Promise<StoredRule | undefined> {
  return findOne(db, storedRow)`
    select ${columns} from certificate.issue_rule r
    where r.company_id = ${db.companyId} and r.id = ${ruleId} and r.removed_at is null`
}

export function lockStoredRule(db: Db, ruleId: string): Promise<StoredRule | undefined> {
  return findOne(db, storedRow)`
    select ${columns} from certificate.issue_rule r
    where r.company_id = ${db.companyId} and r.id = ${ruleId} and r.removed_at is null
    for update`
}

export async function isTemplateUsed(db: Db, templateId: string): Promise<boolean> {
  const ids = await idsOf(db)`
    select t.id from certificate.template t
    where t.company_id = ${db.companyId} and t.id = ${templateId} and t.removed_at is null and t.status = ${templateStatus.used}`
  return ids.length > 0
}

export function insertRule(db: Db, rule: RuleFields, createdBy: string): Promise<string> {
  return idOf(db)`
    insert into certificate.issue_rule (company_id, name, template_id, kind, target_id, min_score_hundredths, conditions, number_pattern,
      validity_months, renew_before_days, remind_days, is_enabled, created_by)
    values (${db.companyId}, ${rule.name}, ${rule.templateId}, ${rule.kind}, ${rule.targetId}, ${rule.minScoreHundredths},
      ${JSON.stringify(rule.conditions)}::jsonb, ${rule.numberPattern}, ${rule.validityMonths}, ${rule.renewBeforeDays}, ${rule.remindDays}::int[], ${rule.isEnabled}, ${createdBy})
    returning id`
}

export async function updateRule(db: Db, ruleId: string, rule: RuleFields, now: Date): Promise<void> {
  await sql`
    update certificate.issue_rule
    set name = ${rule.name}, template_id = ${rule.templateId}, kind = ${rule.kind}, target_id = ${rule.targetId},
      min_score_hundredths = ${rule.minScoreHundredths}, conditions = ${JSON.stringify(rule.conditions)}::jsonb, number_pattern = ${rule.numberPattern}, validity_months = ${rule.validityMonths},
      renew_before_days = ${rule.renewBeforeDays}, remind_days = ${rule.remindDays}::int[], is_enabled = ${rule.isEnabled},
      version = version + 1, updated_at = ${now}
    where company_id = ${db.companyId} and id = ${ruleId}`.execute(db)
}

const namedRow = z.object({ id, name: z.string(), hasIssued: z.boolean() })

export function lockRules(db: Db, ids: readonly string[]): Promise<z.input<typeof namedRow>[]> {
  return rowsOf(db, namedRow)`
    select r.id, r.name,
      exists (select from certificate.certificate c where c.company_id = r.company_id and c.rule_id = r.id) as "hasIssued"
    from certificate.issue_rule r
    where r.company_id = ${db.companyId} and r.id = any(${[...ids]}::uuid[]) and r.removed_at is null
    order by r.id
    for update`
}

export async function removeRules(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await sql`
    update certificate.issue_rule set removed_at = ${now}, is_enabled = false, version = version + 1
    where company_id = ${db.companyId} and id = any(${[...ids]}::uuid[])`.execute(db)
}

const followingRow = z.object({
  id,
  targetId: id,
  name: z.string(),
  minScoreHundredths: z.int().nullable(),
  conditions: z.array(storedCondition),
})
export type FollowingRule = z.input<typeof followingRow>

/** Rules that follow these exams, courses, projects or scales by themselves. */
export function selectFollowing(db: Db, kind: RuleKind, targetIds: readonly string[]): Promise<FollowingRule[]> {
  return rowsOf(db, followingRow)`
    select r.id, r.target_id as "targetId", r.name, r.min_score_hundredths as "minScoreHundredths", r.conditions
    from certificate.issue_rule r
    where r.company_id = ${db.companyId} and r.kind = ${kind} and r.target_id = any(${[...targetIds]}::uuid[])
      and r.removed_at is null and r.is_enabled
    order by r.id`
}
