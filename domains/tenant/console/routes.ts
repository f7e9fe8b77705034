import type { RouteSpec } from '@kaopei/web'

export const routes: readonly RouteSpec[] = [
  {
    path: '/permission',
    name: 'permission',
    title: '平台管理',
    redirect: '/permission/merchant',
    children: [
      { path: '/permission/merchant', name: 'merchant', title: '企业管理', page: () => import('./merchant.list.tsx') },
      { path: '/permission/user', name: 'permissionUser', title: '平台用户', page: () => import('./system-user.list.tsx') },
      { path: '/permission/role', name: 'permissionRole', title: '平台角色', page: () => import('./system-role.list.tsx') },
      { path: '/permission/menu', name: 'permissionMenu', title: '菜单与套餐', page: () => import('./menu-package.page.tsx') },
    ],
  },
  {
    path: '/business/consumption',
    name: 'consumption',
    title: '消耗统计',
    redirect: '/business/consumption/examConsumption',
    children: [
      {
        path: '/business/consumption/examConsumption',
        name: 'examConsumption',
        title: '考试消耗',
        page: () => import('./exam-consumption.list.tsx'),
      },
      {
        path: '/business/consumption/measurementConsumption',
        name: 'measurementConsumption',
        title: '测评消耗',
        page: () => import('./measurement-consumption.list.tsx'),
      },
    ],
  },
]
