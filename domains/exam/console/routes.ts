import type { RouteSpec } from '@kaopei/web'

const wizard = { menu: 'examManage', hidden: true } as const

export const routes: readonly RouteSpec[] = [
  {
    path: '/application/ote/examManage',
    name: 'examManage',
    title: '考试管理',
    page: () => import('./exam-manage.list.tsx'),
  },
  {
    path: '/application/ote/examManageList',
    name: 'examManageList',
    title: '考试列表',
    menu: 'examManage',
    hidden: true,
    page: () => import('./exam-manage.list.tsx'),
  },
  {
    path: '/application/ote/examManageDetail',
    name: 'examManageDetail',
    title: '考试详情',
    menu: 'examManage',
    hidden: true,
    page: () => import('./exam-manage-detail.page.tsx'),
  },
  {
    path: '/application/ote/relationExamination',
    name: 'relationExamination',
    title: '考场关联考试',
    page: () => import('./rooms/relation.list.tsx'),
  },
  {
    path: '/application/ote/candidatesNotice',
    name: 'candidatesNotice',
    title: '考试须知与公告',
    page: () => import('./notices/candidates-notice.list.tsx'),
  },
  {
    path: '/examinationNotice',
    name: 'examinationNotice',
    title: '考试公告与须知',
    menu: 'candidatesNotice',
    hidden: true,
    page: () => import('./notices/examination-notice.page.tsx'),
  },
  {
    path: '/application/ote/examSignIn',
    name: 'examSignIn',
    title: '考场签到',
    page: () => import('./sign-in/sign-in.page.tsx'),
  },
  {
    path: '/createProcess',
    name: 'createProcess',
    title: '创建考试',
    redirect: '/createProcess/createStepOne',
    ...wizard,
    children: [
      {
        path: '/createProcess/createStepOne',
        name: 'createStepOne',
        title: '基本信息',
        page: () => import('./wizard/create-step-one.page.tsx'),
        ...wizard,
      },
      {
        path: '/createProcess/createStepTwo',
        name: 'createStepTwo',
        title: '试题与规则',
        page: () => import('./wizard/create-step-two.page.tsx'),
        ...wizard,
      },
      {
        path: '/createProcess/createStepThree',
        name: 'createStepThree',
        title: '考试设置',
        page: () => import('./wizard/create-step-three.page.tsx'),
        ...wizard,
      },
      {
        path: '/createProcess/createStepFour',
        name: 'createStepFour',
        title: '人员与发布',
        page: () => import('./wizard/create-step-four.page.tsx'),
        ...wizard,
      },
    ],
  },
  {
    path: '/examPaperPreview',
    name: 'examPaperPreview',
    title: '试卷预览',
    menu: 'examManage',
    hidden: true,
    bare: true,
    fullScreen: true,
    page: () => import('./exam-paper-preview.page.tsx'),
  },
]
