import type { LogWords } from '@kaopei/contract'

/** Words for the fields of this room that logged changes are about. */
export const messagingLogWords: LogWords = {
  channel: '渠道',
  address: '地址',
  subject: '主题',
  body: '正文',
  signature: '签名',
  providerTemplateId: '服务商模板编号',
  verdict: '结论',
  cate: '分类',
  isSystemText: '使用系统文案',
}
