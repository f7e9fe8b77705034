import { menu } from '@kaopei/contract'

export const testMarkingMenu = menu(
  { name: 'testMarking', title: '阅卷管理', path: '/application/ote/testMarking', parent: 'ote', icon: 'marking', sort: 40 },
  { markAll: '批阅全部考试', release: '释放他人锁定', reopen: '退回重阅', reveal: '查看匿名考生' },
)

export const markingMenus = [testMarkingMenu]
export const testMarkingRights = testMarkingMenu.rights
