import type { LogWords } from '@kaopei/contract'

/** Words for the fields of this room that logged changes are about. */
export const proctoringLogWords: LogWords = {
  candidates: '考生',
  cheatTag: '标记',
  abnormalType: '机位',
  tagType: '标记对象',
}
