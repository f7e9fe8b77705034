import { menu } from '@kaopei/contract'

export const permissionMenu = menu({
  name: 'permission',
  title: '平台管理',
  path: '/permission',
  icon: 'safety',
  sort: 60,
  platformOnly: true,
})
export const merchantMenu = menu(
  {
    name: 'merchant',
    title: '企业管理',
    path: '/permission/merchant',
    parent: 'permission',
    icon: 'company',
    sort: 10,
    platformOnly: true,
  },
  { add: '新增', edit: '编辑', suspend: '停用与恢复', reset: '重置管理员密码' },
)
export const platformUserMenu = menu(
  {
    name: 'permissionUser',
    title: '平台用户',
    path: '/permission/user',
    parent: 'permission',
    icon: 'user',
    sort: 20,
    platformOnly: true,
  },
  { edit: '新增与编辑', remove: '删除', reset: '重置密码' },
)
export const platformRoleMenu = menu(
  {
    name: 'permissionRole',
    title: '平台角色',
    path: '/permission/role',
    parent: 'permission',
    icon: 'team',
    sort: 30,
    platformOnly: true,
  },
  { edit: '新增与编辑', remove: '删除' },
)
export const packageMenu = menu(
  {
    name: 'permissionMenu',
    title: '菜单与套餐',
    path: '/permission/menu',
    parent: 'permission',
    icon: 'application',
    sort: 40,
    platformOnly: true,
  },
  { edit: '新增与编辑', remove: '删除' },
)
export const consumptionMenu = menu({
  name: 'consumption',
  title: '消耗统计',
  path: '/business/consumption',
  parent: 'business',
  icon: 'chart',
  sort: 56,
})
export const examConsumptionMenu = menu(
  {
    name: 'examConsumption',
    title: '考试消耗',
    path: '/business/consumption/examConsumption',
    parent: 'consumption',
    icon: 'chart',
    sort: 10,
  },
  { export: '导出' },
)
export const measurementConsumptionMenu = menu(
  {
    name: 'measurementConsumption',
    title: '测评消耗',
    path: '/business/consumption/measurementConsumption',
    parent: 'consumption',
    icon: 'chart',
    sort: 20,
  },
  { export: '导出' },
)

export const tenantMenus = [
  permissionMenu,
  merchantMenu,
  platformUserMenu,
  platformRoleMenu,
  packageMenu,
  consumptionMenu,
  examConsumptionMenu,
  measurementConsumptionMenu,
]
