import type { Readable } from 'node:stream'
import { withoutDirection } from '@kaopei/contract'
import type { Fail } from '@kaopei/server'
import { readWorkbook, SheetFailure, writeXlsx } from '@kaopei/sheet'
import { roomErrors } from '../../contract/errors.ts'
import { mostImported } from '../../contract/room.ts'

const titles = ['考场名称', '校区', '楼栋', '房间号', '网段', '排数', '每排座位数', '设备', '开放时间'] as const
/** Sheets of before do not have them. */
const spareable: readonly string[] = ['设备', '开放时间']
const required: readonly string[] = ['考场名称', '排数', '每排座位数']
const columns = titles.map((title) => ({
  title: required.includes(title) ? `*${title}` : title,
  width: title === '网段' || title === '开放时间' ? 30 : 16,
}))
const headWithin = 10

export function roomTemplate(): Readable {
  const notes = [
    `每行一间考场，带 * 的必填；多个网段用顿号隔开，例如 10.1.2.0/24、10.1.3.0/24。一次最多 ${mostImported} 间，请不要修改表头。`,
    '设备用顿号隔开，例如 电脑、监控；开放时间例如 周一至周五 08:00–18:00；周六 09:00–12:00，不填为不限。',
  ]
  return writeXlsx({ templateVersion: 'room/1', sheets: [{ name: '考场导入', columns, rows: [], notes, autoFilter: false }] })
}

/** Rows that came to nothing, with the reasons in front. */
export function failedRooms(
  rows: readonly { readonly cells: readonly string[]; readonly problems: readonly string[] }[],
): Readable {
  const cells = rows.map(({ cells: typed, problems }) => [problems.join('；'), ...typed])
  return writeXlsx({ sheets: [{ name: '导入失败明细', columns: [{ title: '失败原因', width: 40 }, ...columns], rows: cells }] })
}

interface GivenSheet {
  readonly path: string
  readonly fileName: string
  readonly fail: Fail<(typeof roomErrors)['invalidTemplate' | 'unreadableFile' | 'nothingToImport' | 'tooMany']>
}

/** Every row of the file as it was typed, cell by cell in the template's order; ends the request for files that are not the template, too long or empty. */
export async function readRooms(sheet: GivenSheet): Promise<string[][]> {
  const { fail } = sheet
  try {
    const rooms = await rowsOf(sheet)
    return rooms.length === 0 ? fail(roomErrors.nothingToImport) : rooms
  } catch (error) {
    if (!(error instanceof SheetFailure)) throw error
    if (error.reason === 'tooManyRows') fail(roomErrors.tooMany, { text: tooMany })
    if (error.reason === 'notWorkbook' || error.reason === 'html') fail(roomErrors.invalidTemplate)
    return fail(roomErrors.unreadableFile, { text: error.message })
  }
}

const tooMany = `一次最多导入 ${mostImported} 间考场，请拆分成几个文件后再上传`

async function rowsOf({ path, fileName, fail }: GivenSheet): Promise<string[][]> {
  const rooms: string[][] = []
  let places: readonly number[] | undefined
  let seen = 0
  const limits = { maxRows: mostImported + headWithin, maxColumns: 50 }
  for await (const { cells } of readWorkbook(path, fileName, limits)) {
    const texts = cells.map((cell) => (cell.kind === 'formula' ? '' : withoutDirection(cell.text).trim()))
    if (!places) {
      places = placesOf(texts)
      if (!places && ++seen >= headWithin) break
      continue
    }
    const row = places.map((place) => texts[place] ?? '')
    if (row.every((text) => text === '')) continue
    rooms.push(row)
    if (rooms.length > mostImported) fail(roomErrors.tooMany, { text: tooMany })
  }
  if (!places) fail(roomErrors.invalidTemplate)
  return rooms
}

function placesOf(texts: readonly string[]): number[] | undefined {
  const plain = texts.map((text) => text.replace(/[*＊\s]/g, ''))
  const places = titles.map((title) => plain.indexOf(title))
  return titles.some((title, index) => places[index] === -1 && !spareable.includes(title)) ? undefined : places
}
