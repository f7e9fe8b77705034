import { type Menu, menu } from '@kaopei/contract'

const parent = 'testCenter'
const base = '/application/testCenter'

export const evaluationLibraryMenu = menu(
  { name: 'evaluationLibrary', title: '测评库', path: `${base}/evaluationLibrary`, parent, icon: 'library', sort: 10 },
  { add: '新建与导入量表', edit: '编辑量表', publish: '发布与停用量表', remove: '删除量表' },
)

export const assessmentMenu = menu(
  { name: 'assessment', title: '测评安排', path: `${base}/assessment`, parent, icon: 'form', sort: 20 },
  { add: '新建测评安排', edit: '编辑测评安排', publish: '发布与结束测评', remove: '删除测评安排', staff: '管理被测人与评价人' },
)

/** Seeing results of knowledge and skills is one thing, of personality and management another. */
export const testResultMenu = menu(
  { name: 'testResult', title: '测评结果', path: `${base}/testResult`, parent, icon: 'report', sort: 30 },
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
  { name: 'evaluationReport', title: '测评分析', path: `${base}/evaluationReport`, parent, icon: 'analysis', sort: 50 },
  { export: '导出分析' },
)

/** 岗位测评: who is assessed for which post, and how far they are. */
export const postTestMenu = menu(
  { name: 'postReportTest', title: '岗位测评', path: `${base}/postReportTest`, parent, icon: 'form', sort: 54 },
  { add: '新建岗位测评', edit: '编辑岗位测评', publish: '发布与结束岗位测评', remove: '删除岗位测评', staff: '管理岗位测评人员' },
)

/** Personality in these reports needs the right for personality of 测评结果 besides. */
export const postReportMenu = menu(
  { name: 'postReport', title: '岗位测评报告', path: `${base}/postReport`, parent, icon: 'report', sort: 56 },
  { review: '答复异议', export: '导出岗位测评报告', texts: '编辑报告评语' },
)

export const evaluationMenus: readonly Menu[] = [
  evaluationLibraryMenu,
  assessmentMenu,
  testResultMenu,
  libraryResultMenu,
  evaluationReportMenu,
  postTestMenu,
  postReportMenu,
]
