import type { Readable } from 'node:stream'
import { withoutDirection } from '@kaopei/contract'
import type { Fail } from '@kaopei/server'
import { readWorkbook, SheetFailure, writeXlsx } from '@kaopei/sheet'
import { examErrors } from '../../contract/exam-errors.ts'
import { mostOuterPeople } from '../../contract/outer-people.ts'

export interface TypedPerson {
  readonly name: string
  readonly phone: string
  readonly email: string
}

export interface PersonOfRow extends TypedPerson {
  readonly rowNumber: number
}

const reasonTitle = '失败原因'
const headWithin = 10
const titles = {
  name: ['姓名', '考生姓名'],
  phone: ['手机号', '电话', '手机', '联系电话'],
  email: ['邮箱', '电子邮箱', '邮件'],
} as const
const columns = [
  { title: '*姓名', width: 14 },
  { title: '*手机号', width: 18 },
  { title: '*邮箱', width: 30 },
]

export function outerTemplate(): Readable {
  const notes = [`每行一名外部考生，三列都必填，手机号和邮箱不能重复。一次最多 ${mostOuterPeople} 人，请不要修改表头。`]
  return writeXlsx({
    templateVersion: 'outer/1',
    sheets: [{ name: '外部考生导入', columns, rows: [], notes, autoFilter: false }],
  })
}

/** Rows that came to nothing, as the template has them, with the reasons in front. */
export function failureWorkbook(
  rows: readonly { readonly person: TypedPerson; readonly problems: readonly string[] }[],
): Readable {
  const cells = rows.map(({ person, problems }) => [problems.join('；'), person.name, person.phone, person.email])
  return writeXlsx({ sheets: [{ name: '导入失败明细', columns: [{ title: reasonTitle, width: 40 }, ...columns], rows: cells }] })
}

interface GivenSheet {
  readonly path: string
  readonly fileName: string
  readonly fail: Fail<(typeof examErrors)['noPeople' | 'tooManyPeople' | 'invalidTemplate' | 'unreadableFile']>
}

/** Everybody of the file; ends the request for files that are not the template, too long or empty. */
export async function readPeople(sheet: GivenSheet): Promise<PersonOfRow[]> {
  const { fail } = sheet
  try {
    const people = await rowsOf(sheet)
    if (people.length === 0) fail(examErrors.noPeople)
    return people
  } catch (error) {
    if (!(error instanceof SheetFailure)) throw error
    if (error.reason === 'tooManyRows') fail(examErrors.tooManyPeople)
    if (error.reason === 'notWorkbook' || error.reason === 'html') fail(examErrors.invalidTemplate)
    return fail(examErrors.unreadableFile, { text: error.message })
  }
}

type Places = Readonly<Record<keyof TypedPerson, number>>

async function rowsOf({ path, fileName, fail }: GivenSheet): Promise<PersonOfRow[]> {
  const people: PersonOfRow[] = []
  let places: Places | undefined
  let seen = 0
  for await (const { rowNumber, cells } of readWorkbook(path, fileName, {
    maxRows: mostOuterPeople + headWithin,
    maxColumns: 50,
  })) {
    const texts = cells.map((cell) => (cell.kind === 'formula' ? '' : withoutDirection(cell.text).trim()))
    if (!places) {
      places = placesOf(texts)
      if (!places && ++seen >= headWithin) break
      continue
    }
    const person = { name: texts[places.name] ?? '', phone: texts[places.phone] ?? '', email: texts[places.email] ?? '' }
    if (person.name + person.phone + person.email === '') continue
    people.push({ ...person, rowNumber })
    if (people.length > mostOuterPeople) fail(examErrors.tooManyPeople)
  }
  if (!places) fail(examErrors.invalidTemplate)
  return people
}

function placesOf(texts: readonly string[]): Places | undefined {
  const plain = texts.map((text) => text.replace(/[*＊\s]/g, ''))
  const place = (names: readonly string[]) => plain.findIndex((text) => names.includes(text))
  const places = { name: place(titles.name), phone: place(titles.phone), email: place(titles.email) }
  return Object.values(places).includes(-1) ? undefined : places
}
