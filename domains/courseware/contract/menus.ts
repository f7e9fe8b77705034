import { type Menu, menu } from '@kaopei/contract'

/** 课件管理 */
export const lessonManage = menu(
  {
    name: 'lessonManage',
    title: '课件管理',
    path: '/application/online/lessonManage',
    parent: 'online',
    icon: 'courseware',
    sort: 20,
  },
  { add: '新增课件', edit: '编辑课件', remove: '删除课件', transcode: '转码重试与取消' },
)

export const coursewareMenus: readonly Menu[] = [lessonManage]
