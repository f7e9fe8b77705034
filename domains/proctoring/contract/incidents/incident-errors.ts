import { errors } from '@kaopei/contract'

export const incidentErrors = errors('incident', {
  untilBeforeFrom: { code: 3380, text: '结束时间须晚于开始时间，请检查' },
  /** The text says which. */
  notInExam: { code: 3381, text: '所选范围不在本场考试中，请重新选择' },
  nobody: { code: 3382, text: '所选范围内没有受影响的考生，请检查范围和时间' },
  notOpen: { code: 3383, text: '该事件已结束或已撤回，请刷新后查看' },
  takenBack: { code: 3384, text: '该事件已撤回，不能再次操作' },
  tooFar: { code: 3385, text: '事件时间须在最近 24 小时内，结束时间不能晚于 12 小时之后' },
  beyondScope: { code: 3386, text: '该事件涉及您管理范围外的考生，请联系登记人或管理员处理' },
  stale: { code: 3389, text: '预演之后有考生交卷、被收卷或截止时间已变，请核对新的预演后再登记' },
})
