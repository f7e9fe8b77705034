import type { RouteSpec } from '@kaopei/web'

export const routes: readonly RouteSpec[] = [
  {
    path: '/application/online/lessonManage',
    name: 'lessonManage',
    title: '课件管理',
    page: () => import('./courseware.list.tsx'),
  },
  {
    path: '/createCourseWareInfo',
    name: 'createCourseWareInfo',
    title: '上传课件',
    menu: 'lessonManage',
    hidden: true,
    page: () => import('./upload.page.tsx'),
  },
  {
    path: '/productionOnlinePage',
    name: 'productionOnlinePage',
    title: '制作微课',
    menu: 'lessonManage',
    hidden: true,
    page: () => import('./micro-course.page.tsx'),
  },
]
