/** The file of an import as rows: where its header is, what its columns mean, and the rows below it. */
import { readWorkbook, type SheetInfo, type SheetReading, type SheetRow } from '@kaopei/sheet'
import { type ImportMapping, mostImportRows } from '../../contract/question-import.ts'
import type { ImportCells } from '../rules/content/question-of-row.ts'
import { proposeMapping } from '../rules/recognise-header.ts'
import { templateVersion } from './template.ts'

/** Rows that are looked at to find the header. */
const mostHeadRows = 30
const sampleRows = 5
const sampleLength = 200

export type Inspection = {
  format: 'xlsx' | 'xls' | 'csv'
  sheetName: string
  hiddenSheets: string[]
  templateVersion: string | null
  header: string[]
  samples: string[][]
  mapping: ImportMapping
  warnings: string[]
}

/** Throws SheetFailure for files that cannot be read. */
export async function inspectFile(path: string, fileName: string): Promise<Inspection> {
  const reading = open(path, fileName)
  const info = await reading.info()
  const head: { rowNumber: number; texts: string[] }[] = []
  for await (const { rowNumber, cells } of reading) {
    head.push({ rowNumber, texts: cells.map(({ text }) => text) })
    if (head.length === mostHeadRows) break
  }
  const mapping = proposeMapping(head)
  const header = head.find(({ rowNumber }) => rowNumber === mapping.headerRow)?.texts ?? []
  const samples = head
    .filter(({ rowNumber }) => rowNumber > mapping.headerRow)
    .slice(0, sampleRows)
    .map(({ texts }) => texts.map((text) => text.slice(0, sampleLength)))
  return { ...info, header, samples, mapping, warnings: warningsOf(reading, mapping, info) }
}

const encodingNames = { gb18030: 'GB18030（简体中文）', big5: 'Big5（繁体中文）' } as const

function warningsOf(
  reading: SheetReading,
  { headerRow }: ImportMapping,
  info: { templateVersion: string | null; hiddenSheets: readonly string[]; encoding: SheetInfo['encoding'] },
): string[] {
  const warnings: string[] = []
  if (info.encoding === 'gb18030' || info.encoding === 'big5')
    warnings.push(
      `文件的文字编码识别为 ${encodingNames[info.encoding]}，请核对下面的文字；如有乱码，请另存为 UTF-8 编码后重新上传`,
    )
  const merged = reading.headerMerges().filter((range) => Number(/\d+/.exec(range)?.[0]) === headerRow)
  if (merged.length > 0) warnings.push(`表头有合并的单元格（${merged.slice(0, 3).join('、')}），请核对每一列的含义`)
  if (info.hiddenSheets.length > 0) warnings.push('隐藏的工作表不会被读取')
  const version = info.templateVersion
  if (version?.startsWith('question/') && version !== templateVersion) warnings.push('这是旧版的导入模板，建议下载新模板')
  return warnings
}

export type ImportRow = { rowNumber: number; cells: ImportCells }

/** The rows below the header that have anything in a mapped column; `rowNumber` is the one that the spreadsheet program shows. */
export async function* readImportRows(path: string, fileName: string, mapping: ImportMapping): AsyncGenerator<ImportRow> {
  for await (const { rowNumber, cells } of open(path, fileName)) {
    if (rowNumber <= mapping.headerRow) continue
    const mapped = mappedCells(cells, mapping)
    if (Object.keys(mapped).length > 0) yield { rowNumber, cells: mapped }
  }
}

/** Reads to the end before anything is written: a file beyond the limits is refused at once, and progress knows its whole. */
export async function countImportRows(path: string, fileName: string, mapping: ImportMapping): Promise<number> {
  let count = 0
  for await (const _row of readImportRows(path, fileName, mapping)) count += 1
  return count
}

function mappedCells(cells: SheetRow['cells'], { columns }: ImportMapping): ImportCells {
  const mapped: ImportCells = {}
  columns.forEach((field, index) => {
    const cell = cells[index]
    if (field !== null && cell !== undefined && cell.kind !== 'empty' && cell.text.trim() !== '') mapped[field] = cell
  })
  return mapped
}

/** Header and rows as they stand in the file, for the workbook of failed rows. */
export async function* readOriginalRows(path: string, fileName: string): AsyncGenerator<{ rowNumber: number; texts: string[] }> {
  for await (const { rowNumber, cells } of open(path, fileName)) yield { rowNumber, texts: cells.map(({ text }) => text) }
}

function open(path: string, fileName: string): SheetReading {
  return readWorkbook(path, fileName, { maxRows: mostImportRows + mostHeadRows, maxColumns: 100 })
}
