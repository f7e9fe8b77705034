import { isPhone } from '@kaopei/identity/contract/contact'

/** A phone as it is stored: digits alone, without the leading 0 that the pattern allows, spaces, hyphens and +86. */
export function plainPhone(typed: string): string {
  return typed
    .trim()
    .replace(/[\s\u00a0\u3000-]/g, '')
    .replace(/^(?:\+|00)86/, '')
    .replace(/^0(?=1)/, '')
}

/** The text of a table's problem with a phone, or undefined. */
export function phoneProblem(phone: string, allowsNewRanges: boolean): string | undefined {
  if (phone === '') return '电话不能为空'
  return isPhone(phone, allowsNewRanges) ? undefined : '手机格式不正确'
}
