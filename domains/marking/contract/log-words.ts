import type { LogWords } from '@kaopei/contract'

/** Words for the fields of this room that logged changes are about. */
export const markingLogWords: LogWords = {
  isWithdrawn: '已撤回',
  answers: '答卷',
  ip: 'IP 地址',
}
