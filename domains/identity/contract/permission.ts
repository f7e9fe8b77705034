import { codes, endpoint, id } from '@kaopei/contract'
import { z } from 'zod'

export const menuType = codes({
  group: { code: 1, label: '目录' },
  page: { code: 2, label: '菜单' },
  /** Reachable, but not shown in sidebar or header search. */
  hidden: { code: 3, label: '隐藏页面' },
})

/** `name` is the name of the console's route, `url` its absolute path. */
export interface MenuNode {
  id: string
  name: string
  parentId: string | null
  sort: number
  title: string
  icon: string
  type: number
  url: string
  children: MenuNode[]
}

const menuNode: z.ZodType<MenuNode> = z.object({
  id: z.string(),
  name: z.string(),
  parentId: z.string().nullable(),
  sort: z.number(),
  title: z.string(),
  icon: z.string(),
  type: menuType.schema,
  url: z.string(),
  children: z.array(z.lazy(() => menuNode)),
})

export const permissionCalls = {
  queryUserMenuTree: endpoint({
    path: '/api/v1/system/menu/queryUserMenuTree',
    summary: '当前用户的菜单树',
    access: 'signedIn',
    audit: 'read',
    beforePasswordChange: true,
    output: z.array(menuNode),
  }),
  queryUserButtonPerm: endpoint({
    path: '/api/v1/system/menu/queryUserButtonPerm',
    summary: '当前用户的按钮权限码',
    access: 'signedIn',
    audit: 'read',
    beforePasswordChange: true,
    output: z.array(z.string()),
  }),
  getLoginStaffRoleInfo: endpoint({
    path: '/api/v1/system/role/getLoginStaffRoleInfo',
    summary: '当前用户的角色',
    access: 'signedIn',
    audit: 'read',
    beforePasswordChange: true,
    /** `code` is 'admin' for the role that has every menu of the company's package, null for all others. */
    output: z.array(z.object({ id, name: z.string(), code: z.string().nullable() })),
  }),
}
