import type { ConfirmWords } from '@kaopei/web'

export function disableWords(who: string): ConfirmWords {
  return { title: '停用', content: `停用后${who}将立即退出登录，且不能再登录，数据会保留。`, okText: '停 用', isDangerous: true }
}
