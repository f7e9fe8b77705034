/** Who sits an exam and who marks it (step 3 of the wizard, and later from the exam's detail page). */
import { endpoint, id, ids, optionalIds, pageOf, pageQuery, text } from '@kaopei/contract'
import { z } from 'zod'
import { examErrors } from './exam-errors.ts'
import { examManage } from './menus.ts'

const manage = [examManage.rights.edit, examManage.rights.add] as const

const candidateRow = z.object({
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  departmentId: id.nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  extraPercent: z.number().int(),
  extraMinutes: z.number().int(),
  /** Sat or sits: can no longer be removed. */
  hasAttempt: z.boolean(),
  /** The followed user groups that have this candidate on the list; none for whoever was chosen. */
  groupNames: z.array(z.string()),
})
const reviewerRow = z.object({
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  department: z.string().nullable(),
  email: z.string().nullable(),
})

export const examPeople = {
  list: endpoint({
    path: '/api/v1/exam/examination/staff/list',
    summary: '考生名单',
    access: examManage.rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({
      examinationId: id,
      keyWords: text(50, '关键字').optional(),
      departmentId: id.optional(),
    }),
    output: pageOf(candidateRow),
  }),
  add: endpoint({
    path: '/api/v1/exam/examination/staff/create',
    summary: '添加考生',
    access: manage,
    audit: { action: 'addStaff', target: 'exam' },
    scope: 'department',
    input: z
      .object({ examinationId: id, staffIds: optionalIds, departmentIds: optionalIds })
      .refine(({ staffIds, departmentIds }) => staffIds.length + departmentIds.length > 0, '您还没有选择！！'),
    output: z.object({
      addedCount: z.number().int(),
      /** Were on the list already. */
      repeatedCount: z.number().int(),
      /** Disabled, removed or outside the caller's data scope. */
      skippedCount: z.number().int(),
    }),
    errors: [examErrors.cancelled, examErrors.ended, examErrors.outsideClosed],
  }),
  remove: endpoint({
    path: '/api/v1/exam/examination/staff/delete',
    summary: '移除考生',
    access: manage,
    audit: { action: 'removeStaff', target: 'exam' },
    scope: 'department',
    input: z.object({ examinationId: id, staffIds: ids }),
    output: z.object({ removedCount: z.number().int() }),
    errors: [examErrors.candidateHasAttempt, examErrors.heldByGroup],
  }),
  /** Extra time per candidate; attempts under way get their new deadline at once. */
  saveTime: endpoint({
    path: '/api/v1/exam/examination/staff/saveTime',
    summary: '设置考生的加时',
    access: manage,
    audit: { action: 'extraTime', target: 'exam' },
    scope: 'department',
    input: z.object({
      examinationId: id,
      staffIds: ids,
      extraPercent: z.number('请输入加时比例').int('加时比例须为整数').min(0).max(400, '加时比例不能超过 400%').default(0),
      extraMinutes: z.number('请输入加时分钟数').int('加时须为整数分钟').min(0).max(1440, '加时不能超过 1440 分钟').default(0),
    }),
    output: z.object({ changedCount: z.number().int(), recomputedCount: z.number().int() }),
    errors: [examErrors.unknownStaff, examErrors.cancelled],
  }),
  listReviewers: endpoint({
    path: '/api/v1/exam/examination/reviewer/list',
    summary: '阅卷官名单',
    access: examManage.rights.view,
    audit: 'read',
    input: z.object({ examinationId: id }),
    output: z.object({ dataList: z.array(reviewerRow), totalCount: z.number().int() }),
  }),
  saveReviewers: endpoint({
    path: '/api/v1/exam/examination/reviewer/save',
    summary: '设置阅卷官',
    access: manage,
    audit: { action: 'saveReviewer', target: 'exam' },
    scope: 'department',
    input: z.object({ examinationId: id, reviewStaffIds: z.array(id).max(100, '最多 100 名阅卷官') }),
    output: z.object({ dataList: z.array(reviewerRow), totalCount: z.number().int() }),
    errors: [examErrors.reviewerRefused, examErrors.unknownStaff, examErrors.cancelled],
  }),
}

export type CandidateRow = z.input<typeof candidateRow>
