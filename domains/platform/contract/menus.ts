import { menu } from '@kaopei/contract'

export const operationLogMenu = menu(
  { name: 'operationLog', title: '操作日志', path: '/business/operationLog', parent: 'business', icon: 'log', sort: 60 },
  { export: '导出' },
)

export const platformMenus = [operationLogMenu]
