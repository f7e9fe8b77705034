import type { RouteSpec } from '@kaopei/web'

const base = '/application/testCenter'

export const routes: readonly RouteSpec[] = [
  {
    path: `${base}/evaluationLibrary`,
    name: 'evaluationLibrary',
    title: '测评库',
    page: () => import('./library/library.list.tsx'),
  },
  {
    ...{ path: `${base}/evaluationLibraryDetail`, name: 'evaluationLibraryDetail', title: '编辑量表' },
    ...{ menu: 'evaluationLibrary', hidden: true, page: () => import('./library/scale.detail.tsx') },
  },
  { path: `${base}/assessment`, name: 'assessment', title: '测评安排', page: () => import('./assessment/assessment.list.tsx') },
  {
    ...{ path: `${base}/assessmentDetails`, name: 'assessmentDetails', title: '测评详情' },
    ...{ menu: 'assessment', hidden: true, page: () => import('./assessment/assessment.detail.tsx') },
  },
  { path: `${base}/testResult`, name: 'testResult', title: '测评结果', page: () => import('./results/results.list.tsx') },
  {
    ...{ path: `${base}/evaluationResult`, name: 'evaluationResult', title: '测评报告' },
    ...{ menu: 'testResult', hidden: true, page: () => import('./results/result.page.tsx') },
  },
  {
    ...{ path: `${base}/personalityDownload`, name: 'personalityDownload', title: '人格测评报告' },
    ...{ menu: 'testResult', hidden: true, page: () => import('./results/result.page.tsx') },
  },
  {
    ...{ path: `${base}/managerDownload`, name: 'managerDownload', title: '管理测评报告' },
    ...{ menu: 'testResult', hidden: true, page: () => import('./results/result.page.tsx') },
  },
  {
    ...{ path: `${base}/evaluationLibraryResult`, name: 'evaluationLibraryResult', title: '量表统计' },
    page: () => import('./results/statistics.page.tsx'),
  },
  {
    path: `${base}/evaluationReport`,
    name: 'evaluationReport',
    title: '测评分析',
    page: () => import('./results/analysis.page.tsx'),
  },
  { path: `${base}/postReportTest`, name: 'postReportTest', title: '岗位测评', page: () => import('./posts/post.list.tsx') },
  {
    ...{ path: `${base}/postReportTestDetails`, name: 'postReportTestDetails', title: '岗位测评详情' },
    ...{ menu: 'postReportTest', hidden: true, page: () => import('./posts/post.detail.tsx') },
  },
  {
    ...{ path: `${base}/postReport`, name: 'postReport', title: '岗位测评报告' },
    page: () => import('./posts/post-results.list.tsx'),
  },
  {
    ...{ path: `${base}/threeDimensionalReport`, name: 'threeDimensionalReport', title: '三维测评报告' },
    ...{ menu: 'postReport', hidden: true, page: () => import('./posts/post-result.page.tsx') },
  },
  {
    ...{ path: `${base}/noGeneralKnowedegReport`, name: 'noGeneralKnowedegReport', title: '岗位测评报告（不含通用知识）' },
    ...{ menu: 'postReport', hidden: true, page: () => import('./posts/post-result.page.tsx') },
  },
]
