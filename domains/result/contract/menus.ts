import { menu } from '@kaopei/contract'

export const userDetail = menu({
  name: 'userDetail',
  title: '考生答卷',
  path: '/application/ote/userDetail',
  parent: 'ote',
  sort: 32,
  hidden: true,
})

export const examReport = menu({
  name: 'examReport',
  title: '考试报表',
  path: '/application/ote/examReport',
  parent: 'ote',
  icon: 'report',
  sort: 45,
})
export const examAnalysis = menu({
  name: 'examAnalysis',
  title: '考试分析',
  path: '/application/ote/examAnalysis',
  parent: 'ote',
  icon: 'analysis',
  sort: 46,
})

export const resultMenus = [userDetail, examReport, examAnalysis]
