import { errors } from '@kaopei/contract'

/** At the door; clients know them by these names. */
export const entryErrors = errors('sitting', {
  noticeNotConfirmed: { code: 2351, text: '请先阅读并确认最新的考试须知' },
  wrongPassword: { code: 2352, text: '考试密码不正确' },
  /** The text names what is missing, and what to do. */
  consentMissing: { code: 2370, text: '本场考试须先同意监考采集，或由考试组织者、监考人员豁免' },
  /** The text names what is missing. */
  infoMissing: { code: 2361, text: '请先填写本场考试要求的个人信息' },
})
