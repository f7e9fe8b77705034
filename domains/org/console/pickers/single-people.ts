import { emailInput, isPhone } from '@kaopei/identity/contract/contact'
import type { Picked } from '@kaopei/web'
import { deploymentBranding } from '@kaopei/web/client'

/** One typed person of 单个添加. */
export interface SinglePerson {
  readonly key: string
  readonly name: string
  readonly phone: string
  readonly email: string
}

export type SingleProblems = Readonly<Partial<Record<'name' | 'phone' | 'email', string>>>

export const isBlank = ({ name, phone, email }: SinglePerson): boolean => [name, phone, email].every((text) => text.trim() === '')

/** What is wrong with a row. In a table a wrong phone number is 手机格式不正确, in a form 请输入正确的电话. */
export function problemsOf(
  { name, phone, email }: SinglePerson,
  wrongPhone = '请输入正确的电话',
  allowsNewPhoneRanges = companyAllowsNewRanges(),
): SingleProblems {
  const text = { name: name.trim(), phone: phone.trim(), email: email.trim() }
  return {
    ...(text.name === '' && { name: '姓名不能为空' }),
    ...(text.phone === '' ? { phone: '电话不能为空' } : !isPhone(text.phone, allowsNewPhoneRanges) && { phone: wrongPhone }),
    ...(text.email === ''
      ? { email: '邮箱不能为空' }
      : !emailInput.safeParse(text.email).success && { email: '请输入正确的邮箱地址' }),
  }
}

/** 手机号宽松校验 of the company; the server asks again. */
function companyAllowsNewRanges(): boolean {
  return deploymentBranding.get()?.features.newPhoneRanges === true
}

/** Typed people as picked ones: a phone number is one person, however often it was typed. */
export function pickedPeople(people: readonly SinglePerson[]): Picked[] {
  const picked = people.map((person): Picked => {
    const [name, phone, email] = [person.name.trim(), person.phone.trim(), person.email.trim()]
    return { kind: 'single', id: phone, name, detail: phone, data: { name, phone, email } }
  })
  return [...new Map(picked.map((item) => [item.id, item])).values()]
}
