/** Departments and groups whose people take part in a project. */
import { endpoint, id, instant, pageOf, pageQuery, protocolErrors } from '@kaopei/contract'
import { attachMode } from '@kaopei/usergroup/contract/codes'
import { z } from 'zod'
import { projectStaffErrors } from './errors.ts'
import { projectCenter } from './menus.ts'
import { added } from './staff.ts'

const { rights } = projectCenter
const base = '/api/v1/train/project/staff-group'

const audienceKind = z.enum(['department', 'group'])
export const audienceKindLabels = { department: '部门', group: '用户组' } as const

const targets = z.array(id).max(50, '一次最多 50 个').default([])
const { notFound } = protocolErrors

export const projectGroups = {
  list: endpoint({
    path: `${base}/listByProjectIdPage`,
    summary: '项目关联的部门和用户组',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({ projectId: id }),
    output: pageOf(
      z.object({
        id,
        kind: audienceKind,
        name: z.string(),
        mode: attachMode.schema,
        /** Of a snapshot: how many it had; null for whoever neither sees everybody nor attached it. */
        staffCount: z.int().nullable(),
        attachedByName: z.string().nullable(),
        attachedAt: instant,
      }),
    ),
    errors: [notFound],
  }),
  /** As they are now (1), or followed from now on (2). Nobody outside the caller's data scope comes by it, now or later. */
  associate: endpoint({
    path: `${base}/associatingStaffGroup`,
    summary: '按部门或用户组添加学员',
    access: rights.staff,
    audit: { action: 'addGroup', target: 'training-project' },
    scope: 'department',
    input: z
      .object({ projectId: id, groupIds: targets, departmentIds: targets, mode: attachMode.schema })
      .refine(({ groupIds, departmentIds }) => groupIds.length + departmentIds.length > 0, '您还没有选择！！'),
    output: added.omit({ skippedCount: true }).extend({ removedCount: z.int() }),
    errors: [notFound, projectStaffErrors.notOpen, projectStaffErrors.groupRefused],
  }),
  /** Whoever came by a followed one leaves with it, unless something else holds them; the people of a snapshot stay. */
  remove: endpoint({
    path: `${base}/removeStaffGroup`,
    summary: '取消关联部门或用户组',
    access: rights.staff,
    audit: { action: 'removeGroup', target: 'training-project' },
    scope: 'department',
    input: z.object({ projectId: id, groupIds: targets, departmentIds: targets }),
    output: z.object({ removedCount: z.int() }),
    errors: [notFound, projectStaffErrors.groupOutOfScope, projectStaffErrors.ended],
  }),
}
