/** The ledger of hours: planned, held, confirmed, settled; rows are only added. */
import { endpoint, id, instant, pageOf, pageQuery, protocolErrors, requiredText, text } from '@kaopei/contract'
import { z } from 'zod'
import { hourStage } from './codes.ts'
import { hoursErrors } from './errors.ts'
import { instructorManage } from './menus.ts'
import { money, month } from './shapes.ts'

const { rights } = instructorManage
const base = '/api/v1/teacher/hours'

const sums = {
  plannedMinutes: z.int(),
  heldMinutes: z.int(),
  confirmedMinutes: z.int(),
  settledMinutes: z.int(),
}

/** What a booking comes to on one day. */
const line = z.object({
  bookingId: id,
  day: z.string(),
  teacherId: id,
  teacherName: z.string(),
  title: z.string(),
  ...sums,
  stage: hourStage.schema,
  /** Whether the caller may confirm or settle it: nobody their own. */
  isOwn: z.boolean(),
  perHour: money.nullable(),
  amount: money.nullable(),
})
export type HourLine = z.output<typeof line>

const entry = z.object({
  id,
  day: z.string(),
  stage: hourStage.schema,
  minutes: z.int(),
  perHour: money.nullable(),
  amount: money.nullable(),
  reason: z.string(),
  isReversal: z.boolean(),
  isReversed: z.boolean(),
  /** The one that a correction is of. */
  mayCorrect: z.boolean(),
  madeByName: z.string().nullable(),
  madeAt: instant,
})
export type HourEntry = z.output<typeof entry>

const total = z.object({
  teacherId: id,
  teacherName: z.string(),
  institution: z.string(),
  ...sums,
  amount: money,
  /** Confirmed and not settled. */
  openMinutes: z.int(),
})
export type HourTotal = z.output<typeof total>

const lines = z
  .array(z.object({ bookingId: id, day: z.iso.date('日期格式应为 yyyy-MM-dd') }))
  .min(1, '请至少选择一项')
  .max(500, '一次最多 500 项')
const refusals = [protocolErrors.notFound, hoursErrors.own, hoursErrors.wrongStage] as const

export const teacherHours = {
  list: endpoint({
    path: `${base}/list`,
    summary: '课时明细',
    access: rights.view,
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend({
      teacherId: id.optional(),
      month: month.optional(),
      stage: z.coerce.number().pipe(hourStage.schema).optional(),
      keyWords: text(50, '关键字').optional(),
    }),
    output: pageOf(line),
  }),
  /** Every row of a booking, the oldest first. */
  entries: endpoint({
    path: `${base}/entries`,
    summary: '课时台账',
    access: rights.view,
    scope: 'department',
    audit: 'read',
    input: z.object({ bookingId: id }),
    output: z.array(entry),
    errors: [protocolErrors.notFound],
  }),
  confirm: endpoint({
    path: `${base}/confirm`,
    summary: '确认课时',
    access: rights.confirm,
    scope: 'department',
    audit: { action: 'confirm', target: 'teacher-hours' },
    input: z.object({ lines }),
    output: z.object({ confirmedCount: z.int() }),
    errors: refusals,
  }),
  /** A reversing row and a new one, of the furthest stage; 0 minutes: the reversing row alone. */
  correct: endpoint({
    path: `${base}/correct`,
    summary: '更正课时',
    access: rights.confirm,
    scope: 'department',
    audit: { action: 'correct', target: 'teacher-hours' },
    input: z.object({
      entryId: id,
      minutes: z.int('请填写整数分钟').min(0, '分钟数不能小于 0').max(1440, '一天最多 1440 分钟'),
      reason: requiredText(200, '更正原因'),
    }),
    errors: [...refusals, hoursErrors.notLast, hoursErrors.noRate, hoursErrors.sameMinutes],
  }),
  /** Everything confirmed in the month, at the rate of each day; days without a rate are left and named. */
  settle: endpoint({
    path: `${base}/settle`,
    summary: '结算课酬',
    access: rights.settle,
    scope: 'department',
    audit: { action: 'settle', target: 'teacher-hours' },
    input: z.object({ month, teacherIds: z.array(id).min(1).max(1000).optional() }),
    output: z.object({ settledCount: z.int(), amount: money, withoutRate: z.array(z.string()), ownCount: z.int() }),
    errors: [hoursErrors.nothing, hoursErrors.noRate, hoursErrors.own],
  }),
  statement: endpoint({
    path: `${base}/statement`,
    summary: '月度课时与课酬',
    access: rights.view,
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend({ month, keyWords: text(50, '关键字').optional() }),
    output: pageOf(total).extend({ sum: z.object({ ...sums, amount: money }) }),
  }),
  exportStatement: endpoint({
    path: `${base}/exportStatement`,
    summary: '导出月度课酬',
    access: rights.export,
    scope: 'department',
    audit: { action: 'export', target: 'teacher-hours' },
    input: z.object({ month, keyWords: text(50, '关键字').optional() }),
    output: z.object({ jobId: id }),
    errors: [hoursErrors.nothingToExport],
  }),
}
