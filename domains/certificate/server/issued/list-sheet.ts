import type { Readable } from 'node:stream'
import { withoutDirection } from '@kaopei/contract'
import type { Fail } from '@kaopei/server'
import { readWorkbook, SheetFailure, writeXlsx } from '@kaopei/sheet'
import { certificateErrors } from '../../contract/errors.ts'

export const mostOfFile = 5000

export interface ListedPerson {
  readonly account: string
  readonly jobNumber: string
  readonly name: string
  readonly score: string
  readonly level: string
  readonly source: string
  readonly remark: string
}

const headWithin = 10
const titles = {
  account: ['账号', '登录账号'],
  jobNumber: ['工号'],
  name: ['姓名'],
  score: ['成绩'],
  level: ['等级'],
  source: ['依据'],
  remark: ['备注'],
} as const satisfies Record<keyof ListedPerson, readonly string[]>
const columns = [
  { title: '账号', width: 20 },
  { title: '工号', width: 16 },
  { title: '姓名', width: 14 },
  { title: '成绩', width: 10 },
  { title: '等级', width: 12 },
  { title: '依据', width: 30 },
  { title: '备注', width: 30 },
]
const longest = { score: 20, level: 20, source: 100, remark: 200 } as const

export function listTemplate(): Readable {
  const notes = [
    `每行一名持证人，账号和工号填写其中一个；姓名可以不填，填写后会核对。成绩、等级、依据和备注可以不填。一次最多 ${mostOfFile} 人，请不要修改表头。`,
  ]
  return writeXlsx({
    templateVersion: 'certificateList/1',
    sheets: [{ name: '证书名单', columns, rows: [], notes, autoFilter: false }],
  })
}

export interface FailedRow {
  readonly person: ListedPerson
  readonly reason: string
}

/** Rows that came to nothing, as the template has them, with the reason in front. */
export function failureWorkbook(rows: readonly FailedRow[]): Readable {
  const cells = rows.map(({ person: one, reason }) => [
    ...[reason, one.account, one.jobNumber, one.name],
    ...[one.score, one.level, one.source, one.remark],
  ])
  return writeXlsx({ sheets: [{ name: '签发失败明细', columns: [{ title: '失败原因', width: 40 }, ...columns], rows: cells }] })
}

export interface GivenSheet {
  readonly path: string
  readonly fileName: string
  readonly fail: Fail<(typeof certificateErrors)['nobody' | 'tooManyRows' | 'invalidTemplate' | 'unreadableFile']>
}

/** Everybody of the file; ends the request for files that are not the template, too long or empty. */
export async function readList(sheet: GivenSheet): Promise<ListedPerson[]> {
  const { fail } = sheet
  try {
    const people = await rowsOf(sheet)
    if (people.length === 0) fail(certificateErrors.nobody, { text: '文件中没有人员，请填写后再上传' })
    return people
  } catch (error) {
    if (!(error instanceof SheetFailure)) throw error
    if (error.reason === 'tooManyRows') fail(certificateErrors.tooManyRows)
    if (error.reason === 'notWorkbook' || error.reason === 'html') fail(certificateErrors.invalidTemplate)
    return fail(certificateErrors.unreadableFile, { text: error.message })
  }
}

type Places = Readonly<Record<keyof ListedPerson, number>>

async function rowsOf({ path, fileName, fail }: GivenSheet): Promise<ListedPerson[]> {
  const people: ListedPerson[] = []
  let places: Places | undefined
  let seen = 0
  for await (const { cells } of readWorkbook(path, fileName, { maxRows: mostOfFile + headWithin, maxColumns: 50 })) {
    const texts = cells.map((cell) => (cell.kind === 'formula' ? '' : withoutDirection(cell.text).trim()))
    if (!places) {
      places = placesOf(texts)
      if (!places && ++seen >= headWithin) break
      continue
    }
    const person = personOf(texts, places)
    if (person.account + person.jobNumber === '') continue
    people.push(person)
    if (people.length > mostOfFile) fail(certificateErrors.tooManyRows)
  }
  if (!places) fail(certificateErrors.invalidTemplate)
  return people
}

function personOf(texts: readonly string[], places: Places): ListedPerson {
  const at = (key: keyof ListedPerson) => (texts[places[key]] ?? '').replace(/\s+/g, ' ')
  const cut = (key: keyof typeof longest) => [...at(key)].slice(0, longest[key]).join('')
  return {
    ...{ account: at('account'), jobNumber: at('jobNumber'), name: at('name') },
    ...{ score: cut('score'), level: cut('level'), source: cut('source'), remark: cut('remark') },
  }
}

/** Accounts or job numbers are there, whatever else is. */
function placesOf(texts: readonly string[]): Places | undefined {
  const plain = texts.map((text) => text.replace(/[*＊\s]/g, ''))
  const place = (key: keyof ListedPerson) => plain.findIndex((text) => (titles[key] as readonly string[]).includes(text))
  if (place('account') === -1 && place('jobNumber') === -1) return undefined
  return {
    ...{ account: place('account'), jobNumber: place('jobNumber'), name: place('name'), score: place('score') },
    ...{ level: place('level'), source: place('source'), remark: place('remark') },
  }
}
