import type { LogWords } from '@kaopei/contract'

/** Words for the fields of this room that logged changes are about. */
export const paperLogWords: LogWords = {
  questionType: '组卷方式',
  questionId: '试题',
  questionCount: '试题数',
}
