import { type Menu, menu, type Right } from '@kaopei/contract'

/** 题库 */
export const bankMenu = menu(
  { name: 'mgmt', title: '题库', path: '/application/ote/mgmt', parent: 'ote', icon: 'library', sort: 10 },
  { edit: '新增和修改', remove: '删除' },
)

/** 试题 */
export const questionMenu = menu(
  { name: 'quesmgmt', title: '试题', path: '/application/ote/quesmgmt', parent: 'ote', icon: 'form', sort: 20 },
  { edit: '新增和修改', remove: '删除', import: '导入' },
)

export const questionMenus: readonly Menu[] = [bankMenu, questionMenu]

/**
 * Who makes exams and practices has to see banks and questions to choose from. The menus belong to rooms above this one, so their rights are spelled here.
 */
const examAuthor: Right = { code: 'examManage:view', menu: 'examManage', label: '查看' }
const practiceAuthor: Right = { code: 'practiceManage:view', menu: 'practiceManage', label: '查看' }

/** Reading of banks, categories and knowledge points. */
export const bankReaders = [bankMenu.rights.view, questionMenu.rights.view, examAuthor, practiceAuthor] as const
/** Reading of questions with their keys: never a right that candidates have. */
export const questionReaders = [questionMenu.rights.view, examAuthor, practiceAuthor] as const
