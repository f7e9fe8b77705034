/** The chosen people of a practice (PRC-012, PRC-013; `examinationId` is the specification's name for the practice here). */
import { endpoint, id, instant, optionalIds, pageOf, pageQuery, text } from '@kaopei/contract'
import { leftOut } from '@kaopei/org/contract/left-out'
import { staffSelection } from '@kaopei/org/contract/selection'
import { z } from 'zod'
import { practiceErrors } from './errors.ts'
import { practiceManage } from './menus.ts'
import { base, practiceManagers } from './practice.ts'

const { rights } = practiceManage

const staffRow = z.object({
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  addedTime: instant,
  /** Came by a course or project that leads to the practice. */
  isByTask: z.boolean(),
  hasPractised: z.boolean(),
})
export type PracticeStaffRow = z.input<typeof staffRow>

export const practicePeople = {
  staffList: endpoint({
    path: `${base}/staffList`,
    summary: '练习人员',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({ examinationId: id, keyWords: text(50, '关键字').optional(), departmentId: id.optional() }),
    output: pageOf(staffRow),
  }),
  /** Adds people to a practice of chosen people; who is on it stays. */
  updateStaff: endpoint({
    path: `${base}/updateStaff`,
    summary: '添加练习人员',
    access: practiceManagers,
    audit: { action: 'addStaff', target: 'practice' },
    scope: 'department',
    input: staffSelection
      .extend({ examinationId: id })
      .refine(
        ({ staffIds, departmentIds, filters }) => staffIds.length + departmentIds.length + filters.length > 0,
        '您还没有选择！！',
      ),
    output: z.object({
      addedCount: z.number().int(),
      /** Were on the list already. */
      repeatedCount: z.number().int(),
      /** Disabled, removed or outside the caller's data scope; of people chosen one by one. */
      skippedCount: z.number().int(),
    }),
    errors: [practiceErrors.notChosen, practiceErrors.ended],
  }),
  /** What they have answered stays. `staffId` is one more of `staffIds`; the page's fields and `deleteTime` travel along and mean nothing here. */
  deleteStaff: endpoint({
    path: `${base}/deleteStaff`,
    summary: '移除练习人员',
    access: practiceManagers,
    audit: { action: 'removeStaff', target: 'practice' },
    scope: 'department',
    input: z
      .object({ examinationId: id, staffId: id.nullish(), staffIds: optionalIds })
      .refine(({ staffId, staffIds }) => staffIds.length > 0 || typeof staffId === 'string', '您还没有选择！！'),
    output: z.object({ removedCount: z.number().int(), leftOut }),
  }),
}
