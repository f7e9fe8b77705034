import type { RouteSpec } from '@kaopei/web'

const wizard = { menu: 'courseManager', hidden: true } as const

export const routes: readonly RouteSpec[] = [
  {
    path: '/application/online/courseManager',
    name: 'courseManager',
    title: '课程管理',
    page: () => import('./course-manager.list.tsx'),
  },
  {
    path: '/application/online/management',
    name: 'management',
    title: '采购课程',
    page: () => import('./bought/management.list.tsx'),
  },
  {
    path: '/permission/courseSales',
    name: 'courseSales',
    title: '课程授权',
    page: () => import('./bought/course-sales.list.tsx'),
  },
  {
    path: '/coursePreview',
    name: 'coursePreview',
    title: '课程预览',
    menu: 'courseManager',
    hidden: true,
    bare: true,
    fullScreen: true,
    page: () => import('./course-preview.page.tsx'),
  },
  {
    path: '/createCourseInfo',
    name: 'createCourseInfo',
    title: '创建课程',
    redirect: '/createCourseInfo/courseBaseInfo',
    ...wizard,
    children: [
      {
        path: '/createCourseInfo/courseBaseInfo',
        name: 'courseBaseInfo',
        title: '基本信息',
        page: () => import('./wizard/base-info.page.tsx'),
        ...wizard,
      },
      {
        path: '/createCourseInfo/chanpterCoursewareInfo',
        name: 'chanpterCoursewareInfo',
        title: '章节与任务',
        page: () => import('./wizard/chapters.page.tsx'),
        ...wizard,
      },
      {
        path: '/createCourseInfo/courseStaff',
        name: 'courseStaff',
        title: '学员与上架',
        page: () => import('./wizard/staff.page.tsx'),
        ...wizard,
      },
    ],
  },
  {
    path: '/application/online/progress',
    name: 'progress',
    title: '学习进度',
    page: () => import('./progress/progress.list.tsx'),
  },
  {
    path: '/application/online/progress/course',
    name: 'courseProgress',
    title: '课程学习进度',
    menu: 'progress',
    hidden: true,
    page: () => import('./progress/course-progress.page.tsx'),
  },
]
