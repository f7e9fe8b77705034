import type { RouteSpec } from '@kaopei/web'

export const routes: readonly RouteSpec[] = [
  {
    path: '/application/teaching_center/instructorManage',
    name: 'instructorManage',
    title: '讲师管理',
    page: () => import('./instructor-manage.page.tsx'),
  },
  {
    path: '/application/teaching_center/instructorManage/detail',
    name: 'teacherDetail',
    title: '讲师详情',
    page: () => import('./detail/teacher-detail.page.tsx'),
    menu: 'instructorManage',
    hidden: true,
  },
  {
    path: '/application/teaching_center/teachersConfig',
    name: 'teachersConfig',
    title: '讲师配置',
    page: () => import('./config/teachers-config.page.tsx'),
  },
]
