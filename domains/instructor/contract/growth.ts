/** What participants thought, what the company asks for, proposals to raise somebody. */
import { endpoint, id, instant, pageOf, pageQuery, protocolErrors, requiredText, rowVersion, text } from '@kaopei/contract'
import { z } from 'zod'
import { promotionState, teacherLevel } from './codes.ts'
import { promotionErrors } from './errors.ts'
import { instructorManage, teachersConfig } from './menus.ts'
import { shownMean } from './shapes.ts'

const { rights } = instructorManage
const base = '/api/v1/teacher'

/** Fewer sheets of a source are in no figure. */
export const fewestSheets = 3

const rating = z.object({
  source: z.string(),
  sourceId: id,
  title: z.string(),
  /** Null below three sheets. */
  mean: shownMean,
  sheetCount: z.int(),
  aspects: z.array(z.object({ name: z.string(), mean: z.number(), count: z.int() })),
  asOf: instant,
})
export type RatingRow = z.output<typeof rating>

/** What a level asks for, beside what there is. */
const condition = z.object({
  key: z.enum(['minutes', 'rating', 'qualification']),
  needed: z.number(),
  found: z.number().nullable(),
  /** Of a rating. */
  count: z.int().nullable(),
  isMet: z.boolean(),
})
export const evidence = z.object({
  toLevel: teacherLevel.schema,
  /** The months that were looked at. */
  since: z.string(),
  until: z.string(),
  conditions: z.array(condition),
  isMet: z.boolean(),
})
export type Evidence = z.output<typeof evidence>

const proposal = z.object({
  id,
  teacherId: id,
  teacherName: z.string(),
  fromLevel: teacherLevel.schema,
  toLevel: teacherLevel.schema,
  evidence,
  reason: z.string(),
  state: promotionState.schema,
  proposedByName: z.string().nullable(),
  proposedAt: instant,
  decidedByName: z.string().nullable(),
  decidedAt: instant.nullable(),
  opinion: z.string(),
  /** By the caller: neither who proposed it nor whom it is about. */
  mayDecide: z.boolean(),
  mayWithdraw: z.boolean(),
})
export type Proposal = z.output<typeof proposal>

const standard = z.object({
  level: z.union([z.literal(2), z.literal(3), z.literal(4)]),
  minHours: z.number('请输入课时').min(0, '不能小于 0').max(10_000, '课时过多').multipleOf(0.5, '以半小时为单位'),
  minRating: z.number('请输入评分').min(0, '不能小于 0').max(5, '评分最高 5 分').multipleOf(0.01, '最多两位小数'),
  minRatedCount: z.int('请输入份数').min(fewestSheets, '至少 3 份').max(100_000, '份数过多'),
  months: z.int('请输入月数').min(1, '至少 1 个月').max(120, '最多 120 个月'),
  needsQualification: z.boolean(),
})
export type Standard = z.output<typeof standard>

export const teacherGrowth = {
  ratings: endpoint({
    path: `${base}/rating/list`,
    summary: '讲师评价',
    access: rights.view,
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend({ teacherId: id }),
    output: pageOf(rating).extend({ overall: shownMean }),
    errors: [protocolErrors.notFound],
  }),
  evidence: endpoint({
    path: `${base}/promotion/evidence`,
    summary: '晋级依据',
    access: rights.promote,
    scope: 'department',
    audit: 'read',
    input: z.object({ teacherId: id }),
    output: evidence.nullable(),
    errors: [protocolErrors.notFound],
  }),
  propose: endpoint({
    path: `${base}/promotion/propose`,
    summary: '发起晋级',
    access: rights.promote,
    scope: 'department',
    audit: { action: 'propose', target: 'teacher-promotion' },
    input: z.object({ teacherId: id, reason: text(500, '理由').default('') }),
    output: z.object({ id }),
    errors: [protocolErrors.notFound, promotionErrors.highest, promotionErrors.waits, promotionErrors.reasonNeeded],
  }),
  proposals: endpoint({
    path: `${base}/promotion/list`,
    summary: '晋级申请',
    access: rights.view,
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend({
      teacherId: id.optional(),
      keyWords: text(50, '关键字').optional(),
      state: z.coerce.number().pipe(promotionState.schema).optional(),
    }),
    output: pageOf(proposal),
  }),
  decide: endpoint({
    path: `${base}/promotion/decide`,
    summary: '审批晋级',
    access: rights.decide,
    scope: 'department',
    audit: { action: 'decide', target: 'teacher-promotion' },
    input: z.object({ id, isApproved: z.boolean(), opinion: requiredText(500, '审批意见') }),
    errors: [protocolErrors.notFound, promotionErrors.decided, promotionErrors.byAnother, promotionErrors.levelChanged],
  }),
  withdraw: endpoint({
    path: `${base}/promotion/withdraw`,
    summary: '撤回晋级申请',
    access: rights.promote,
    scope: 'department',
    audit: { action: 'withdraw', target: 'teacher-promotion' },
    input: z.object({ id }),
    errors: [protocolErrors.notFound, promotionErrors.decided, promotionErrors.notOwn],
  }),
  standards: endpoint({
    path: `${base}/standard/list`,
    summary: '晋级标准',
    access: teachersConfig.rights.view,
    audit: 'read',
    output: z.array(standard.extend({ version: rowVersion })),
  }),
  saveStandard: endpoint({
    path: `${base}/standard/save`,
    summary: '保存晋级标准',
    access: teachersConfig.rights.edit,
    audit: { action: 'save', target: 'teacher-standard' },
    input: standard.extend({ version: rowVersion }),
    errors: [protocolErrors.changed],
  }),
}
