import type { LogWords } from '@kaopei/contract'

/** Words for the fields of this room that logged changes are about. */
export const courseLogWords: LogWords = {
  courseId: '课程',
  courseName: '课程名称',
  chapter: '章节',
  chapterId: '章节',
  task: '任务',
  tasks: '任务',
  taskId: '任务',
  moved: '移动',
  unlockOrder: '解锁方式',
  weight: '权重',
  places: '名额',
  dueDays: '完成期限（天）',
  isJoinApproved: '报名需审核',
  hasWatermark: '显示水印',
  teacherId: '讲师',
  coverFileId: '封面',
  forCompleted: '已完成者',
  copyOf: '复制自',
  courseCount: '课程数',
  remindedCount: '催学人数',
  beforeDays: '截止前（天）',
  isAtDue: '到达截止时间时',
  afterDays: '逾期（天）',
  unbegunDays: '未开始（天）',
}
