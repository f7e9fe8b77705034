import type { LogWords } from '@kaopei/contract'

/** Words for the fields of this room that logged changes are about. */
export const shareLogWords: LogWords = {
  originUrl: '原始地址',
  expiresAt: '过期时间',
  sender: '上传人',
  link: '链接',
  visibility: '可见性',
  isOpen: '是否开放',
  openAt: '开放时间',
  closeAt: '关闭时间',
}
