import type { ImportPerson } from './check-import-row.ts'

interface Row {
  readonly rowNumber: number
  readonly person: ImportPerson
}

export const uniqueColumns = [
  { title: '登录账号', keyOf: ({ loginAccount }: ImportPerson) => loginAccount.toLowerCase() },
  { title: '手机号', keyOf: ({ phone }: ImportPerson) => phone },
  { title: '邮箱', keyOf: ({ email }: ImportPerson) => email?.toLowerCase() ?? '' },
  { title: '工号', keyOf: ({ jobNumber }: ImportPerson) => jobNumber ?? '' },
] as const

/** Tells both rows of a value of the column that may stand only once in the file: which of them is right, only a person can know. */
export function tellRepeated(
  rows: readonly Row[],
  { title, keyOf }: (typeof uniqueColumns)[number],
  tell: (row: Row, problem: string) => void,
): void {
  const firsts = new Map<string, { row: Row; isTold: boolean }>()
  for (const row of rows) {
    const key = keyOf(row.person)
    if (key === '') continue
    // An account that is the phone is told once, as the phone.
    if (title === '登录账号' && row.person.loginAccount === row.person.phone) continue
    const first = firsts.get(key)
    if (!first) {
      firsts.set(key, { row, isTold: false })
      continue
    }
    if (!first.isTold) tell(first.row, `${title}与第${row.rowNumber}行重复`)
    first.isTold = true
    tell(row, `${title}与第${first.row.rowNumber}行重复`)
  }
}
