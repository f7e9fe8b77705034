import type { RouteSpec } from '@kaopei/web'

export const routes: readonly RouteSpec[] = [
  { path: '/business/download', name: 'download', title: '下载中心', page: () => import('./download.list.tsx') },
  {
    path: '/downLoadJob',
    name: 'downLoadJob',
    title: '我的下载',
    access: 'signedIn',
    hidden: true,
    page: () => import('./my-downloads.list.tsx'),
  },
  {
    path: '/downLoadCeping',
    name: 'downLoadCeping',
    title: '测评报告下载',
    access: 'signedIn',
    hidden: true,
    page: () => import('./measurement-downloads.list.tsx'),
  },
  {
    path: '/downloadPage',
    name: 'downloadPage',
    title: '正在下载',
    access: 'signedIn',
    hidden: true,
    bare: true,
    fullScreen: true,
    page: () => import('./download.page.tsx'),
  },
]
