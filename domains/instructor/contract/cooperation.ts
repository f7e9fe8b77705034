/** Under which terms somebody teaches: institution, first and last day, what an hour costs from which day on. */
import { asChange, dateInput, endpoint, id, pageOf, pageQuery, protocolErrors, rowVersion, text } from '@kaopei/contract'
import { z } from 'zod'
import { cooperationState } from './codes.ts'
import { cooperationErrors } from './errors.ts'
import { instructorManage } from './menus.ts'
import { money, moneyInput, optionalDay } from './shapes.ts'

const { cooperation: right } = instructorManage.rights
const base = '/api/v1/teacher/cooperation'

const row = z.object({
  id,
  teacherId: id,
  teacherName: z.string(),
  institution: z.string(),
  beginDate: z.string(),
  /** The last day; null: without end. */
  endDate: z.string().nullable(),
  state: cooperationState.schema,
  /** By day, the newest last. */
  rates: z.array(z.object({ validFrom: z.string(), perHour: money })),
  /** Today's. */
  perHour: money.nullable(),
  note: z.string(),
  version: rowVersion,
})
export type CooperationRow = z.output<typeof row>

export const cooperationFields = {
  institution: text(100, '合作机构').default(''),
  beginDate: dateInput,
  endDate: optionalDay,
  rates: z
    .array(z.object({ validFrom: dateInput, perHour: moneyInput }))
    .min(1, '请至少填写一个课酬标准')
    .max(50, '最多 50 个课酬标准'),
  note: text(500, '备注').default(''),
}
const refusals = [
  protocolErrors.notFound,
  cooperationErrors.overlapping,
  cooperationErrors.datesInverted,
  cooperationErrors.rateOutside,
  cooperationErrors.rateTwice,
] as const

export const cooperation = {
  list: endpoint({
    path: `${base}/list`,
    summary: '合作列表',
    access: right,
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend({
      teacherId: id.optional(),
      keyWords: text(100, '关键字').optional(),
      state: z.coerce.number().pipe(cooperationState.schema).optional(),
    }),
    output: pageOf(row),
  }),
  create: endpoint({
    path: `${base}/create`,
    summary: '新增合作',
    access: right,
    scope: 'department',
    audit: { action: 'create', target: 'teacher-cooperation' },
    input: z.object({ teacherId: id, ...cooperationFields }),
    output: z.object({ id }),
    errors: refusals,
  }),
  /** What is left out stays as it is; what is settled keeps the rate that it was settled at. */
  modify: endpoint({
    path: `${base}/modify`,
    summary: '修改合作',
    access: right,
    scope: 'department',
    audit: { action: 'update', target: 'teacher-cooperation' },
    input: z.object({ id, version: rowVersion, ...asChange(cooperationFields) }),
    output: z.object({ id, version: rowVersion }),
    errors: [...refusals, protocolErrors.changed],
  }),
}
