import { type Menu, menu } from '@kaopei/contract'

const parent = 'testCenter'
const base = '/application/testCenter'

export const evaluationLibraryMenu = menu(
  { name: 'evaluationLibrary', title: '测评库', path: `${base}/evaluationLibrary`, parent, icon: 'book', sort: 10 },
  { add: '新建与导入量表', edit: '编辑量表', publish: '发布与停用量表', remove: '删除量表' },
)

export const assessmentMenu = menu(
  { name: 'assessment', title: '测评安排', path: `${base}/assessment`, parent, icon: 'form', sort: 20 },
  { add: '新建测评安排', edit: '编辑测评安排', publish: '发布与结束测评', remove: '删除测评安排', staff: '管理被测人与评价人' },
)

/** Seeing results of knowledge and skills is one thing, of personality and management another. */
export const testResultMenu = menu(
  { name: 'testResult', title: '测评结果', path: `${base}/testResult`, parent, icon: 'result', sort: 30 },
  { personality: '查看人格与管理测评', review: '复核与答复异议', export: '导出结果与报告', erase: '删除结果' },
)

export const libraryResultMenu = menu(
  {
    ...{
      name: 'evaluationLibraryResult',
      title: '量表统计',
      path: `${base}/evaluationLibraryResult`,
      parent,
      icon: 'chart',
      sort: 40,
    },
  },
  { norm: '冻结企业常模' },
)

export const evaluationReportMenu = menu(
  { name: 'evaluationReport', title: '测评分析', path: `${base}/evaluationReport`, parent, icon: 'chart', sort: 50 },
  { export: '导出分析' },
)

export const evaluationMenus: readonly Menu[] = [
  evaluationLibraryMenu,
  assessmentMenu,
  testResultMenu,
  libraryResultMenu,
  evaluationReportMenu,
]
