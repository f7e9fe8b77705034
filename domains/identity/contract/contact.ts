import { codes } from '@kaopei/contract'
import { z } from 'zod'

/** Ways a code reaches a person. The numbers are those of messages. */
export const contactChannel = codes({
  sms: { code: 1, label: '短信' },
  mail: { code: 2, label: '邮件' },
})

const specifiedPhone = /^0?1[3-8]\d{9}$/
const widenedPhone = /^0?1[3-9]\d{9}$/

/** The specified pattern; a company's setting widens it to the ranges that are real since 2017. */
export function isPhone(value: string, allowsNewRanges: boolean): boolean {
  return (allowsNewRanges ? widenedPhone : specifiedPhone).test(value)
}

/** Any phone that some company may admit; the server narrows it by the company's setting. */
export const phoneInput = z.string('电话不能为空').trim().min(1, '电话不能为空').regex(widenedPhone, '请输入正确的电话')
export const emailInput = z.email('请输入正确的邮箱地址').max(200, '邮箱不超过200个字符')
