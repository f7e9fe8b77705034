import { asChange, endpoint, id, instant, requiredText, rowVersion, text } from '@kaopei/contract'
import { z } from 'zod'
import { tenantErrors } from './errors.ts'
import { merchantMenu, packageMenu } from './menus.ts'

/** A menu of a package; title and place are the menu's own where null. */
export const packageEntry = z.object({
  name: requiredText(60, '菜单'),
  title: text(20, '菜单名称')
    .nullish()
    .transform((title) => title || null),
  sort: z
    .number('请输入整数')
    .int('请输入整数')
    .min(0, '排序不能小于 0')
    .max(9999, '排序不能大于 9999')
    .nullish()
    .transform((sort) => sort ?? null),
})
export type PackageEntry = z.output<typeof packageEntry>

const row = z.object({
  id,
  name: z.string(),
  descript: z.string(),
  menus: z.array(z.object({ name: z.string(), title: z.string().nullable(), sort: z.number().nullable() })),
  companyCount: z.number().int(),
  updatedAt: instant,
  version: z.number().int(),
})
export type MenuPackageRow = z.output<typeof row>

/** A menu as every company could get it. */
const knownMenu = z.object({
  name: z.string(),
  title: z.string(),
  parent: z.string().nullable(),
  sort: z.number(),
  path: z.string(),
  isHidden: z.boolean(),
  isOfPlatform: z.boolean(),
  /** Comes with whatever is in it. */
  isGroup: z.boolean(),
  rights: z.array(z.object({ code: z.string(), label: z.string() })),
})
export type KnownMenu = z.output<typeof knownMenu>

export const packageFields = {
  name: requiredText(30, '套餐名称'),
  descript: text(200, '说明').default(''),
  menus: z.array(packageEntry).min(1, '请至少选择一个菜单').max(500, '菜单过多'),
}

export const menuPackage = {
  /** Every menu of the product with its buttons; the screen makes the tree. */
  listAllMenu: endpoint({
    path: '/api/v1/system/menu/listAllMenu',
    summary: '全部菜单',
    access: packageMenu.rights.view,
    audit: 'read',
    output: z.array(knownMenu),
  }),
  list: endpoint({
    path: '/api/v1/system/menuPackage/list',
    summary: '菜单套餐列表',
    access: [packageMenu.rights.view, merchantMenu.rights.view],
    audit: 'read',
    output: z.array(row),
  }),
  /** Without an id a new one. Every company that has the package has its menus with the commit. */
  save: endpoint({
    path: '/api/v1/system/menuPackage/save',
    summary: '保存菜单套餐',
    access: packageMenu.rights.edit,
    audit: { action: 'update', target: 'menu-package' },
    input: z.object({
      id: id.optional(),
      ...asChange(packageFields),
      version: rowVersion.optional(),
    }),
    output: row,
    errors: [tenantErrors.packageNameTaken, tenantErrors.unknownMenu],
  }),
  delete: endpoint({
    path: '/api/v1/system/menuPackage/delete',
    summary: '删除菜单套餐',
    access: packageMenu.rights.remove,
    audit: { action: 'delete', target: 'menu-package' },
    input: z.object({ id }),
    errors: [tenantErrors.packageInUse],
  }),
}
