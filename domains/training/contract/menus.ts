import { type Menu, menu } from '@kaopei/contract'

/** 培训项目 */
export const projectCenter = menu(
  {
    name: 'projectCenter',
    title: '培训项目',
    path: '/application/online/projectCenter',
    parent: 'online',
    icon: 'project',
    sort: 25,
  },
  {
    add: '新建项目',
    edit: '编辑项目与任务',
    shelf: '上架、下架与结束',
    archive: '归档',
    remove: '删除项目',
    category: '管理分类',
    staff: '管理学员',
    exempt: '免修、补修与开放',
    attend: '管理签到',
    notify: '发送通知',
    export: '导出',
  },
)

export const trainingMenus: readonly Menu[] = [projectCenter]
