/** Who sits an exam and who marks it (step 3 of the wizard, and later from the exam's detail page). */
import { endpoint, id, ids, optionalIds, pageOf, pageQuery, text } from '@kaopei/contract'
import { leftOut } from '@kaopei/org/contract/left-out'
import { platformErrors } from '@kaopei/platform/contract/errors'
import { z } from 'zod'
import { examErrors } from './exam-errors.ts'
import { overrideTimes } from './exam-overrides.ts'
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
  /** Has times of their own or by a group; what comes out of them tells `examOverrides.ofPerson`. */
  times: overrideTimes.nullable(),
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

/** Those within the caller's data scope; of the others how many there are. They stay whatever list is saved. */
const reviewerList = z.object({
  dataList: z.array(reviewerRow),
  totalCount: z.number().int(),
  outOfScopeCount: z.number().int(),
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
      .object({
        examinationId: id,
        staffIds: optionalIds,
        departmentIds: optionalIds,
        /** Everybody who holds one of these posts today. */
        postIds: optionalIds,
        /** The candidates of these exams. */
        examIds: z.array(id).max(100, '一次最多选择 100 场考试').default([]),
      })
      .refine(
        ({ staffIds, departmentIds, postIds, examIds }) =>
          staffIds.length + departmentIds.length + postIds.length + examIds.length > 0,
        '您还没有选择！！',
      ),
    output: z.object({
      addedCount: z.number().int(),
      /** Were on the list already. */
      repeatedCount: z.number().int(),
      /** Disabled, removed or outside the caller's data scope. */
      skippedCount: z.number().int(),
    }),
    errors: [examErrors.cancelled, examErrors.ended, examErrors.outsideClosed, platformErrors.quotaUsedUp],
  }),
  remove: endpoint({
    path: '/api/v1/exam/examination/staff/delete',
    summary: '移除考生',
    access: manage,
    audit: { action: 'removeStaff', target: 'exam' },
    scope: 'department',
    input: z.object({ examinationId: id, staffIds: ids }),
    output: z.object({ removedCount: z.number().int(), leftOut }),
    errors: [examErrors.candidateHasAttempt, examErrors.heldByGroup],
  }),
  listReviewers: endpoint({
    path: '/api/v1/exam/examination/reviewer/list',
    summary: '阅卷官名单',
    access: examManage.rights.view,
    audit: 'read',
    scope: 'department',
    input: z.object({ examinationId: id }),
    output: reviewerList,
  }),
  saveReviewers: endpoint({
    path: '/api/v1/exam/examination/reviewer/save',
    summary: '设置阅卷官',
    access: manage,
    audit: { action: 'saveReviewer', target: 'exam' },
    scope: 'department',
    input: z.object({ examinationId: id, reviewStaffIds: z.array(id).max(100, '最多 100 名阅卷官') }),
    output: reviewerList,
    errors: [examErrors.reviewerRefused, examErrors.unknownStaff, examErrors.cancelled],
  }),
}

export type CandidateRow = z.input<typeof candidateRow>
