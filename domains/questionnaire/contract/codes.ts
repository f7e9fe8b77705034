import { codes } from '@kaopei/contract'

/** 0 to 2 are stored; 4 to 6 follow from the clock. */
export const questionnaireStatus = codes({
  draft: { code: 0, label: '草稿', tone: 'neutral' },
  published: { code: 1, label: '已发布', tone: 'info' },
  closed: { code: 2, label: '已关闭', tone: 'warning' },
  notStarted: { code: 4, label: '未开始', tone: 'info' },
  inProgress: { code: 5, label: '进行中', tone: 'active' },
  ended: { code: 6, label: '已结束', tone: 'success' },
})

/** Who answers. */
export const audienceMode = codes({
  everyone: { code: 0, label: '全体员工' },
  chosen: { code: 1, label: '指定人员' },
  groups: { code: 2, label: '部门和用户组' },
  link: { code: 3, label: '通过链接（无需账号）' },
})

/** Of somebody who is asked to answer. */
export const answerState = codes({
  open: { code: 0, label: '未答', tone: 'neutral' },
  begun: { code: 1, label: '已开始', tone: 'info' },
  answered: { code: 2, label: '已答', tone: 'success' },
})

/** The same of an anonymous one: who has got a ticket is known, whose sheet has come is not. */
export const partState = codes({
  open: { code: 0, label: '未参与', tone: 'neutral' },
  joined: { code: 2, label: '已参与', tone: 'success' },
})

/** Of a sheet. */
export const sheetState = codes({
  counted: { code: 1, label: '有效', tone: 'success' },
  screenedOut: { code: 2, label: '配额已满', tone: 'warning' },
})
