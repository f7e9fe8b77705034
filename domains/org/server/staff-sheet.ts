import { Failure } from '@kaopei/server'
import { type ColumnSpec, readWorkbook, SheetFailure, type SheetRow, type WorkbookSpec, writeXlsx } from '@kaopei/sheet'
import { gender } from '../contract/codes.ts'
import { staffImportErrors } from '../contract/errors.ts'
import { mostImportRows } from '../contract/staff-import.ts'
import type { RowCells } from './rules/check-import-row.ts'
import { headerOf, type ImportField, importColumns, reasonTitle, templateVersion, titleOf } from './rules/import-columns.ts'

// The staff template as a file: made, read back, and given back with reasons.

export interface SheetPerson {
  readonly rowNumber: number
  readonly cells: RowCells
}

const headWithin = 10
const columns: readonly ColumnSpec[] = importColumns.map((column) => ({
  title: titleOf(column),
  width: column.width,
  ...(column.field === 'gender' && { choices: gender.options.map(({ label }) => label) }),
}))

/** The empty template; `departments` are offered as a dropdown list. */
export function templateWorkbook(departments: readonly string[]): WorkbookSpec {
  const withChoices = columns.map((column, index) =>
    importColumns[index]?.field === 'department' && departments.length > 0 ? { ...column, choices: departments } : column,
  )
  const notes = [
    '带 * 的列必填。手机号、登录账号、邮箱、工号在企业内不能重复；登录账号不填时使用手机号。部门填写完整路径，各级之间用“/”分隔，例如：总部/研发部/平台组。',
    `一次最多 ${mostImportRows} 人，请不要修改表头。任何一行有误时整个文件都不会导入，可下载失败明细修改后重新上传。`,
  ]
  return { templateVersion, sheets: [{ name: '员工导入', columns: withChoices, rows: [], notes, autoFilter: false }] }
}

/** Everybody of a file with its number in the file; ends the request for files that are not the template. */
export async function readStaffSheet(path: string, fileName: string): Promise<SheetPerson[]> {
  const reading = readWorkbook(path, fileName, { maxRows: mostImportRows + headWithin, maxColumns: 100 })
  const people: SheetPerson[] = []
  let header: ReadonlyMap<ImportField, number> | undefined
  let headerRow = 0
  let seen = 0
  try {
    for await (const row of reading) {
      if (header) {
        people.push({ rowNumber: row.rowNumber, cells: cellsOf(row, header) })
        continue
      }
      header = headerOf(row.cells.map(({ text }) => text))
      headerRow = row.rowNumber
      if (!header && ++seen >= headWithin) break
    }
    const info = await reading.info()
    const isOther = info.templateVersion !== null && info.templateVersion !== templateVersion
    if (!header || isOther || info.format === 'csv') throw new Failure(staffImportErrors.invalidTemplate)
  } catch (error) {
    throw error instanceof SheetFailure ? failureOf(error) : error
  }
  if (reading.headerMerges().some((range) => touchesRow(range, headerRow))) {
    throw new Failure(staffImportErrors.invalidTemplate, {
      text: '无效的用户导入模板。表头中有合并的单元格，请取消合并后重新上传',
    })
  }
  const filled = people.filter(({ cells }) =>
    Object.values(cells).some(({ text, kind }) => text.trim() !== '' || kind === 'formula'),
  )
  if (filled.length === 0) throw new Failure(staffImportErrors.empty)
  if (filled.length > mostImportRows) throw new Failure(staffImportErrors.tooManyRows)
  return filled
}

function failureOf(error: SheetFailure): Failure {
  if (error.reason === 'tooManyRows') return new Failure(staffImportErrors.tooManyRows)
  if (error.reason === 'notWorkbook' || error.reason === 'html') return new Failure(staffImportErrors.invalidTemplate)
  return new Failure(staffImportErrors.unreadable, { text: error.message })
}

function cellsOf({ cells }: SheetRow, header: ReadonlyMap<ImportField, number>): RowCells {
  const found: Partial<Record<ImportField, (typeof cells)[number]>> = {}
  for (const [field, index] of header) {
    const cell = cells[index]
    if (cell && cell.kind !== 'empty') found[field] = cell
  }
  return found
}

function touchesRow(range: string, row: number): boolean {
  const [first = 0, last = first] = [...range.matchAll(/\d+/g)].map(Number)
  return first <= row && row <= last
}

/**
 * The whole file again with the reasons in front: rows to repair first, then those that were right, because a file is imported whole. Its row
 * numbers are those of the original. After the repair it can be uploaded as it is.
 */
export function failureWorkbook(people: readonly SheetPerson[], problems: ReadonlyMap<number, readonly string[]>) {
  const inOrder = [
    ...people.filter((row) => problems.has(row.rowNumber)),
    ...people.filter((row) => !problems.has(row.rowNumber)),
  ]
  const rows = inOrder.map(({ rowNumber, cells }) => {
    const own = problems.get(rowNumber)
    return [own ? `第${rowNumber}行：${own.join('；')}` : '', ...importColumns.map(({ field }) => cells[field]?.text ?? '')]
  })
  return writeXlsx({
    templateVersion,
    sheets: [{ name: '失败明细', columns: [{ title: reasonTitle, width: 48 }, ...columns], rows }],
  })
}
