import { codes } from '@kaopei/contract'

export const teacherLevel = codes({
  preparatory: { code: 1, label: '预备讲师', tone: 'neutral' },
  junior: { code: 2, label: '初级讲师', tone: 'info' },
  intermediate: { code: 3, label: '中级讲师', tone: 'active' },
  senior: { code: 4, label: '高级讲师', tone: 'success' },
})

export const teacherOrigin = codes({
  internal: { code: 1, label: '内部' },
  external: { code: 2, label: '外部' },
})

export const teacherState = codes({
  enabled: { code: 1, label: '启用', tone: 'success' },
  disabled: { code: 0, label: '停用', tone: 'neutral' },
})

export const teacherFileKind = codes({
  qualification: { code: 1, label: '资质证书' },
  contract: { code: 2, label: '合作合同' },
  identity: { code: 3, label: '身份材料' },
  other: { code: 9, label: '其他材料' },
})

/** By the day of the company's clocks. */
export const fileValidity = codes({
  lasting: { code: 1, label: '有效', tone: 'success' },
  ending: { code: 2, label: '即将到期', tone: 'warning' },
  ended: { code: 3, label: '已到期', tone: 'danger' },
  notYet: { code: 4, label: '未生效', tone: 'neutral' },
})

export const cooperationState = codes({
  running: { code: 1, label: '合作中', tone: 'success' },
  ahead: { code: 2, label: '未开始', tone: 'neutral' },
  over: { code: 3, label: '已结束', tone: 'neutral' },
})

export const rangeKind = codes({
  also: { code: 1, label: '可授课', tone: 'success' },
  not: { code: 2, label: '不可授课', tone: 'danger' },
})

export const bookingState = codes({
  booked: { code: 1, label: '已预约', tone: 'info' },
  held: { code: 2, label: '已授课', tone: 'success' },
  cancelled: { code: 3, label: '已取消', tone: 'neutral' },
})

/** How far hours have come. */
export const hourStage = codes({
  planned: { code: 1, label: '已计划', tone: 'neutral' },
  held: { code: 2, label: '已授课', tone: 'info' },
  confirmed: { code: 3, label: '已确认', tone: 'active' },
  settled: { code: 4, label: '已结算', tone: 'success' },
})

export const promotionState = codes({
  waiting: { code: 1, label: '待审批', tone: 'warning' },
  approved: { code: 2, label: '已通过', tone: 'success' },
  refused: { code: 3, label: '未通过', tone: 'danger' },
  withdrawn: { code: 4, label: '已撤回', tone: 'neutral' },
})
