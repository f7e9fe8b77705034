import { endpoint, id, instant, pageOf, pageQuery, requiredText, rowVersion, text } from '@kaopei/contract'
import { staffSelection } from '@kaopei/org/contract/selection'
import { z } from 'zod'
import { groupKind } from './codes.ts'
import { groupErrors } from './errors.ts'
import { memberRow } from './member.ts'
import { userGroupMenu } from './menus.ts'
import { groupRule } from './rule.ts'

const row = z.object({
  id,
  name: z.string(),
  /** The same as `name`; both spellings are the specification's. */
  groupName: z.string(),
  descript: z.string(),
  /** Members whom the caller's data scope shows. */
  staffCount: z.number().int(),
  kind: groupKind.schema,
  categoryId: z.string().nullable(),
  categoryName: z.string().nullable(),
  /** When the members were last computed; null for a static group. */
  computedAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  version: z.number().int(),
})
export type GroupRow = z.output<typeof row>

const detail = row.extend({
  rule: groupRule.nullable(),
  /** All members are within the caller's data scope; otherwise the rule is not theirs to change. */
  isWhole: z.boolean(),
  /** Roles that its members have by it. With any, the rule is for administrators alone. */
  roleCount: z.number().int(),
})
export type GroupDetail = z.output<typeof detail>

/** Which groups. A category with everything below it; `none`: groups without a category. */
export const groupFilter = z.object({
  name: text(100, '用户组名称').optional(),
  groupName: text(100, '用户组名称').optional(),
  groupCategoryId: z.union([id, z.literal('none'), z.literal('')]).nullish(),
  kind: groupKind.schema.optional(),
})

const fields = {
  name: requiredText(50, '用户组名称'),
  descript: text(200, '描述').nullish(),
  categoryId: id.nullish(),
}
const one = z.object({ id })

export const group = {
  /** For the screen and for pickers: in the data scope of the screen that asks. */
  listStaffGroupPage: endpoint({
    path: '/api/v1/system/staff-group/listStaffGroupPage',
    summary: '用户组列表',
    access: 'signedIn',
    scope: 'screen',
    scopeElse: userGroupMenu,
    audit: 'read',
    input: pageQuery.extend({
      ...groupFilter.shape,
      pageIndex: pageQuery.shape.pageIndex.unwrap().optional(),
      /** Another spelling of `pageIndex`. */
      currentPage: pageQuery.shape.pageIndex.unwrap().optional(),
    }),
    output: pageOf(row),
  }),
  /** More than 2,000 are refused: whoever asks for all of them is never given a part. */
  listAllStaffGroup: endpoint({
    path: '/api/v1/system/staff-group/listAllStaffGroup',
    summary: '全部用户组',
    access: 'signedIn',
    scope: 'screen',
    scopeElse: userGroupMenu,
    audit: 'read',
    input: groupFilter.nullish().transform((filter) => filter ?? {}),
    output: z.array(row),
    errors: [groupErrors.tooManyForOneList],
  }),
  getStaffGroupById: endpoint({
    path: '/api/v1/system/staff-group/getStaffGroupById',
    carries: 'query',
    summary: '用户组详情',
    access: userGroupMenu.rights.view,
    scope: 'department',
    audit: 'read',
    input: one,
    output: detail,
  }),
  createStaffGroup: endpoint({
    path: '/api/v1/system/staff-group/createStaffGroup',
    summary: '新增用户组',
    access: userGroupMenu.rights.add,
    scope: 'department',
    audit: { action: 'create', target: 'userGroup' },
    input: z.object({
      ...fields,
      kind: groupKind.schema.default(groupKind.chosen),
      /** Of a dynamic group. */
      rule: groupRule.nullish(),
      /** First members of a static group. */
      selection: staffSelection.nullish(),
    }),
    output: z.object({ id, staffCount: z.number().int() }),
    errors: [groupErrors.nameTaken, groupErrors.categoryMissing, groupErrors.ruleMissing],
  }),
  /** What is not given stays. A new rule is computed at once. */
  updateStaffGroup: endpoint({
    path: '/api/v1/system/staff-group/updateStaffGroup',
    summary: '修改用户组',
    access: userGroupMenu.rights.edit,
    scope: 'department',
    audit: { action: 'update', target: 'userGroup' },
    input: z.object({ ...fields, id, name: fields.name.optional(), rule: groupRule.nullish(), version: rowVersion }),
    output: detail,
    errors: [
      groupErrors.nameTaken,
      groupErrors.categoryMissing,
      groupErrors.outOfScope,
      groupErrors.notDynamic,
      groupErrors.ruleGivesRoles,
    ],
  }),
  deleteStaffGroup: endpoint({
    path: '/api/v1/system/staff-group/deleteStaffGroup/:id',
    summary: '删除用户组',
    access: userGroupMenu.rights.remove,
    scope: 'department',
    audit: { action: 'delete', target: 'userGroup' },
    input: one,
    errors: [groupErrors.outOfScope, groupErrors.attachedToRole],
  }),
  /** Who would be in the group by this rule, and with `id` who would come and go. Changes nothing. */
  previewStaffGroupRule: endpoint({
    path: '/api/v1/system/staff-group/previewStaffGroupRule',
    summary: '预览用户组规则',
    access: [userGroupMenu.rights.add, userGroupMenu.rights.edit],
    scope: 'department',
    audit: 'read',
    input: z.object({ rule: groupRule, id: id.nullish() }),
    output: z.object({
      staffCount: z.number().int(),
      addedCount: z.number().int(),
      removedCount: z.number().int(),
      /** The first ten of each. */
      dataList: z.array(memberRow),
      added: z.array(memberRow),
      removed: z.array(memberRow),
    }),
  }),
  recomputeStaffGroup: endpoint({
    path: '/api/v1/system/staff-group/recomputeStaffGroup',
    summary: '立即重新计算用户组',
    access: userGroupMenu.rights.edit,
    scope: 'department',
    audit: { action: 'recompute', target: 'userGroup' },
    input: one,
    output: z.object({ staffCount: z.number().int(), addedCount: z.number().int(), removedCount: z.number().int() }),
    errors: [groupErrors.notDynamic],
  }),
  exportStaffGroup: endpoint({
    path: '/api/v1/system/staff-group/exportStaffGroup',
    summary: '导出用户组',
    access: userGroupMenu.rights.export,
    scope: 'department',
    audit: { action: 'export', target: 'userGroup' },
    input: groupFilter,
    output: z.object({ jobId: id }),
  }),
}
