import type { LogWords } from '@kaopei/contract'

/** Words for the fields of this room that logged changes are about. */
export const courseLogWords: LogWords = {
  courseId: '课程',
  courseName: '课程',
  chapterId: '章节',
  taskId: '任务',
  unlockOrder: '解锁方式',
  isRequired: '是否必修',
  weight: '权重',
  places: '名额',
}
