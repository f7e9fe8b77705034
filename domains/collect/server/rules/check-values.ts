import { withoutDirection } from '@kaopei/contract'
import { emailInput, isPhone } from '@kaopei/identity/contract/contact'
import type { Field } from '@kaopei/org/contract/own-fields'
import { customType, longestAnswer } from '@kaopei/org/contract/own-fields'

export type CollectedValue = string | readonly string[]
export type CollectedValues = Readonly<Record<string, CollectedValue>>

export interface FieldProblem {
  /** The field's id. */
  readonly path: string
  readonly message: string
}

export interface Checked {
  /** Everything that is right, also beside problems: nothing that was typed well is lost. */
  readonly values: CollectedValues
  readonly problems: readonly FieldProblem[]
}

/** As a form is told: each problem at its field, the first of them where no form is open. */
export function problemsIn(problems: readonly FieldProblem[]) {
  const fields = problems.map(({ path, message }) => ({ path: `values.${path}`, message }))
  return { text: problems[0]?.message ?? '', data: { fields } }
}

interface Asked {
  readonly required: readonly Field[]
  readonly optional: readonly Field[]
  /** Not asked for any more, but answered by somebody whose page is older: kept when it is right, never a problem. */
  readonly absent?: readonly Field[]
}

/** What the company says of its people's data. */
export interface CompanyRule {
  readonly allowsNewPhoneRanges: boolean
}

/** Checks what somebody filled in, every field with every problem. Ids of no field are left out. */
export function checkValues(
  { required, optional, absent = [] }: Asked,
  given: Readonly<Record<string, unknown>>,
  rule: CompanyRule,
): Checked {
  const values: Record<string, CollectedValue> = {}
  const problems: FieldProblem[] = []
  const look = (field: Field, isRequired: boolean, isAsked: boolean) => {
    const { value, message } = checkOne(field, given[field.id], { isRequired, ...rule })
    if (value !== undefined) values[field.id] = value
    if (message !== undefined && isAsked) problems.push({ path: field.id, message })
  }
  for (const field of required) look(field, true, true)
  for (const field of optional) look(field, false, true)
  for (const field of absent) look(field, false, false)
  return { values, problems }
}

interface Verdict {
  readonly value?: CollectedValue
  readonly message?: string
}

function checkOne(field: Field, given: unknown, rule: CompanyRule & { readonly isRequired: boolean }): Verdict {
  const { name } = field
  if (isEmpty(given)) return rule.isRequired ? { message: emptyMessage(field) } : {}
  if (field.customType === customType.text) {
    return typeof given === 'string' ? checkText(field, withoutDirection(given).trim(), rule) : { message: `请输入${name}` }
  }
  if (field.customType === customType.single) {
    return typeof given === 'string' && field.options.includes(given) ? { value: given } : { message: `请选择${name}` }
  }
  const chosen: readonly unknown[] = Array.isArray(given) ? given : [given]
  const known = field.options.filter((option) => chosen.includes(option))
  return known.length === new Set(chosen).size ? { value: known } : { message: `请选择${name}` }
}

function isEmpty(given: unknown): boolean {
  if (given === undefined || given === null) return true
  return typeof given === 'string' ? given.trim() === '' : Array.isArray(given) && given.length === 0
}

function emptyMessage({ id, name, customType: type }: Field): string {
  if (id === 'name') return '姓名不能为空'
  if (id === 'phone') return '电话不能为空'
  if (id === 'email') return '邮箱不能为空'
  return type === customType.text ? `请输入${name}` : `请选择${name}`
}

function checkText({ id, name }: Field, typed: string, { allowsNewPhoneRanges }: CompanyRule): Verdict {
  if (typed.length > longestAnswer) return { message: `${name}不超过${longestAnswer}个字符` }
  if (!typed.isWellFormed() || hasControlCharacter(typed)) return { message: `${name}含有不可见的控制字符，请删除后重试` }
  if (id === 'phone')
    return isPhone(typed, allowsNewPhoneRanges) ? { value: typed.replace(/^0/, '') } : { message: '请输入正确的电话' }
  if (id === 'email') return emailInput.safeParse(typed).success ? { value: typed } : { message: '请输入正确的邮箱地址' }
  if (id === 'idCard') return isIdCard(typed.toUpperCase()) ? { value: typed.toUpperCase() } : { message: '请输入正确的身份证号' }
  return { value: typed }
}

const hasControlCharacter = (typed: string) => [...typed].some((one) => (one.codePointAt(0) ?? 0) < 32 || one === '\u007f')

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** 18 places with the check digit of GB 11643-1999. */
export function isIdCard(text: string): boolean {
  if (!/^\d{17}[\dX]$/.test(text)) return false
  const sum = weights.reduce((total, weight, index) => total + weight * Number(text[index]), 0)
  return text[17] === '10X98765432'[sum % 11]
}
