import type { RouteSpec } from '@kaopei/web'

const open = { access: 'public', hidden: true, bare: true } as const
const own = { access: 'signedIn', hidden: true } as const

export const routes: readonly RouteSpec[] = [
  { ...open, path: '/login', name: 'login', title: '登录', page: () => import('./sign-in/login.page.tsx') },
  {
    ...open,
    path: '/setPassword',
    name: 'setPassword',
    title: '找回密码',
    page: () => import('./sign-in/set-password.page.tsx'),
  },
  { ...open, path: '/agreement', name: 'agreement', title: '用户协议', page: () => import('./texts/agreement.page.tsx') },
  {
    ...open,
    path: '/servicePolicy',
    name: 'servicePolicy',
    title: '服务条款',
    page: () => import('./texts/service-policy.page.tsx'),
  },
  { ...open, path: '/privacy', name: 'privacy', title: '隐私政策', page: () => import('./texts/privacy.page.tsx') },
  {
    ...open,
    path: '/introduction',
    name: 'introduction',
    title: '产品介绍',
    page: () => import('./texts/introduction.page.tsx'),
  },
  {
    ...open,
    path: '/introductionMobile',
    name: 'introductionMobile',
    title: '产品介绍',
    page: () => import('./texts/introduction.page.tsx'),
  },
  {
    ...open,
    path: '/introductionMiddle',
    name: 'introductionMiddle',
    title: '产品介绍',
    page: () => import('./texts/introduction.page.tsx'),
  },
  { ...open, path: '/404', name: 'notFound', title: '页面不存在', page: () => import('./refusals/not-found.page.tsx') },
  { ...open, path: '/401', name: 'unauthorized', title: '未登录', page: () => import('./refusals/unauthorized.page.tsx') },
  {
    ...open,
    path: '/noPermission',
    name: 'noPermission',
    title: '暂无权限',
    page: () => import('./refusals/no-permission.page.tsx'),
  },
  { ...own, path: '/', name: 'root', title: '首页', bare: true, redirect: '/home' },
  {
    ...own,
    path: '/systemSelect',
    name: 'systemSelect',
    title: '选择系统',
    bare: true,
    page: () => import('./sign-in/system-select.page.tsx'),
  },
  {
    ...own,
    path: '/userInfo',
    name: 'userInfo',
    title: '个人中心',
    redirect: '/userInfo/PersonalData',
    children: [
      {
        ...own,
        path: '/userInfo/PersonalData',
        name: 'PersonalData',
        title: '个人资料',
        page: () => import('./own/personal-data.page.tsx'),
      },
      {
        ...own,
        path: '/userInfo/AccountSecurity',
        name: 'AccountSecurity',
        title: '账号安全',
        page: () => import('./own/account-security.page.tsx'),
      },
    ],
  },
]
