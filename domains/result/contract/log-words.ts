import type { LogWords } from '@kaopei/contract'

/** Words for the fields of this room that logged changes are about. */
export const resultLogWords: LogWords = {
  score: '得分',
  scoreHundredths: '得分（百分之一分）',
  isPassed: '是否及格',
}
