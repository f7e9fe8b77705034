import type { ConfirmWords } from '@kaopei/web'

export function resetWords(who: string): ConfirmWords {
  return {
    title: '重置密码',
    content: `将为${who}生成新的临时密码，原密码立即失效，下次登录时须修改密码。`,
    okText: '重 置',
  }
}

export function disableWords(who: string): ConfirmWords {
  return { title: '停用', content: `停用后${who}将立即退出登录，且不能再登录，数据会保留。`, okText: '停 用', isDangerous: true }
}
