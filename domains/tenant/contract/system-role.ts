import { asChange, endpoint, id, pageOf, pageQuery, requiredText, rowVersion, text } from '@kaopei/contract'
import { z } from 'zod'
import { tenantErrors } from './errors.ts'
import { platformRoleMenu, platformUserMenu } from './menus.ts'

const row = z.object({
  id,
  name: z.string(),
  /** 'admin': everything. */
  code: z.string().nullable(),
  descript: z.string(),
  /** Names of menus. */
  menus: z.array(z.string()),
  /** Codes of rights beyond looking. */
  rights: z.array(z.string()),
  userCount: z.number().int(),
  version: z.number().int(),
})
export type SystemRoleRow = z.output<typeof row>

/** What can be granted: the menus of the caller with their buttons. */
const grantable = z.object({
  name: z.string(),
  title: z.string(),
  parent: z.string().nullable(),
  isGroup: z.boolean(),
  rights: z.array(z.object({ code: z.string(), label: z.string() })),
})

export const systemRoleFields = {
  name: requiredText(30, '角色名称'),
  descript: text(200, '角色描述').default(''),
  menus: z.array(text(60, '菜单')).max(500, '菜单过多').default([]),
  rights: z.array(text(120, '权限')).max(2000, '权限过多').default([]),
}

/** Roles of the platform's own company. The specification writes these paths without the prefix. */
export const systemRole = {
  getRoleListPage: endpoint({
    path: '/api/v1/system/role/getRoleListPage',
    aliases: ['/system/role/getRoleListPage'],
    summary: '平台角色列表',
    access: [platformRoleMenu.rights.view, platformUserMenu.rights.view],
    audit: 'read',
    input: pageQuery.extend({ roleName: text(30, '角色名称').optional() }),
    output: pageOf(row),
  }),
  listGrantable: endpoint({
    path: '/api/v1/system/role/listGrantableMenu',
    summary: '可授予平台角色的菜单',
    access: platformRoleMenu.rights.view,
    audit: 'read',
    output: z.array(grantable),
  }),
  /** Without an id a new one; of another what is left out stays as it is. */
  SaveOrEditRole: endpoint({
    path: '/api/v1/system/role/SaveOrEditRole',
    aliases: ['/system/role/SaveOrEditRole'],
    summary: '保存平台角色',
    access: platformRoleMenu.rights.edit,
    audit: { action: 'update', target: 'platform-role' },
    input: z.object({
      id: id.optional(),
      ...asChange(systemRoleFields),
      version: rowVersion.optional(),
    }),
    output: row,
    errors: [tenantErrors.roleNameTaken, tenantErrors.adminFixed, tenantErrors.unknownMenu, tenantErrors.beyondOwn],
  }),
  del: endpoint({
    path: '/api/v1/system/role/del',
    aliases: ['/system/role/del'],
    summary: '删除平台角色',
    access: platformRoleMenu.rights.remove,
    audit: { action: 'delete', target: 'platform-role' },
    input: z.object({ id }),
    errors: [tenantErrors.adminFixed, tenantErrors.roleInUse, tenantErrors.beyondOwn],
  }),
}
