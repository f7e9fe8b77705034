import { customType } from './codes.ts'

export interface Field {
  readonly id: string
  readonly name: string
  readonly customType: number
  readonly options: readonly string[]
  /** One that the product has. */
  readonly isStandard: boolean
  readonly isMovable: boolean
  readonly version: number
}

const standard = (id: string, name: string, options: readonly string[] = [], isMovable = true): Field => ({
  id,
  name,
  customType: options.length > 0 ? customType.single : customType.text,
  options,
  isStandard: true,
  isMovable,
  version: 0,
})

/** What every company can ask of outside candidates. Without name and phone nobody can be told apart, so they are always asked for. */
export const standardFields: readonly Field[] = [
  standard('name', '姓名', [], false),
  standard('phone', '手机号', [], false),
  standard('email', '邮箱'),
  standard('gender', '性别', ['男', '女']),
  standard('idCard', '身份证号'),
  standard('company', '工作单位'),
  standard('post', '岗位'),
]

/** These have columns of their own on the person, all others are kept as collected values. */
export const columnsOfPerson: readonly string[] = ['name', 'phone', 'email', 'gender']

/** What the roster calls its own columns. */
export const namesOfColumns: readonly string[] = [
  '姓名',
  '账号',
  '登录账号',
  '手机号',
  '邮箱',
  '工号',
  '部门',
  '性别',
  '岗位',
  '职级',
  '标签',
  '入职日期',
]

export const firstLists = { required: ['name', 'phone'], optional: ['email'] } as const

export interface Lists {
  readonly required: readonly string[]
  readonly optional: readonly string[]
}

/** The fields in three lists. Ids of fields that are gone are left out; a field in no list is not asked for. */
export function sortedFields(fields: readonly Field[], { required, optional }: Lists) {
  const byId = new Map(fields.map((field) => [field.id, field]))
  const named = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? [])
  const listed = new Set([...required, ...optional])
  return { required: named(required), optional: named(optional), absent: fields.filter(({ id }) => !listed.has(id)) }
}
