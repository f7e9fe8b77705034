/** 考试报表: what came of the exams, one row each; behind a row the statistics of results.ts. */
import { endpoint, id, instant, pageOf, pageQuery, score, text } from '@kaopei/contract'
import { examStatus } from '@kaopei/exam/contract/exam-codes'
import { examUseWay } from '@kaopei/exam/contract/exam-settings'
import { z } from 'zod'
import { examAnalysis, examReport as menu } from './menus.ts'

const count = z.number().int()

const reportRow = z.object({
  id,
  name: z.string(),
  /** Computed from the clock: 4, 5, 6 or 7. */
  status: examStatus.schema,
  admissionStartTime: instant.nullable(),
  admissionEndTime: instant.nullable(),
  sumScore: score,
  passScore: score,
  examUseWay: count,
  /** People within the caller's data scope; every ratio is of premiseExamCount, floored. */
  premiseExamCount: count,
  hasExamCount: count,
  hasExamRatio: count,
  completeExamCount: count,
  completeExamRatio: count,
  passExamCount: count,
  passExamRatio: count,
  reviewCount: count,
  aveScore: score.nullable(),
})

export const examReport = {
  list: endpoint({
    path: '/api/v1/exam/examination/report/list',
    summary: '考试报表',
    access: [menu.rights.view, examAnalysis.rights.view],
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({
      name: text(100, '名称').optional(),
      /** Simulations are no part of what the company reports: only for who asks for them. */
      examUseWay: examUseWay.schema.default(examUseWay.formal),
      status: z.union([z.coerce.number().int().min(4).max(7), z.array(z.coerce.number().int().min(4).max(7)).max(4)]).optional(),
      beginTime: z.union([z.iso.date(), z.iso.datetime({ offset: true }).max(40)]).optional(),
      endTime: z.union([z.iso.date(), z.iso.datetime({ offset: true }).max(40)]).optional(),
    }),
    output: pageOf(reportRow),
  }),
  get: endpoint({
    path: '/api/v1/exam/examination/report/get',
    summary: '一场考试的报表',
    access: [examAnalysis.rights.view, menu.rights.view],
    audit: 'read',
    scope: 'department',
    input: z.object({ examinationId: id }),
    output: reportRow,
  }),
}
