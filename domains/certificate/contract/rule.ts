import {
  asChange,
  endpoint,
  id,
  ids,
  instant,
  labelled,
  lineText,
  pageOf,
  pageQuery,
  requiredText,
  rowVersion,
  score,
  scoreInput,
  text,
} from '@kaopei/contract'
import { z } from 'zod'
import { ruleKinds, ruleKindWords } from './codes.ts'
import { condition, mostConditions, storedCondition } from './conditions.ts'
import { ruleErrors } from './errors.ts'
import { issuedMenu, ruleMenu } from './menus.ts'
import { patternProblem } from './number-pattern.ts'

const base = '/api/v1/certificate/issueRule'
const { view, edit, remove } = ruleMenu.rights

export const ruleFields = {
  name: requiredText(50, '规则名称'),
  templateId: z.uuid('请选择证书模板'),
  kind: labelled(z.enum(ruleKinds, '请选择签发方式'), ruleKindWords),
  /** Of all but those by hand. */
  targetId: id.nullable().default(null),
  /** Of exams. */
  minScore: scoreInput.nullable().default(null),
  /** Of evaluations: all of them hold. None: whatever the result says. */
  conditions: z.array(condition).max(mostConditions, `最多 ${mostConditions} 个条件`).default([]),
  numberPattern: lineText(60, '编号规则').superRefine((pattern, context) => {
    const problem = patternProblem(pattern)
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
  }),
  /** Null: without end. */
  validityMonths: z
    .number('请输入有效期')
    .int('有效期应为整数')
    .min(1, '有效期不能小于 1 个月')
    .max(1200, '有效期不能大于 1200 个月')
    .nullable()
    .default(null),
  renewBeforeDays: z
    .number('请输入天数')
    .int('天数应为整数')
    .min(0, '天数不能小于 0')
    .max(3650, '天数不能大于 3650')
    .nullable()
    .default(null),
  remindDays: z
    .array(z.number().int().min(1, '提醒天数不能小于 1').max(365, '提醒天数不能大于 365'))
    .max(5, '最多 5 个提醒')
    .default([]),
  isEnabled: z.boolean().default(true),
}

const row = z.object({
  id,
  name: z.string(),
  templateId: id,
  templateName: z.string(),
  /** While it is stopped the rule issues nothing. */
  isTemplateUsed: z.boolean(),
  kind: z.enum(ruleKinds),
  targetId: id.nullable(),
  targetName: z.string(),
  minScore: score.nullable(),
  conditions: z.array(storedCondition),
  numberPattern: z.string(),
  validityMonths: z.number().int().nullable(),
  renewBeforeDays: z.number().int().nullable(),
  remindDays: z.array(z.number().int()),
  isEnabled: z.boolean(),
  issuedCount: z.number().int(),
  refusedCount: z.number().int(),
  updatedAt: instant,
  version: z.number().int(),
})
export type RuleRow = z.output<typeof row>

const scaleChoice = z.object({
  id,
  name: z.string(),
  dimensions: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      min: z.number(),
      max: z.number(),
      /** The highest that can be shown of a skill; null: the dimension leads to none. */
      level: z.number().int().nullable(),
      bands: z.array(z.string()),
    }),
  ),
})
export type ScaleChoice = z.output<typeof scaleChoice>

const kept = [ruleErrors.nameTaken, ruleErrors.templateRefused, ruleErrors.targetRefused, ruleErrors.conditionRefused] as const

export const rule = {
  list: endpoint({
    path: `${base}/list`,
    summary: '签发规则列表',
    access: view,
    audit: 'read',
    input: pageQuery.extend({ keyWords: text(100, '关键字').optional(), kind: z.enum(ruleKinds).optional() }),
    output: pageOf(row),
  }),
  /** For filters, and for issuing by hand. */
  options: endpoint({
    path: `${base}/options`,
    summary: '签发规则选项',
    access: [view, issuedMenu.rights.view],
    audit: 'read',
    output: z.array(z.object({ id, name: z.string(), kind: z.enum(ruleKinds), isEnabled: z.boolean() })),
  }),
  create: endpoint({
    path: `${base}/create`,
    summary: '新增签发规则',
    access: edit,
    audit: { action: 'create', target: 'certificate-rule' },
    input: z.object(ruleFields),
    output: z.object({ id }),
    errors: kept,
  }),
  /** What is left out stays as it is. */
  modify: endpoint({
    path: `${base}/modify`,
    summary: '修改签发规则',
    access: edit,
    audit: { action: 'modify', target: 'certificate-rule' },
    input: z.object({ id, version: rowVersion, ...asChange(ruleFields) }),
    errors: kept,
  }),
  remove: endpoint({
    path: `${base}/remove`,
    summary: '删除签发规则',
    access: remove,
    audit: { action: 'delete', target: 'certificate-rule' },
    input: z.object({ ids }),
    errors: [ruleErrors.inUse],
  }),
  /** Scales whose results a rule may follow, with what can be asked of them. */
  scales: endpoint({
    path: `${base}/scales`,
    summary: '可签发证书的测评',
    access: [edit, view],
    audit: 'read',
    input: pageQuery.extend({ keyWords: text(100, '关键字').optional(), ids: z.array(id).max(20, '最多 20 份').optional() }),
    output: pageOf(scaleChoice),
  }),
  /** Issues to whoever had earned it before the rule was there. */
  fill: endpoint({
    path: `${base}/fill`,
    summary: '补发证书',
    access: edit,
    audit: { action: 'issue', target: 'certificate-rule' },
    input: z.object({ id }),
    output: z.object({ jobId: id }),
    errors: [ruleErrors.stopped, ruleErrors.templateRefused, ruleErrors.nothingToFill],
  }),
}
