import type { LogWords } from '@kaopei/contract'

/** Words for the fields of this room that logged changes are about. */
export const trainingLogWords: LogWords = {
  afterExamId: '检验考试',
  peopleCount: '人数',
  place: '地点',
  places: '名额',
  lecturer: '讲师',
  instructorId: '讲师（讲师库）',
  opensBeforeMinutes: '提前签到（分钟）',
  lateAfterMinutes: '迟到界限（分钟）',
  attendance: '签到状态',
  absentCount: '缺席人数',
  stage: '阶段',
  task: '任务',
  tasks: '任务',
  moved: '移动',
  forCompleted: '已完成者',
  unlockOrder: '解锁方式',
  information: '说明',
  notifyJoin: '加入时通知',
  notifyBegin: '开始时通知',
  notifyEnd: '结束时通知',
  copyOf: '复制自',
  notifiedCount: '通知人数',
  shiftedDays: '日期移动（天）',
}
