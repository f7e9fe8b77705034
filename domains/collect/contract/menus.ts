import { menu, type Right } from '@kaopei/contract'

export const collectMenu = menu(
  { name: 'outerCollection', title: '信息收集', path: '/business/udp/outerCollection', parent: 'udp', icon: 'form', sort: 40 },
  { edit: '维护收集字段' },
)

export const collectMenus = [collectMenu]

// Who makes exams chooses what its candidates fill in. That menu belongs to a room above this one, so its rights are spelled here.
export const examReader: Right = { code: 'examManage:view', menu: 'examManage', label: '查看' }
export const examEditor: Right = { code: 'examManage:edit', menu: 'examManage', label: '编辑' }
