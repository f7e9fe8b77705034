import { menu } from '@kaopei/contract'

/** The groups that every room hangs its menus into, and the pages that are nobody's but the person's own. */
export const identityMenus = [
  menu({ name: 'home', title: '首页', path: '/home', icon: 'home', sort: 10 }),
  menu({ name: 'application', title: '应用中心', path: '/application', icon: 'application', sort: 20 }),
  menu({ name: 'online', title: '在线学习', path: '/application/online', parent: 'application', icon: 'book', sort: 10 }),
  menu({ name: 'ote', title: '考试测评', path: '/application/ote', parent: 'application', icon: 'exam', sort: 20 }),
  menu({
    name: 'testCenter',
    title: '人才测评',
    path: '/application/testCenter',
    parent: 'application',
    icon: 'chart',
    sort: 30,
  }),
  menu({
    name: 'teaching_center',
    title: '讲师中心',
    path: '/application/teaching_center',
    parent: 'application',
    icon: 'staff',
    sort: 40,
  }),
  menu({ name: 'business', title: '系统管理', path: '/business', icon: 'setting', sort: 40 }),
  menu({ name: 'udp', title: '组织架构', path: '/business/udp', parent: 'business', icon: 'organization', sort: 10 }),
  menu({ name: 'userInfo', title: '个人中心', path: '/userInfo', icon: 'user', sort: 90, hidden: true }),
  menu({ name: 'PersonalData', title: '个人资料', path: '/userInfo/PersonalData', parent: 'userInfo', sort: 10, hidden: true }),
  menu({
    name: 'AccountSecurity',
    title: '账号安全',
    path: '/userInfo/AccountSecurity',
    parent: 'userInfo',
    sort: 20,
    hidden: true,
  }),
] as const

/** These need only a login: they are in everybody's menu tree. */
export const menusOfEverybody: readonly string[] = ['home', 'userInfo', 'PersonalData', 'AccountSecurity']
