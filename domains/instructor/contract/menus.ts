import { type Menu, menu } from '@kaopei/contract'

/** 讲师管理 */
export const instructorManage = menu(
  {
    name: 'instructorManage',
    title: '讲师管理',
    path: '/application/teaching_center/instructorManage',
    parent: 'teaching_center',
    icon: 'staff',
    sort: 10,
  },
  {
    add: '新增讲师',
    edit: '编辑讲师',
    remove: '删除讲师',
    export: '导出',
    file: '查看和维护资质档案',
    cooperation: '查看和维护合作与课酬',
    booking: '维护日程与预约',
    confirm: '确认与更正课时',
    settle: '结算课酬',
    promote: '发起晋级',
    decide: '审批晋级',
  },
)

/** 讲师配置 */
export const teachersConfig = menu(
  {
    name: 'teachersConfig',
    title: '讲师配置',
    path: '/application/teaching_center/teachersConfig',
    parent: 'teaching_center',
    icon: 'setting',
    sort: 20,
  },
  { edit: '维护分类、标签和晋级标准' },
)

export const instructorMenus: readonly Menu[] = [instructorManage, teachersConfig]
