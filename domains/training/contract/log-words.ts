import type { LogWords } from '@kaopei/contract'

/** Words for the fields of this room that logged changes are about. */
export const trainingLogWords: LogWords = {
  afterExamId: '检验考试',
  peopleCount: '人数',
}
