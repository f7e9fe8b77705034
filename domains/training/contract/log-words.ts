import type { LogWords } from '@kaopei/contract'

/** Words for the fields of this room that logged changes are about. */
export const trainingLogWords: LogWords = {
  afterExamId: '检验考试',
  peopleCount: '人数',
  place: '地点',
  places: '名额',
  lecturer: '讲师',
  opensBeforeMinutes: '提前签到（分钟）',
  lateAfterMinutes: '迟到界限（分钟）',
  attendance: '签到状态',
  absentCount: '缺席人数',
}
