import { id } from '@kaopei/contract'
import { z } from 'zod'
import { gender } from '../../contract/codes.ts'
import type { ImportPerson } from './check-import-row.ts'
import type { OwnValue } from './own-fields.ts'

/** Somebody who is here already and shares an account, a phone number, an address or a job number with a row. */
export const knownPersonShape = z.object({
  id,
  name: z.string(),
  loginKey: z.string(),
  phone: z.string().nullable(),
  emailKey: z.string().nullable(),
  jobNumber: z.string().nullable(),
  departmentId: id.nullable(),
  gender: gender.schema.nullable(),
  post: z.string().nullable(),
  rank: z.string().nullable(),
  labels: z.array(z.string()).readonly(),
  entryDate: z.string().nullable(),
  /** Of the company's own fields that the file has, by field. */
  own: z.record(z.string(), z.union([z.string(), z.array(z.string())])).nullable(),
})
export type KnownPerson = z.output<typeof knownPersonShape>

export type RowVerdict =
  | { readonly kind: 'new' }
  | { readonly kind: 'same' }
  /** `staffId`: whom the row may overwrite; null when a value of it is somebody else's. */
  | { readonly kind: 'conflict'; readonly staffId: string | null; readonly messages: readonly string[] }

export class KnownPeople {
  readonly #byLogin: ReadonlyMap<string, KnownPerson>
  readonly #byPhone: ReadonlyMap<string | null, KnownPerson>
  readonly #byEmail: ReadonlyMap<string | null, KnownPerson>
  readonly #byNumber: ReadonlyMap<string | null, KnownPerson>

  constructor(known: readonly KnownPerson[]) {
    this.#byLogin = new Map(known.map((person) => [person.loginKey, person]))
    this.#byPhone = new Map(known.map((person) => [person.phone, person]))
    this.#byEmail = new Map(known.map((person) => [person.emailKey, person]))
    this.#byNumber = new Map(known.map((person) => [person.jobNumber, person]))
  }

  /** What a right row is to the people who are here. The account says who it is; an empty cell says nothing, so it contradicts nothing. */
  judge(person: ImportPerson, departmentId: string): RowVerdict {
    const namesake = this.#byLogin.get(person.loginAccount.toLowerCase())
    const taken = [
      { text: '手机号已被其他人员使用', holder: this.#byPhone.get(person.phone) },
      { text: '邮箱已被其他人员使用', holder: person.email ? this.#byEmail.get(person.email.toLowerCase()) : undefined },
      { text: '工号已被其他人员使用', holder: person.jobNumber ? this.#byNumber.get(person.jobNumber) : undefined },
    ].flatMap(({ text, holder }) => (holder && holder.id !== namesake?.id ? [text] : []))
    if (!namesake) return taken.length === 0 ? { kind: 'new' } : { kind: 'conflict', staffId: null, messages: taken }
    const other = differences(namesake, person, departmentId)
    if (other.length === 0 && taken.length === 0) return { kind: 'same' }
    const messages = [`登录账号已存在${other.length > 0 ? `，${other.join('、')}不同` : ''}`, ...taken]
    return { kind: 'conflict', staffId: taken.length === 0 ? namesake.id : null, messages }
  }
}

function labelsOf(names: readonly string[] | null): string | null {
  return names && [...names].sort().join('、')
}

const isSame = (current: OwnValue | undefined, value: OwnValue) => JSON.stringify(current) === JSON.stringify(value)

function differences(known: KnownPerson, person: ImportPerson, departmentId: string): string[] {
  const stated = <Value>(value: Value | null, current: Value | null) => value !== null && value !== current
  return [
    ...(known.name === person.name ? [] : ['姓名']),
    ...(known.phone === person.phone ? [] : ['手机号']),
    ...(known.departmentId === departmentId ? [] : ['部门']),
    ...(stated(person.email?.toLowerCase() ?? null, known.emailKey) ? ['邮箱'] : []),
    ...(stated(person.jobNumber, known.jobNumber) ? ['工号'] : []),
    ...(stated(person.gender, known.gender) ? ['性别'] : []),
    ...(stated(person.post, known.post) ? ['岗位'] : []),
    ...(stated(person.entryDate, known.entryDate) ? ['入职日期'] : []),
    ...(stated(person.rank, known.rank) ? ['职级'] : []),
    ...(stated(labelsOf(person.labels), labelsOf(known.labels)) ? ['标签'] : []),
    ...(person.own ?? []).flatMap(({ field, value }) => (isSame(known.own?.[field.id], value) ? [] : [field.name])),
  ]
}
