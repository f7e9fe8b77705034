import { type Db, Pace } from '@kaopei/server'
import { checkImportRow, type ImportPerson } from '../rules/check-import-row.ts'
import { importableFields } from '../rules/import-columns.ts'
import type { OwnValue } from '../rules/own-fields.ts'
import { tellRepeated, uniqueColumns } from '../rules/repeated-in-file.ts'
import { allowsNewPhoneRanges } from '../staff/change.sql.ts'
import { ownFields } from '../staff/own-fields.ts'
import { type GivenSheet, type SheetPerson, staffRows } from '../staff/sheet.ts'

export interface Row {
  readonly rowNumber: number
  readonly person: ImportPerson
}

/** A file as far as it can be judged by itself. Of right rows only what will be stored is held. */
export interface CheckedFile {
  readonly rows: readonly Row[]
  readonly problems: ReadonlyMap<number, readonly string[]>
}

export type Tell = (row: { readonly rowNumber: number }, problem: string) => void

export function tellerOf(problems: Map<number, string[]>): Tell {
  return ({ rowNumber }, problem) => {
    const own = problems.get(rowNumber)
    if (own) own.push(problem)
    else problems.set(rowNumber, [problem])
  }
}

/** Everybody of an uploaded file, as often as it is asked; the company's own columns are those of now. */
export async function readerOf(db: Db, sheet: GivenSheet) {
  const own = importableFields(await ownFields.inUse(db, 2))
  return { own, read: (): AsyncIterable<SheetPerson> => staffRows(sheet, own) }
}

/** Checks every row for every problem, alone and against the other rows of the file. */
export async function checkFile(db: Db, sheet: GivenSheet): Promise<CheckedFile> {
  const { read } = await readerOf(db, sheet)
  const rule = { allowsNewPhoneRanges: await allowsNewPhoneRanges(db) }
  const problems = new Map<number, string[]>()
  const tell = tellerOf(problems)
  const rows: Row[] = []
  const keep = keeper()
  const pace = new Pace()
  for await (const { rowNumber, cells, own } of read()) {
    await pace.breathe()
    const checked = checkImportRow(cells, rule, own)
    for (const problem of checked.problems) tell({ rowNumber }, problem)
    rows.push({ rowNumber, person: keep(checked.person) })
  }
  for (const column of uniqueColumns) {
    await pace.breathe()
    tellRepeated(rows, column, tell)
  }
  return { rows, problems }
}

/**
 * Copies what is held of a person. Texts that were cut out of a file hold on to the piece of the file they came from, ten times their size;
 * and a hundred thousand people share a few departments and posts.
 */
function keeper(): (person: ImportPerson) => ImportPerson {
  const paths = new Map<string, readonly string[]>()
  const shared = new Map<string, string>()
  const copy = (text: string) => Buffer.from(text).toString()
  const copyOr = (text: string | null) => (text === null ? null : copy(text))
  const share = (text: string | null) => {
    if (text === null) return null
    const known = shared.get(text) ?? copy(text)
    shared.set(known, known)
    return known
  }
  const sharePath = (names: readonly string[]) => {
    const key = names.join('/')
    const known = paths.get(key) ?? names.map(copy)
    paths.set(key, known)
    return known
  }
  const copyValue = (value: OwnValue): OwnValue => (typeof value === 'string' ? (share(value) ?? value) : value)
  return (person) => {
    const phone = copy(person.phone)
    return {
      ...person,
      phone,
      name: copy(person.name),
      departmentNames: sharePath(person.departmentNames),
      loginAccount: person.loginAccount === person.phone ? phone : copy(person.loginAccount),
      email: copyOr(person.email),
      jobNumber: copyOr(person.jobNumber),
      post: share(person.post),
      rank: share(person.rank),
      labels: person.labels?.map((name) => share(name) ?? name) ?? null,
      entryDate: share(person.entryDate),
      own: person.own?.map(({ field, value }) => ({ field, value: copyValue(value) })) ?? null,
    }
  }
}
