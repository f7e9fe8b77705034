import { endpoint, id, instant, pageOf, pageQuery } from '@kaopei/contract'
import { staffSource } from '@kaopei/org/contract/codes'
import { staffSelection } from '@kaopei/org/contract/selection'
import { staffFilter } from '@kaopei/org/contract/staff'
import { z } from 'zod'
import { groupKind } from './codes.ts'
import { groupErrors } from './errors.ts'
import { groupsOfPersonRights, userGroupMenu } from './menus.ts'

export const memberRow = z.object({
  id,
  /** The same as `id`; both spellings are the specification's. */
  staffId: id,
  name: z.string(),
  /** 王小明(wangxm) */
  nameAccount: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  departmentId: z.string().nullable(),
  /** 138****0000 unless the caller may see it whole. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  staffSource: staffSource.schema,
  isEnabled: z.boolean(),
  /** In the group since; null in previews. */
  since: instant.nullable(),
})
export type MemberRow = z.output<typeof memberRow>

const groupOfPerson = z.object({
  id,
  name: z.string(),
  groupName: z.string(),
  descript: z.string(),
  kind: groupKind.schema,
  categoryName: z.string().nullable(),
  since: instant,
})
export type GroupOfPerson = z.output<typeof groupOfPerson>

const membersOf = z.object({ id, ...staffFilter.shape })
const changeErrors = [groupErrors.membersAreRuled, groupErrors.givesMoreRights, groupErrors.nobodyChosen]

export const groupMember = {
  /** Members in the data scope of the screen that asks. Pickers choose people of a group with it. */
  listStaffGroupMember: endpoint({
    path: '/api/v1/system/staff-group/listStaffGroupMember',
    summary: '用户组成员',
    access: 'signedIn',
    scope: 'screen',
    scopeElse: userGroupMenu,
    audit: 'read',
    input: pageQuery.extend(membersOf.shape),
    output: pageOf(memberRow),
  }),
  /** By ids, departments or whole filter results: however many they are, only the conditions travel. */
  addStaffGroupMember: endpoint({
    path: '/api/v1/system/staff-group/addStaffGroupMember',
    summary: '添加用户组成员',
    access: userGroupMenu.rights.edit,
    scope: 'department',
    audit: { action: 'addMember', target: 'userGroup' },
    input: z.object({ id, selection: staffSelection }),
    output: z.object({ count: z.number().int(), staffCount: z.number().int() }),
    errors: changeErrors,
  }),
  removeStaffGroupMember: endpoint({
    path: '/api/v1/system/staff-group/removeStaffGroupMember',
    summary: '移除用户组成员',
    access: userGroupMenu.rights.edit,
    scope: 'department',
    audit: { action: 'removeMember', target: 'userGroup' },
    input: z.object({ id, selection: staffSelection }),
    output: z.object({ count: z.number().int(), staffCount: z.number().int() }),
    errors: changeErrors,
  }),
  exportStaffGroupMember: endpoint({
    path: '/api/v1/system/staff-group/exportStaffGroupMember',
    summary: '导出用户组成员',
    access: userGroupMenu.rights.export,
    scope: 'department',
    audit: { action: 'export', target: 'userGroup' },
    input: membersOf,
    output: z.object({ jobId: id }),
  }),
  /** Who is where: the groups that a person is in. */
  groupsOfStaff: endpoint({
    path: '/api/v1/system/staff-group/listGroupOfStaff',
    summary: '人员所在的用户组',
    access: groupsOfPersonRights,
    scope: 'screen',
    scopeElse: userGroupMenu,
    audit: 'read',
    input: z.object({ staffId: id }),
    output: z.array(groupOfPerson),
  }),
}
