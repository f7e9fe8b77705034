import { type Menu, menu } from '@kaopei/contract'

export const examinationHall = menu(
  { name: 'examinationHall', title: '监考大厅', path: '/application/ote/examinationHall', parent: 'ote', icon: 'exam', sort: 35 },
  { tell: '发送消息与警告', pause: '暂停与恢复考试', extend: '为考生加时', force: '强制交卷与重新开放' },
)

export const proctoringMenus: readonly Menu[] = [examinationHall]
