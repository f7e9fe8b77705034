import type { Field } from '@kaopei/org/contract/own-fields'

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
