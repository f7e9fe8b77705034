import { type Menu, menu } from '@kaopei/contract'

/** 课程管理 */
export const courseManager = menu(
  {
    name: 'courseManager',
    title: '课程管理',
    path: '/application/online/courseManager',
    parent: 'online',
    icon: 'book',
    sort: 10,
  },
  {
    add: '新建课程',
    edit: '编辑课程',
    shelf: '上架与下架',
    remove: '删除课程',
    category: '管理分类',
    staff: '管理学员',
  },
)

/** 已购课程; name and path are the specification's. */
export const boughtManage = menu({
  name: 'management',
  title: '采购课程',
  path: '/application/online/management',
  parent: 'online',
  icon: 'purchase',
  sort: 30,
})

/** 学习进度 */
export const progressMenu = menu(
  { name: 'progress', title: '学习进度', path: '/application/online/progress', parent: 'online', icon: 'progress', sort: 40 },
  { remind: '催学', export: '导出', exempt: '免修与开放' },
)

/** 课程授权: of the platform's own company, which offers its courses to others. */
export const courseSales = menu(
  {
    name: 'courseSales',
    title: '课程授权',
    path: '/permission/courseSales',
    parent: 'permission',
    icon: 'book',
    sort: 60,
    platformOnly: true,
  },
  { edit: '新增和修改' },
)

export const courseMenus: readonly Menu[] = [courseManager, boughtManage, progressMenu, courseSales]
