import type { Readable } from 'node:stream'
import { withoutDirection } from '@kaopei/contract'
import type { Fail } from '@kaopei/server'
import { readWorkbook, SheetFailure, writeXlsx } from '@kaopei/sheet'
import { projectStaffErrors } from '../../contract/errors.ts'
import { mostOfFile } from '../../contract/staff.ts'

export interface PersonOfRow {
  readonly account: string
  readonly jobNumber: string
  readonly name: string
}

const headWithin = 10
const titles = { account: ['账号', '登录账号'], jobNumber: ['工号'], name: ['姓名'] } as const
const columns = [
  { title: '账号', width: 20 },
  { title: '工号', width: 16 },
  { title: '姓名', width: 14 },
]

export function staffTemplate(): Readable {
  const notes = [`每行一名学员，账号和工号填写其中一个；姓名可以不填，填写后会核对。一次最多 ${mostOfFile} 人，请不要修改表头。`]
  return writeXlsx({
    templateVersion: 'projectStaff/1',
    sheets: [{ name: '项目学员导入', columns, rows: [], notes, autoFilter: false }],
  })
}

export interface FailedRow {
  readonly person: PersonOfRow
  readonly reason: string
}

/** Rows that came to nothing, as the template has them, with the reason in front. */
export function failureWorkbook(rows: readonly FailedRow[]): Readable {
  const cells = rows.map(({ person, reason }) => [reason, person.account, person.jobNumber, person.name])
  return writeXlsx({ sheets: [{ name: '导入失败明细', columns: [{ title: '失败原因', width: 40 }, ...columns], rows: cells }] })
}

interface GivenSheet {
  readonly path: string
  readonly fileName: string
  readonly fail: Fail<(typeof projectStaffErrors)['noPeople' | 'tooManyPeople' | 'invalidTemplate' | 'unreadableFile']>
}

/** Everybody of the file; ends the request for files that are not the template, too long or empty. */
export async function readPeople(sheet: GivenSheet): Promise<PersonOfRow[]> {
  const { fail } = sheet
  try {
    const people = await rowsOf(sheet)
    if (people.length === 0) fail(projectStaffErrors.noPeople)
    return people
  } catch (error) {
    if (!(error instanceof SheetFailure)) throw error
    if (error.reason === 'tooManyRows') fail(projectStaffErrors.tooManyPeople)
    if (error.reason === 'notWorkbook' || error.reason === 'html') fail(projectStaffErrors.invalidTemplate)
    return fail(projectStaffErrors.unreadableFile, { text: error.message })
  }
}

type Places = Readonly<Record<keyof PersonOfRow, number>>

async function rowsOf({ path, fileName, fail }: GivenSheet): Promise<PersonOfRow[]> {
  const people: PersonOfRow[] = []
  let places: Places | undefined
  let seen = 0
  for await (const { cells } of readWorkbook(path, fileName, { maxRows: mostOfFile + headWithin, maxColumns: 50 })) {
    const texts = cells.map((cell) => (cell.kind === 'formula' ? '' : withoutDirection(cell.text).trim()))
    if (!places) {
      places = placesOf(texts)
      if (!places && ++seen >= headWithin) break
      continue
    }
    const at = (place: number) => texts[place] ?? ''
    const person = { account: at(places.account), jobNumber: at(places.jobNumber), name: at(places.name) }
    if (person.account + person.jobNumber === '') continue
    people.push(person)
    if (people.length > mostOfFile) fail(projectStaffErrors.tooManyPeople)
  }
  if (!places) fail(projectStaffErrors.invalidTemplate)
  return people
}

/** Accounts or job numbers are there, whatever else is. */
function placesOf(texts: readonly string[]): Places | undefined {
  const plain = texts.map((text) => text.replace(/[*＊\s]/g, ''))
  const place = (names: readonly string[]) => plain.findIndex((text) => names.includes(text))
  const places = { account: place(titles.account), jobNumber: place(titles.jobNumber), name: place(titles.name) }
  return places.account === -1 && places.jobNumber === -1 ? undefined : places
}
