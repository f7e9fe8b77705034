/** User groups attached to an exam: as they are at that moment, or followed until the exam closes. */
import { endpoint, id, instant, pageOf, pageQuery } from '@kaopei/contract'
import { platformErrors } from '@kaopei/platform/contract/errors'
import { attachMode } from '@kaopei/usergroup/contract/codes'
import { z } from 'zod'
import { examErrors } from './exam-errors.ts'
import { examManage } from './menus.ts'

const manage = [examManage.rights.edit, examManage.rights.add] as const
const base = '/api/v1/exam/examination/staffGroup'

const groupIds = z.array(id).min(1, '您还没有选择！！').max(50, '一次最多关联 50 个用户组')

export const examGroups = {
  list: endpoint({
    path: `${base}/list`,
    summary: '考试关联的用户组',
    access: examManage.rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({ examinationId: id }),
    output: pageOf(
      z.object({
        id,
        name: z.string(),
        mode: attachMode.schema,
        /** Members now, within the caller's data scope; for a snapshot those of then. */
        staffCount: z.number().int(),
        isRemoved: z.boolean(),
        attachedByName: z.string().nullable(),
        attachedAt: instant,
      }),
    ),
  }),
  /** A group that is attached already changes its mode. Nobody outside the caller's data scope joins by it, now or later. */
  add: endpoint({
    path: `${base}/create`,
    summary: '关联用户组',
    access: manage,
    audit: { action: 'addGroup', target: 'exam' },
    scope: 'department',
    input: z.object({ examinationId: id, groupIds, mode: attachMode.schema }),
    output: z.object({
      addedCount: z.number().int(),
      /** Were on the list already. */
      repeatedCount: z.number().int(),
      /** Disabled or outside the caller's data scope. */
      skippedCount: z.number().int(),
      /** Left the list, because a group that was followed is not any more. */
      removedCount: z.number().int(),
    }),
    errors: [
      platformErrors.quotaUsedUp,
      examErrors.cancelled,
      examErrors.ended,
      examErrors.groupRefused,
      examErrors.groupOutOfScope,
      examErrors.outsideClosed,
    ],
  }),
  /** Whoever came by a followed group and has not begun leaves the list with it; the people of a snapshot stay. */
  remove: endpoint({
    path: `${base}/delete`,
    summary: '取消关联用户组',
    access: manage,
    audit: { action: 'removeGroup', target: 'exam' },
    scope: 'department',
    input: z.object({ examinationId: id, groupIds }),
    output: z.object({ removedCount: z.number().int() }),
    errors: [examErrors.cancelled, examErrors.ended, examErrors.groupOutOfScope],
  }),
}
