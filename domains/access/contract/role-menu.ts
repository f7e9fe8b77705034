import { endpoint, id, rowVersion } from '@kaopei/contract'
import { dataScope } from '@kaopei/identity/contract/role'
import { z } from 'zod'
import { roleErrors } from './errors.ts'
import { roleMenu } from './menus.ts'

const right = z.object({ code: z.string(), label: z.string() })

interface CompanyMenu {
  /** Its name; menus have no other id. */
  id: string
  parentId: string | null
  title: string
  path: string
  isGroup: boolean
  isHidden: boolean
  /** What people of this menu are seen depends on a data scope. */
  hasScope: boolean
  /** Buttons. Opening the menu itself comes with the menu. */
  rights: { code: string; label: string }[]
  /** The caller has it and may so grant it. */
  mayGrant: boolean
  /** Codes of `rights` that the caller may grant. */
  grantable: string[]
  children: CompanyMenu[]
}

export type { CompanyMenu }

const companyMenu: z.ZodType<CompanyMenu> = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  title: z.string(),
  path: z.string(),
  isGroup: z.boolean(),
  isHidden: z.boolean(),
  hasScope: z.boolean(),
  rights: z.array(right),
  mayGrant: z.boolean(),
  grantable: z.array(z.string()),
  children: z.array(z.lazy(() => companyMenu)),
})

const granted = z.object({ menu: z.string(), scope: z.number().int(), departmentIds: z.array(id) })

const menuName = z.string().min(1, '请选择菜单').max(100, '菜单不存在')
const menuNames = z.array(menuName).max(500, '菜单过多')
const scopeInput = {
  scope: dataScope.schema,
  /** Of scope 2 only; left out, those of a menu that has this scope stay. */
  departmentIds: z.array(id).max(1000, '最多选择1000个部门').optional(),
}

const changed = [
  roleErrors.adminFixed,
  roleErrors.roleBeyond,
  roleErrors.withDynamicGroup,
  roleErrors.beyondOwn,
  roleErrors.unknownMenu,
] as const

export const menuCalls = {
  listCompanyApp: endpoint({
    path: '/api/v1/system/menu/listCompanyApp',
    summary: '企业套餐内的菜单与按钮',
    access: roleMenu.rights.view,
    audit: 'read',
    output: z.array(companyMenu),
  }),
}

export const roleMenuCalls = {
  listRoleMenu: endpoint({
    path: '/api/v1/system/role-menu/listRoleMenu',
    summary: '角色的菜单、按钮与数据权限',
    access: roleMenu.rights.view,
    audit: 'read',
    input: z.object({ roleId: id }),
    output: z.object({
      roleId: id,
      version: z.number().int(),
      menus: z.array(granted),
      rights: z.array(z.string()),
      isAdmin: z.boolean(),
      hasDynamicGroup: z.boolean(),
      isEditable: z.boolean(),
    }),
  }),
  /** Replaces what the role grants. Menus that stay keep their data scope; new ones get the widest that the caller has. */
  setRoleMenu: endpoint({
    path: '/api/v1/system/role-menu/setRoleMenu',
    summary: '设置角色的菜单与按钮权限',
    access: roleMenu.rights.grant,
    audit: { action: 'setRoleMenu', target: 'role' },
    input: z.object({
      roleId: id,
      version: rowVersion,
      menus: menuNames,
      rights: z.array(z.string().max(100)).max(3000, '按钮过多'),
    }),
    output: z.object({ version: z.number().int() }),
    errors: changed,
  }),
  setDataPermission: endpoint({
    path: '/api/v1/system/role-menu/setDataPermission',
    summary: '设置角色的数据权限',
    access: roleMenu.rights.data,
    audit: { action: 'setDataPermission', target: 'role' },
    /** Several menus at once get the same scope. */
    input: z
      .object({ roleId: id, version: rowVersion, menus: menuNames.min(1, '请选择菜单'), ...scopeInput })
      .refine(({ scope, departmentIds }) => scope !== dataScope.chosen || departmentIds?.length !== 0, {
        path: ['departmentIds'],
        message: '请选择部门',
      }),
    output: z.object({ version: z.number().int() }),
    errors: [...changed, roleErrors.withoutScope, roleErrors.departmentMissing],
  }),
  getRoleMenuDataPerm: endpoint({
    path: '/api/v1/system/role-menu/getRoleMenuDataPerm',
    summary: '角色在一个菜单上的数据权限',
    access: roleMenu.rights.view,
    audit: 'read',
    carries: 'query',
    input: z.object({ roleId: id, menuId: menuName }),
    output: z.object({
      menu: z.string(),
      scope: z.number().int(),
      departmentIds: z.array(id),
      departments: z.array(z.object({ id, name: z.string() })),
      version: z.number().int(),
    }),
  }),
}
