import { endpoint, id, instant, pageOf, pageQuery, text } from '@kaopei/contract'
import { identityErrors } from '@kaopei/identity/contract/errors'
import { staffSelection } from '@kaopei/org/contract/selection'
import { groupKind } from '@kaopei/usergroup/contract/codes'
import { z } from 'zod'
import { roleErrors } from './errors.ts'
import { rolePeopleMenu } from './menus.ts'

const member = z.object({
  id,
  staffId: id,
  name: z.string(),
  /** 王小明(wangxm) */
  nameAccount: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  departmentPath: z.string().nullable(),
  isEnabled: z.boolean(),
  /** Holds the role themselves; otherwise through groups alone. */
  isDirect: z.boolean(),
  groups: z.array(z.object({ id, name: z.string() })),
})
export type RoleMember = z.output<typeof member>

const group = z.object({
  id,
  name: z.string(),
  groupName: z.string(),
  descript: z.string(),
  kind: groupKind.schema,
  staffCount: z.number().int(),
  since: instant,
})
export type RoleGroup = z.output<typeof group>

const changed = [roleErrors.roleBeyond] as const
const counted = z.object({ count: z.number().int(), outOfScopeCount: z.number().int() })
const groupIds = z.array(id).min(1, '请选择用户组').max(500, '最多关联500个用户组')

export const rolePeople = {
  listRoleStaffPage: endpoint({
    path: '/api/v1/system/role/listRoleStaffPage',
    summary: '角色的成员',
    access: rolePeopleMenu.rights.view,
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend({
      roleId: id,
      keyWords: text(50, '关键字').optional(),
      /** With everything below it. */
      departmentId: id.nullish(),
      /** 1: their own, 2: through groups. */
      source: z.coerce.number().int().min(1).max(2).optional(),
    }),
    output: pageOf(member),
  }),
  /** By ids, by departments or "all of this filter result"; people who hold it already stay. */
  addRoleStaff: endpoint({
    path: '/api/v1/system/role/addRoleStaff',
    summary: '添加角色成员',
    access: rolePeopleMenu.rights.add,
    scope: 'department',
    audit: { action: 'addRoleStaff', target: 'role' },
    input: staffSelection.extend({ roleId: id }),
    output: z.object({ count: z.number().int() }),
    errors: [...changed, roleErrors.nobodyChosen, roleErrors.beyondOwn],
  }),
  removeRoleStaff: endpoint({
    path: '/api/v1/system/role/removeRoleStaff',
    summary: '移除角色成员',
    access: rolePeopleMenu.rights.remove,
    scope: 'department',
    audit: { action: 'removeRoleStaff', target: 'role' },
    input: z.object({ roleId: id, staffIds: z.array(id).min(1, '请至少选择一项').max(5000, '一次最多处理5000人') }),
    output: counted,
    errors: [...changed, identityErrors.lastAdmin, roleErrors.nobodyChosen],
  }),
  listRoleStaffGroup: endpoint({
    path: '/api/v1/system/role/listRoleStaffGroup',
    summary: '角色关联的用户组',
    access: rolePeopleMenu.rights.view,
    audit: 'read',
    input: pageQuery.extend({ roleId: id }),
    output: pageOf(group),
  }),
  /** Adds groups; those that the role has stay. */
  associateStaffGroup: endpoint({
    path: '/api/v1/system/role/associateStaffGroup',
    summary: '角色关联用户组',
    access: rolePeopleMenu.rights.group,
    audit: { action: 'associateStaffGroup', target: 'role' },
    input: z.object({ roleId: id, groupIds }),
    output: z.object({ count: z.number().int() }),
    errors: [...changed, roleErrors.adminWithoutGroups, roleErrors.dynamicGroup, roleErrors.beyondOwn],
  }),
  removeStaffGroup: endpoint({
    path: '/api/v1/system/role/removeStaffGroup',
    summary: '角色移除用户组',
    access: rolePeopleMenu.rights.group,
    audit: { action: 'removeStaffGroup', target: 'role' },
    input: z.object({ roleId: id, groupIds }),
    output: z.object({ count: z.number().int() }),
    errors: changed,
  }),
}
