import { type Menu, menu } from '@kaopei/contract'

/** 问卷管理; the paths are the specification's. */
export const questionnaireMenu = menu(
  { name: 'questionnaire', title: '问卷管理', path: '/application/ote/questionnaire', parent: 'ote', icon: 'survey', sort: 60 },
  {
    add: '新建问卷',
    edit: '编辑问卷',
    publish: '发布与结束问卷',
    remove: '删除问卷',
    staff: '管理答卷人员与链接',
    results: '查看结果',
    export: '导出结果',
  },
)

export const questionnaireMenus: readonly Menu[] = [questionnaireMenu]
