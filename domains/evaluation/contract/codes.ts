import { codes } from '@kaopei/contract'

export const scaleKind = codes({
  personality: { code: 1, label: '人格', tone: 'info' },
  manager: { code: 2, label: '管理（360°）', tone: 'active' },
  general: { code: 3, label: '通用知识', tone: 'neutral' },
  skill: { code: 4, label: '技能', tone: 'success' },
})

/** Kinds whose results are seen only with the right for them. */
export const privateKinds: readonly number[] = [scaleKind.personality, scaleKind.manager]

export const scaleStatus = codes({
  draft: { code: 0, label: '草稿', tone: 'neutral' },
  published: { code: 1, label: '已发布', tone: 'success' },
  withdrawn: { code: 2, label: '已停用', tone: 'warning' },
})

/** 0 to 2 are stored; 4 to 6 follow from the clock. */
export const appointmentStatus = codes({
  draft: { code: 0, label: '草稿', tone: 'neutral' },
  open: { code: 1, label: '已发布', tone: 'info' },
  closed: { code: 2, label: '已结束', tone: 'success' },
  notStarted: { code: 4, label: '未开始', tone: 'info' },
  inProgress: { code: 5, label: '进行中', tone: 'active' },
  ended: { code: 6, label: '时间已到', tone: 'warning' },
})

export const appointmentMode = codes({
  own: { code: 1, label: '本人作答' },
  round: { code: 2, label: '360° 评价' },
})

export const raterRole = codes({
  self: { code: 1, label: '自评', tone: 'info' },
  superior: { code: 2, label: '上级', tone: 'active' },
  peer: { code: 3, label: '同级', tone: 'neutral' },
  report: { code: 4, label: '下级', tone: 'success' },
})

/** Of a rater, or of somebody who answers for themselves. */
export const sittingState = codes({
  open: { code: 0, label: '未开始', tone: 'neutral' },
  begun: { code: 1, label: '作答中', tone: 'info' },
  submitted: { code: 2, label: '已提交', tone: 'success' },
  withdrawn: { code: 3, label: '已退出', tone: 'warning' },
  expired: { code: 4, label: '未完成', tone: 'neutral' },
})

export const resultState = codes({
  plain: { code: 0, label: '有效', tone: 'success' },
  doubtful: { code: 1, label: '需复核', tone: 'warning' },
  kept: { code: 2, label: '复核有效', tone: 'success' },
  void: { code: 3, label: '已作废', tone: 'danger' },
})

export const contestState = codes({
  none: { code: 0, label: '无异议', tone: 'neutral' },
  open: { code: 1, label: '待答复', tone: 'warning' },
  answered: { code: 2, label: '已答复', tone: 'success' },
})

export const erasureReason = codes({
  retention: { code: 1, label: '保存期满', tone: 'neutral' },
  asked: { code: 2, label: '应要求删除', tone: 'warning' },
})
