import type { RouteSpec } from '@kaopei/web'

const ofProject = { menu: 'projectCenter', hidden: true } as const

export const routes: readonly RouteSpec[] = [
  {
    path: '/application/online/projectCenter',
    name: 'projectCenter',
    title: '培训项目',
    page: () => import('./project-center.list.tsx'),
  },
  {
    path: '/createProject',
    name: 'createProject',
    title: '创建培训项目',
    page: () => import('./wizard/create-project.page.tsx'),
    ...ofProject,
  },
  {
    path: '/createMission',
    name: 'createMission',
    title: '阶段与任务',
    page: () => import('./wizard/create-mission.page.tsx'),
    ...ofProject,
  },
  {
    path: '/projectInfo',
    name: 'projectInfo',
    title: '培训项目详情',
    redirect: '/projectInfo/projectDetail',
    ...ofProject,
    children: [
      {
        path: '/projectInfo/projectDetail',
        name: 'projectDetail',
        title: '项目概览',
        page: () => import('./info/project-detail.page.tsx'),
        ...ofProject,
      },
      {
        path: '/projectInfo/projectMission',
        name: 'projectMission',
        title: '项目任务',
        page: () => import('./info/project-mission.page.tsx'),
        ...ofProject,
      },
      {
        path: '/projectInfo/projectStudent',
        name: 'projectStudent',
        title: '项目学员',
        page: () => import('./info/project-student.page.tsx'),
        ...ofProject,
      },
      {
        path: '/projectInfo/projectEffect',
        name: 'projectEffect',
        title: '培训效果',
        page: () => import('./loop/project-effect.page.tsx'),
        ...ofProject,
      },
    ],
  },
  {
    path: '/projectLoop',
    name: 'projectLoop',
    title: '从考试生成补强培训',
    page: () => import('./loop/project-loop.page.tsx'),
    ...ofProject,
  },
  {
    path: '/projectNotice',
    name: 'projectNotice',
    title: '项目通知',
    page: () => import('./notices/project-notice.page.tsx'),
    ...ofProject,
  },
  {
    path: '/projectSession',
    name: 'projectSession',
    title: '线下课签到',
    page: () => import('./sessions/session.page.tsx'),
    ...ofProject,
  },
  {
    path: '/projectSignIn',
    name: 'projectSignIn',
    title: '扫码签到',
    fullScreen: true,
    bare: true,
    page: () => import('./sessions/sign-in.page.tsx'),
    ...ofProject,
  },
]
