import { menu } from '@kaopei/contract'

export const companyInfoMenu = menu(
  { name: 'companyInfo', title: '企业信息', path: '/business/companyInfo', parent: 'business', icon: 'company', sort: 50 },
  { edit: '编辑' },
)
export const partnerConfigMenu = menu(
  {
    name: 'partnerConfig',
    title: '合作方配置',
    path: '/business/partnerConfig',
    parent: 'business',
    icon: 'setting',
    sort: 52,
  },
  { edit: '编辑', delete: '删除' },
)
export const thirdauthMenu = menu({
  name: 'thirdauth',
  title: '第三方平台',
  path: '/business/thirdauth',
  parent: 'business',
  icon: 'api',
  sort: 54,
})
export const thirdauthIndexMenu = menu(
  {
    name: 'thirdauthIndex',
    title: '平台接入',
    path: '/business/thirdauth/thirdauthIndex',
    parent: 'thirdauth',
    icon: 'api',
    sort: 10,
  },
  { edit: '编辑', remove: '删除' },
)
export const thirdauthDDMenu = menu({
  name: 'thirdauthDD',
  title: '钉钉接入',
  path: '/business/thirdauth/thirdauthDD',
  parent: 'thirdauth',
  icon: 'api',
  sort: 20,
})
export const operationLogMenu = menu(
  { name: 'operationLog', title: '操作日志', path: '/business/operationLog', parent: 'business', icon: 'log', sort: 60 },
  { export: '导出' },
)

export const platformMenus = [
  companyInfoMenu,
  partnerConfigMenu,
  thirdauthMenu,
  thirdauthIndexMenu,
  thirdauthDDMenu,
  operationLogMenu,
]
