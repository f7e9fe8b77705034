import type { RouteSpec } from '@kaopei/web'

export const routes: readonly RouteSpec[] = [
  { path: '/business/shortLink', name: 'shortLink', title: '短链接与分享', page: () => import('./short-link.list.tsx') },
  {
    path: '/upload',
    name: 'upload',
    title: '上传文件',
    access: 'public',
    hidden: true,
    bare: true,
    fullScreen: true,
    page: () => import('./upload.page.tsx'),
  },
  {
    path: '/linkExpired',
    name: 'linkExpired',
    title: '链接已失效',
    access: 'public',
    hidden: true,
    bare: true,
    fullScreen: true,
    page: () => import('./link-expired.page.tsx'),
  },
]
