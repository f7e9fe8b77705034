import { dateInput, endpoint, id, instant, pageOf, pageQuery, text } from '@kaopei/contract'
import { z } from 'zod'
import { examConsumptionMenu, measurementConsumptionMenu } from './menus.ts'

const row = z.object({
  subjectId: id,
  subjectName: z.string().nullable(),
  staffId: id,
  staffName: z.string(),
  loginAccount: z.string(),
  departmentName: z.string().nullable(),
  at: instant,
})
export type ConsumptionRow = z.output<typeof row>

export const consumptionFilter = z.object({
  /** Within the names of subject, person and account. */
  keyWords: text(50, '关键字').optional(),
  beginTime: dateInput.optional(),
  endTime: dateInput.optional(),
})

/** Of the whole company; `balance` is null without a limit, and never below 0. */
const summary = z.object({
  quota: z.number().int().nullable(),
  used: z.number().int(),
  balance: z.number().int().nullable(),
  asOf: instant,
})

const listed = pageOf(row)
const exported = z.object({ jobId: id })

export const examConsumption = {
  list: endpoint({
    path: '/api/v1/exam/examination/examConsume',
    summary: '考试消耗明细',
    access: examConsumptionMenu.rights.view,
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend(consumptionFilter.shape),
    output: listed,
  }),
  summary: endpoint({
    path: '/api/v1/exam/examination/examConsumeSummary',
    summary: '考试额度与消耗',
    access: examConsumptionMenu.rights.view,
    audit: 'read',
    output: summary,
  }),
  export: endpoint({
    path: '/api/v1/exam/examination/examConsumeExport',
    summary: '导出考试消耗',
    access: examConsumptionMenu.rights.export,
    scope: 'department',
    audit: { action: 'export', target: 'exam-consumption' },
    input: consumptionFilter,
    output: exported,
  }),
}

export const measurementConsumption = {
  list: endpoint({
    path: '/api/v1/evaluation/evaluationConsume',
    summary: '测评消耗明细',
    access: measurementConsumptionMenu.rights.view,
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend(consumptionFilter.shape),
    output: listed,
  }),
  summary: endpoint({
    path: '/api/v1/evaluation/evaluationConsumeSummary',
    summary: '测评额度与消耗',
    access: measurementConsumptionMenu.rights.view,
    audit: 'read',
    output: summary,
  }),
  export: endpoint({
    path: '/api/v1/evaluation/evaluationConsumeExport',
    summary: '导出测评消耗',
    access: measurementConsumptionMenu.rights.export,
    scope: 'department',
    audit: { action: 'export', target: 'measurement-consumption' },
    input: consumptionFilter,
    output: exported,
  }),
}
