import { cut } from '@kaopei/contract'
import type { AfterFailure } from '../message-driver.ts'

/** What nodemailer tells of a failure: where it happened, and the server's own answer where there was one. */
export interface SmtpTrouble {
  readonly code?: string
  readonly responseCode?: number
  readonly response?: string
}

const reasons: Readonly<Record<string, string>> = {
  EAUTH: '邮件服务器拒绝登录，请检查发信账号和密码',
  EDNS: '找不到邮件服务器，请检查其地址',
  ETLS: '与邮件服务器的加密连接失败',
  ETIMEDOUT: '邮件服务器没有响应',
  ECONNECTION: '无法连接邮件服务器',
  ESOCKET: '无法连接邮件服务器',
  EENVELOPE: '收件地址或发件地址被邮件服务器拒绝',
  EMESSAGE: '邮件内容被邮件服务器拒绝',
}

/**
 * What may happen after a failed delivery, and its reason for people. Only an answer of 5xx to this message's addresses or content is for
 * good: a refused login or a server that wants no mail now can be put right, and the mail is still wanted then. A connection that breaks once
 * the content is on its way leaves unknown whether the mail was taken.
 */
export function smtpOutcome(
  { code, responseCode, response }: SmtpTrouble,
  hasBegun: boolean,
): { next: AfterFailure; reason: string } {
  const answer = response && cut(response.replace(/\s+/g, ' ').trim(), 300)
  const reason = (code && reasons[code]) || '邮件服务器出错'
  return { next: nextOf({ code, responseCode }, hasBegun), reason: answer ? `${reason}（${answer}）` : reason }
}

function nextOf(
  { code, responseCode }: { code: string | undefined; responseCode: number | undefined },
  hasBegun: boolean,
): AfterFailure {
  const isOfMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (responseCode !== undefined) return responseCode >= 500 && isOfMessage ? 'never' : 'later'
  if (isOfMessage) return 'never'
  return hasBegun ? 'unknown' : 'later'
}
