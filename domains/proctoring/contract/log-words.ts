import type { LogWords } from '@kaopei/contract'

/** Words for the fields of this room that logged changes are about. */
export const proctoringLogWords: LogWords = {
  candidates: '考生',
  incident: '突发事件',
  reachedPeople: '范围',
  movedCount: '顺延人数',
  stopped: '停表人数',
  reopened: '重新开放人数',
  untouched: '不受影响人数',
  notBegun: '尚未开始人数',
  report: '事件报告',
  cheatTag: '标记',
  abnormalType: '机位',
  tagType: '标记对象',
  anomaly: '异常',
  anomalyState: '异常处理',
  caseState: '裁定状态',
  verdict: '结论',
  needsSecond: '不利裁定需另一人确认',
  appealDays: '申诉天数',
  violationScore: '违规后的成绩',
}
