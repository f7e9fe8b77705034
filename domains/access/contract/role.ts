import { asChange, endpoint, id, instant, requiredText, rowVersion, text } from '@kaopei/contract'
import { z } from 'zod'
import { roleErrors } from './errors.ts'
import { roleMenu, rolePeopleMenu } from './menus.ts'

export const roleFields = { name: requiredText(30, '角色名称'), descript: text(200, '角色描述').default('') }

const roleRow = z.object({
  id,
  name: z.string(),
  /** 'admin': has every menu and right of the company's package. */
  code: z.string().nullable(),
  descript: z.string(),
  /** Living people who hold it themselves; those of its groups come beside. */
  staffCount: z.number().int(),
  groupCount: z.number().int(),
  /** A rule decides who holds it: only administrators change it. */
  hasDynamicGroup: z.boolean(),
  /** The caller may change it: it is not the administrators', no rule decides who holds it, and it grants nothing that the caller does not have. */
  isEditable: z.boolean(),
  version: z.number().int(),
  createdAt: instant,
})
export type RoleRow = z.output<typeof roleRow>

export const mostRoles = 500

export const role = {
  listRole: endpoint({
    path: '/api/v1/system/role/listRole',
    summary: '角色列表',
    access: [roleMenu.rights.view, rolePeopleMenu.rights.view],
    audit: 'read',
    input: z.object({ name: text(30, '角色名称').optional() }),
    output: z.array(roleRow),
  }),
  createRole: endpoint({
    path: '/api/v1/system/role/createRole',
    summary: '新增角色',
    access: roleMenu.rights.add,
    audit: { action: 'create', target: 'role' },
    input: z.object(roleFields),
    output: z.object({ id }),
    errors: [roleErrors.nameTaken, roleErrors.tooMany],
  }),
  /** With its menus, buttons and data scopes, without its people. */
  copyRole: endpoint({
    path: '/api/v1/system/role/copyRole/:id',
    summary: '复制角色',
    access: roleMenu.rights.add,
    audit: { action: 'create', target: 'role' },
    input: z.object({ id, name: roleFields.name.optional() }),
    output: z.object({ id, name: z.string() }),
    errors: [roleErrors.nameTaken, roleErrors.roleBeyond, roleErrors.tooMany],
  }),
  updateRole: endpoint({
    path: '/api/v1/system/role/updateRole',
    summary: '编辑角色',
    access: roleMenu.rights.edit,
    audit: { action: 'update', target: 'role' },
    input: z.object({ id, version: rowVersion, ...asChange(roleFields) }),
    output: z.object({ version: z.number().int() }),
    errors: [roleErrors.nameTaken, roleErrors.adminFixed, roleErrors.roleBeyond, roleErrors.withDynamicGroup],
  }),
  /** A role that somebody holds is deleted only when asked for twice; the first answer says how many hold it. */
  deleteRole: endpoint({
    path: '/api/v1/system/role/deleteRole/:id',
    summary: '删除角色',
    access: roleMenu.rights.remove,
    audit: { action: 'delete', target: 'role' },
    input: z.object({ id, isConfirmed: z.boolean().default(false) }),
    errors: [roleErrors.hasMembers, roleErrors.adminFixed, roleErrors.roleBeyond, roleErrors.withDynamicGroup],
  }),
  checkExistRole: endpoint({
    path: '/api/v1/system/role/checkExistRole',
    summary: '角色名称是否已存在',
    access: [roleMenu.rights.add, roleMenu.rights.edit],
    audit: 'read',
    carries: 'form',
    /** `id`: the role that may keep its name. */
    input: z.object({ name: roleFields.name, id: id.optional() }),
    output: z.boolean(),
  }),
}
