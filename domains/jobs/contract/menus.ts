import { menu } from '@kaopei/contract'

export const downloadMenu = menu(
  { name: 'download', title: '下载中心', path: '/business/download', parent: 'business', icon: 'download', sort: 40 },
  { manage: '查看和管理全部任务' },
)

export const jobsMenus = [downloadMenu]
