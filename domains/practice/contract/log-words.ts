import type { LogWords } from '@kaopei/contract'

/** Words for the fields of this room that logged changes are about. */
export const practiceLogWords: LogWords = {
  practiceId: '练习',
  participationMode: '参加方式',
  permitRepeatPractice: '允许重复练习',
  permitViewResult: '允许查看对错',
  examIds: '来源考试',
  retention: '期望记忆保持率',
  dailyCount: '每日题数',
  leaveStreak: '移出错题本所需连续答对次数',
  leaveDays: '移出错题本所需天数',
  reply: '处理说明',
  skippedCount: '未能添加的人数',
  startAt: '开始时间',
  endAt: '结束时间',
  retentionPercent: '目标记忆率',
  hasPractised: '是否练习过',
  isAccepted: '是否采纳',
}
