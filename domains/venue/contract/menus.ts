import { type Menu, menu } from '@kaopei/contract'

/** 考场管理; the path is the specification's. */
export const examinationRoom = menu(
  { name: 'examinationRoom', title: '考场管理', path: '/application/ote/examinationRoom', parent: 'ote', icon: 'room', sort: 34 },
  { add: '新建考场', edit: '编辑考场与座位', remove: '删除考场' },
)

export const venueMenus: readonly Menu[] = [examinationRoom]
