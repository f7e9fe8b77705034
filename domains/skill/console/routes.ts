import type { RouteSpec } from '@kaopei/web'

const reports = '/application/testCenter/testReports'

const of = (parent: string, title: string, leaves: readonly RouteSpec[]): RouteSpec => ({
  path: `${reports}/${parent}`,
  name: parent,
  title,
  redirect: leaves[0]?.path ?? reports,
  children: leaves,
})

export const routes: readonly RouteSpec[] = [
  {
    path: '/application/testCenter/skillList',
    name: 'skillList',
    title: '技能与岗位',
    page: () => import('./skills/skill-list.page.tsx'),
  },
  {
    path: reports,
    name: 'testReports',
    title: '测评报表',
    redirect: `${reports}/skill_test/test_department`,
    children: [
      of('skill_test', '技能报表', [
        {
          path: `${reports}/skill_test/test_department`,
          name: 'test_department',
          title: '部门技能',
          page: () => import('./reports/heat.page.tsx'),
        },
        {
          path: `${reports}/skill_test/test_personal`,
          name: 'test_personal',
          title: '个人技能',
          page: () => import('./reports/skill-people.page.tsx'),
        },
      ]),
      of('post_report_data', '岗位匹配报表', [
        {
          path: `${reports}/post_report_data/post_report_department`,
          name: 'post_report_department',
          title: '部门岗位匹配',
          page: () => import('./reports/post-departments.page.tsx'),
        },
        {
          path: `${reports}/post_report_data/post_report_personal`,
          name: 'post_report_personal',
          title: '个人岗位匹配',
          page: () => import('./reports/post-people.page.tsx'),
        },
      ]),
      of('recommended_course_data', '推荐课程报表', [
        {
          path: `${reports}/recommended_course_data/recommended_course_department`,
          name: 'recommended_course_department',
          title: '部门推荐课程',
          page: () => import('./reports/course-departments.page.tsx'),
        },
        {
          path: `${reports}/recommended_course_data/recommended_course_personal`,
          name: 'recommended_course_personal',
          title: '个人推荐课程',
          page: () => import('./reports/course-people.page.tsx'),
        },
      ]),
    ],
  },
]
