import type { RouteSpec } from '@kaopei/web'

export const routes: readonly RouteSpec[] = [
  {
    path: '/application/ote/testMarking',
    name: 'testMarking',
    title: '阅卷管理',
    page: () => import('./test-marking.list.tsx'),
  },
  {
    path: '/application/ote/testMarkingOne',
    name: 'testMarkingOne',
    title: '阅卷',
    menu: 'testMarking',
    hidden: true,
    fullScreen: true,
    bare: true,
    page: () => import('./test-marking-one.page.tsx'),
  },
  {
    path: '/heExamines',
    name: 'heExamines',
    title: '快速阅卷',
    access: 'public',
    hidden: true,
    fullScreen: true,
    bare: true,
    page: () => import('./he-examines.page.tsx'),
  },
  {
    path: '/testMarkingDetails',
    name: 'testMarkingDetails',
    title: '阅卷详情',
    menu: 'testMarking',
    hidden: true,
    page: () => import('./test-marking-details.page.tsx'),
  },
]
