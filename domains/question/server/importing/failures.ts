/** The workbook of failed rows: 失败原因 before the columns as they were; repaired, it can be imported as it is. */
import type { Readable } from 'node:stream'
import { writeXlsx } from '@kaopei/sheet'
import { type ImportMapping, importFieldLabels } from '../../contract/question-import.ts'
import { readOriginalRows } from './file.ts'
import { templateVersion } from './template.ts'

export const failureTitle = '失败原因'

/** The file is read once more: its rows were not kept. */
export async function writeFailedRows(
  { path, name }: { path: string; name: string },
  mapping: ImportMapping,
  reasons: ReadonlyMap<number, string>,
): Promise<Readable> {
  const titles = await headerOf(path, name, mapping)
  async function* rows() {
    for await (const { rowNumber, texts } of readOriginalRows(path, name)) {
      const reason = reasons.get(rowNumber)
      if (reason !== undefined) yield [reason, ...texts.slice(0, titles.length)]
    }
  }
  const columns = [{ title: failureTitle, width: 50 }, ...titles.map((title) => ({ title, width: 20 }))]
  return writeXlsx({ sheets: [{ name: '失败的行', columns, rows: rows() }], templateVersion })
}

/** A column without a heading gets that of its meaning, so that the workbook explains itself when it comes back. */
async function headerOf(path: string, name: string, { headerRow, columns }: ImportMapping): Promise<string[]> {
  let header: string[] = []
  for await (const { rowNumber, texts } of readOriginalRows(path, name)) {
    if (rowNumber === headerRow) header = texts
    if (rowNumber >= headerRow) break
  }
  const count = Math.max(header.length, columns.length)
  return Array.from({ length: count }, (_, index) => {
    const field = columns[index]
    return header[index] || (field ? importFieldLabels[field] : '')
  })
}
