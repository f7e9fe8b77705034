import type { OwnField } from './own-fields.ts'

/** The columns of the staff template, in its order. */
export const importColumns = [
  { field: 'name', title: '姓名', isRequired: true, width: 14, aliases: ['员工姓名'] },
  { field: 'phone', title: '手机号', isRequired: true, width: 16, aliases: ['手机', '电话', '手机号码', '联系电话'] },
  { field: 'department', title: '部门', isRequired: true, width: 32, aliases: ['所属部门', '部门路径'] },
  { field: 'loginAccount', title: '登录账号', isRequired: false, width: 18, aliases: ['账号', '帐号', '登录帐号'] },
  { field: 'email', title: '邮箱', isRequired: false, width: 26, aliases: ['电子邮箱', '邮件'] },
  { field: 'jobNumber', title: '工号', isRequired: false, width: 14, aliases: ['员工编号', '员工工号'] },
  { field: 'gender', title: '性别', isRequired: false, width: 8, aliases: [] },
  { field: 'post', title: '岗位', isRequired: false, width: 16, aliases: ['职位', '职务'] },
  { field: 'entryDate', title: '入职日期', isRequired: false, width: 14, aliases: ['入职时间'] },
  { field: 'rank', title: '职级', isRequired: false, width: 14, aliases: [] },
  { field: 'labels', title: '标签', isRequired: false, width: 22, aliases: ['人员标签'] },
] as const

export type ImportField = (typeof importColumns)[number]['field']

export const templateVersion = 'staff/1'
export const reasonTitle = '失败原因'

/** Title of a column in the template: required ones carry a star. */
export function titleOf(column: (typeof importColumns)[number]): string {
  return column.isRequired ? `*${column.title}` : column.title
}

const fieldOfTitle = new Map<string, ImportField>(
  importColumns.flatMap(({ field, title, aliases }) => [title, ...aliases].map((name) => [name, field] as const)),
)

const taken: readonly string[] = [...importColumns.map(({ title }) => title), reasonTitle]

/** The company's own fields that can have a column of their own name. */
export function importableFields<Field extends OwnField>(fields: readonly Field[]): Field[] {
  return fields.filter(({ name }) => !taken.includes(name))
}

/** Which column of the file holds what. */
export interface Header {
  readonly fixed: ReadonlyMap<ImportField, number>
  readonly own: ReadonlyMap<OwnField, number>
}

/** Undefined when this row is not the template's header. The company's own names go before the other names of the template's columns. */
export function headerOf(texts: readonly string[], ownFields: readonly OwnField[] = []): Header | undefined {
  const ownByName = new Map(ownFields.map((field) => [field.name, field]))
  const fixed = new Map<ImportField, number>()
  const own = new Map<OwnField, number>()
  for (const [index, text] of texts.entries()) {
    const ownField = ownByName.get(text.trim())
    const field = fieldOfTitle.get(text.replace(/[*＊\s]/g, ''))
    // Two columns of one meaning: nobody can know which is meant.
    if (ownField ? own.has(ownField) : field && fixed.has(field)) return undefined
    if (ownField) own.set(ownField, index)
    else if (field) fixed.set(field, index)
  }
  const isWhole = importColumns.every(({ field, isRequired }) => !isRequired || fixed.has(field))
  return isWhole ? { fixed, own } : undefined
}
