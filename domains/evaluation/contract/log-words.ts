import type { LogWords } from '@kaopei/contract'

/** Words for the fields of this room that logged changes are about. */
export const evaluationLogWords: LogWords = {
  licence: '许可',
  retentionMonths: '保存月数',
  itemCount: '题目数',
  dimensionCount: '维度数',
  number: '版本',
  n: '人数',
  personCount: '被测人数',
  issuedCount: '出具数量',
  role: '角色',
  raterName: '评价人',
  isKept: '有效',
  note: '说明',
  contestText: '异议',
  contestAnswer: '答复',
  erasedCount: '删除的结果数',
  startTime: '开始时间',
  postName: '岗位',
  parts: '组成',
  textsNumber: '评语版本',
}
