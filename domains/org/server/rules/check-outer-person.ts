import { emailInput } from '@kaopei/identity/contract/contact'
import { recoveredPhone } from './check-import-row.ts'
import { phoneProblem } from './check-phone.ts'

/** An outside candidate as somebody typed them or a file has them. */
export interface OuterPerson {
  readonly name: string
  readonly phone: string
  readonly email: string
}

export interface CheckedOuterPerson {
  /** As it would be stored. */
  readonly person: OuterPerson
  readonly problems: readonly string[]
}

/** Every problem of each row, its own and what it shares with rows before it; `rowNumbers` are those that people see. */
export function checkOuterPeople(
  people: readonly OuterPerson[],
  rule: { readonly allowsNewPhoneRanges: boolean; readonly rowNumbers: readonly number[] },
): CheckedOuterPerson[] {
  const rowOfPhone = new Map<string, number>()
  const rowOfEmail = new Map<string, number>()
  return people.map((typed, index) => {
    const row = rule.rowNumbers[index] ?? index + 1
    const [name, email] = [typed.name.trim(), typed.email.trim()]
    const recovered = recoveredPhone(typed.phone.trim())
    const phone = typeof recovered === 'string' ? recovered : ''
    const phoneWrong = typeof recovered === 'string' ? phoneProblem(phone, rule.allowsNewPhoneRanges) : recovered.problem
    const problems = [
      nameProblem(name),
      phoneWrong,
      phoneWrong === undefined ? repeated('手机号', rowOfPhone, phone, row) : undefined,
      emailProblem(email) ?? repeated('邮箱', rowOfEmail, email.toLowerCase(), row),
    ]
    return { person: { name, phone, email }, problems: problems.flatMap((problem) => problem ?? []) }
  })
}

function nameProblem(name: string): string | undefined {
  if (name === '') return '姓名不能为空'
  return name.length > 200 ? '姓名不能超过200个字符' : undefined
}

function emailProblem(email: string): string | undefined {
  if (email === '') return '邮箱不能为空'
  return emailInput.safeParse(email).success ? undefined : '请输入正确的邮箱地址'
}

function repeated(label: string, seen: Map<string, number>, value: string, row: number): string | undefined {
  const before = seen.get(value)
  if (before === undefined) seen.set(value, row)
  return before === undefined ? undefined : `${label}与第${before}行重复`
}
