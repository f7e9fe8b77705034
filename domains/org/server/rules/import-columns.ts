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

/** Which column of the file holds which field; undefined when this row is not the template's header. */
export function headerOf(texts: readonly string[]): ReadonlyMap<ImportField, number> | undefined {
  const columns = new Map<ImportField, number>()
  for (const [index, text] of texts.entries()) {
    const field = fieldOfTitle.get(text.replace(/[*＊\s]/g, ''))
    if (field === undefined) continue
    // Two columns of one meaning: nobody can know which is meant.
    if (columns.has(field)) return undefined
    columns.set(field, index)
  }
  const isWhole = importColumns.every(({ field, isRequired }) => !isRequired || columns.has(field))
  return isWhole ? columns : undefined
}
