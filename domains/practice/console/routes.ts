import type { RouteSpec } from '@kaopei/web'

/** Steps of the wizard that practices share their address with. */
const wizard = { forType: '2', menu: 'practiceManage', hidden: true } as const

export const routes: readonly RouteSpec[] = [
  {
    path: '/application/ote/practiceManage',
    name: 'practiceManage',
    title: '练习管理',
    page: () => import('./practice-manage.list.tsx'),
  },
  {
    path: '/application/ote/practiceManage/weakPoints',
    name: 'practiceWeakPoints',
    title: '薄弱知识点',
    menu: 'practiceManage',
    hidden: true,
    page: () => import('./weak-points.page.tsx'),
  },
  {
    path: '/application/ote/practiceManageDetail',
    name: 'practiceManageDetail',
    title: '练习详情',
    menu: 'practiceManage',
    hidden: true,
    page: () => import('./practice-detail.page.tsx'),
  },
  {
    path: '/application/ote/practiceReport',
    name: 'practiceReport',
    title: '试题纠错',
    page: () => import('./practice-report.list.tsx'),
  },
  {
    path: '/createProcess',
    name: 'createPractice',
    title: '创建练习',
    redirect: '/createProcess/createStepOne',
    ...wizard,
  },
  {
    path: '/createProcess/createStepOne',
    name: 'createPracticeStepOne',
    title: '创建练习',
    page: () => import('./wizard/create-practice.page.tsx'),
    ...wizard,
  },
  {
    path: '/createProcess/createStepTwo',
    name: 'createPracticeStepTwo',
    title: '编辑规则',
    page: () => import('./wizard/edit-rules.page.tsx'),
    ...wizard,
  },
  {
    path: '/createProcess/createStepThree',
    name: 'createPracticeStepThree',
    title: '发布',
    page: () => import('./wizard/publish-practice.page.tsx'),
    ...wizard,
  },
  {
    path: '/createProcess/createStepFour',
    name: 'createPracticeStepFour',
    title: '添加人员',
    page: () => import('./wizard/add-people.page.tsx'),
    ...wizard,
  },
  {
    path: '/examPaperPreview',
    name: 'practicePaperPreview',
    title: '练习预览',
    bare: true,
    fullScreen: true,
    page: () => import('./practice-preview.page.tsx'),
    ...wizard,
  },
]
