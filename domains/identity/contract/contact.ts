import { codes } from '@kaopei/contract'
import { z } from 'zod'

/** Ways a code reaches a person. The numbers are those of messages. */
export const contactChannel = codes({
  sms: { code: 1, label: '短信' },
  mail: { code: 2, label: '邮件' },
})

const specifiedPhone = /^0?1[3-8]\d{9}$/
const widenedPhone = /^0?1[3-9]\d{9}$/

/** The specified pattern; a company's setting widens it to the ranges that are real since 2017 (decisions.md). */
export function isPhone(value: string, allowsNewRanges: boolean): boolean {
  return (allowsNewRanges ? widenedPhone : specifiedPhone).test(value)
}

/** Any phone that some company may admit; the server narrows it by the company's setting. */
export const phoneInput = z.string('电话不能为空').trim().min(1, '电话不能为空').regex(widenedPhone, '请输入正确的电话')
export const emailInput = z.email('请输入正确的邮箱地址').max(200, '邮箱不超过200个字符')

/** 138****0000 */
export function maskPhone(phone: string): string {
  return phone.length < 7 ? '****' : `${phone.slice(0, -8)}****${phone.slice(-4)}`
}

/** z***@example.com */
export function maskEmail(email: string): string {
  const at = email.indexOf('@')
  return at < 1 ? '****' : `${email.slice(0, 1)}***${email.slice(at)}`
}

/** 110***********0012 */
export function maskIdCard(number: string): string {
  return number.length < 8 ? '****' : `${number.slice(0, 3)}${'*'.repeat(11)}${number.slice(-4)}`
}
