import { codes } from '@kaopei/contract'

/** 1 asks for every published practice; 4 to 6 follow from the clock and from ending by hand, and are computed. */
export const practiceStatus = codes({
  draft: { code: 0, label: '草稿', tone: 'neutral' },
  published: { code: 1, label: '已发布', tone: 'info' },
  notStarted: { code: 4, label: '未开始', tone: 'info' },
  inProgress: { code: 5, label: '进行中', tone: 'active' },
  ended: { code: 6, label: '已结束', tone: 'success' },
})

/** As it is kept. */
export const storedStatus = codes({
  draft: { code: 0, label: '草稿' },
  published: { code: 1, label: '已发布' },
  endedByHand: { code: 2, label: '手动结束' },
})

export const participationMode = codes({
  everyone: { code: 0, label: '全体员工' },
  chosen: { code: 1, label: '指定人员' },
  audience: { code: 2, label: '部门和用户组' },
})

export const runMode = codes({
  inOrder: { code: 1, label: '顺序练习' },
  random: { code: 2, label: '随机练习' },
  wrong: { code: 3, label: '错题练习' },
  favourites: { code: 4, label: '收藏练习' },
  due: { code: 5, label: '今日练习' },
  point: { code: 6, label: '知识点练习' },
  mock: { code: 7, label: '模拟练习' },
})

/** Rounds through all questions of a practice; where it may not be repeated one of them is all. */
export const wholeModes = [runMode.inOrder, runMode.random, runMode.mock] as const
export const isWholeRun = (mode: number): boolean => wholeModes.some((whole) => whole === mode)

export const reportKind = codes({
  stem: { code: 1, label: '题目有误' },
  key: { code: 2, label: '答案有误' },
  analysis: { code: 3, label: '解析有误' },
  other: { code: 4, label: '其他' },
})

export const reportState = codes({
  open: { code: 0, label: '待处理', tone: 'warning' },
  accepted: { code: 1, label: '已采纳', tone: 'success' },
  declined: { code: 2, label: '未采纳', tone: 'neutral' },
})
