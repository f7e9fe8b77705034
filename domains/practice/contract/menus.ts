import { type Menu, menu } from '@kaopei/contract'

/** 练习管理 */
export const practiceManage = menu(
  {
    name: 'practiceManage',
    title: '练习管理',
    path: '/application/ote/practiceManage',
    parent: 'ote',
    icon: 'practice',
    sort: 50,
  },
  {
    add: '新建练习',
    edit: '编辑练习',
    publish: '发布与结束练习',
    remove: '删除练习',
    results: '查看练习结果',
    export: '导出练习结果',
    policy: '设置练习规则',
  },
)

export const practiceManageDetail = menu({
  name: 'practiceManageDetail',
  title: '练习详情',
  path: '/application/ote/practiceManageDetail',
  parent: 'ote',
  sort: 51,
  hidden: true,
})

/** 试题纠错 */
export const practiceReport = menu(
  {
    name: 'practiceReport',
    title: '试题纠错',
    path: '/application/ote/practiceReport',
    parent: 'ote',
    icon: 'correction',
    sort: 52,
  },
  { answer: '处理纠错' },
)

export const practiceMenus: readonly Menu[] = [practiceManage, practiceManageDetail, practiceReport]
