import type { Readable } from 'node:stream'
import type { Fail } from '@kaopei/server'
import {
  type CellValue,
  type ColumnSpec,
  readWorkbook,
  SheetFailure,
  type SheetRow,
  type WorkbookSpec,
  writeXlsx,
} from '@kaopei/sheet'
import { gender } from '../../contract/codes.ts'
import { staffImportErrors } from '../../contract/errors.ts'
import { customType } from '../../contract/own-fields.ts'
import { mostImportRows } from '../../contract/staff-import.ts'
import { noOwnCells, type OwnCells, type RowCells } from '../rules/check-import-row.ts'
import {
  type Header,
  headerOf,
  type ImportField,
  importColumns,
  reasonTitle,
  templateVersion,
  titleOf,
} from '../rules/import-columns.ts'
import type { OwnField } from '../rules/own-fields.ts'

// The staff template as a file: made, read back, and given back with reasons.

export interface SheetPerson {
  readonly rowNumber: number
  readonly cells: RowCells
  readonly own: OwnCells
}

const headWithin = 10
const columns: readonly ColumnSpec[] = importColumns.map((column) => ({
  title: titleOf(column),
  width: column.width,
  ...(column.field === 'gender' && { choices: gender.options.map(({ label }) => label) }),
}))

/** The company's own columns, behind the template's. */
function ownColumns(fields: readonly OwnField[]): ColumnSpec[] {
  return fields.map(({ name, customType: type, options }) => ({
    title: name,
    width: 18,
    ...(type === customType.single && { choices: options }),
  }))
}

/** A drop-down of Excel shows no more; what it accepts has no such limit (support.microsoft.com, "Excel specifications and limits"). */
const mostShownByExcel = 32_767

/** The empty template with the company's own columns; departments and ranks are offered as dropdown lists. */
export function templateWorkbook(
  offered: Readonly<Partial<Record<ImportField, readonly string[]>>>,
  own: readonly OwnField[],
): WorkbookSpec {
  const withChoices = columns.map((column, index) => {
    const field = importColumns[index]?.field
    const choices = field ? (offered[field] ?? []) : []
    return choices.length > 0 ? { ...column, choices } : column
  })
  const notes = [
    '带 * 的列必填。手机号、登录账号、邮箱、工号在企业内不能重复；登录账号不填时使用手机号。部门填写完整路径，各级之间用“/”分隔，例如：总部/研发部/平台组。',
    '岗位不存在时自动创建。职级和标签须先在员工花名册中维护，多个标签用“、”分隔。重复导入时，空白单元格不修改已有内容。',
    `一次最多 ${mostImportRows} 人，请不要修改表头。上传后先检查每一行，再由您选择只导入正确的行，或全部正确才导入；有误的行可下载失败明细修改后重新上传，已导入的人员不会重复。`,
    ...(own.length > 0
      ? [`“${own[0]?.name}”${own.length > 1 ? '及其后各列' : ''}为企业自定义信息，可不填；多选的选项之间用“、”分隔。`]
      : []),
  ]
  if ((offered.department?.length ?? 0) > mostShownByExcel)
    notes.push(`部门超过 ${mostShownByExcel} 个：下拉列表只显示前 ${mostShownByExcel} 个，其余部门请直接填写完整路径。`)
  const all = [...withChoices, ...ownColumns(own)]
  return { templateVersion, sheets: [{ name: '员工导入', columns: all, rows: [], notes, autoFilter: false }] }
}

type Unfit = (typeof staffImportErrors)['invalidTemplate' | 'tooManyRows' | 'empty' | 'unreadable']

/** A file, and how to end what reads it when it is not the template. */
export interface GivenSheet {
  readonly path: string
  readonly fileName: string
  readonly fail: Fail<Unfit>
}

/** Everybody of a file with their row in it, one by one. */
export async function* staffRows(sheet: GivenSheet, own: readonly OwnField[]): AsyncGenerator<SheetPerson> {
  try {
    yield* templateRows(sheet, own)
  } catch (error) {
    if (error instanceof SheetFailure) refuse(error, sheet.fail)
    throw error
  }
}

async function* templateRows({ path, fileName, fail }: GivenSheet, own: readonly OwnField[]): AsyncGenerator<SheetPerson> {
  const reading = readWorkbook(path, fileName, { maxRows: mostImportRows + headWithin, maxColumns: 100 })
  const { format, templateVersion: version } = await reading.info()
  if (format === 'csv' || (version !== null && version !== templateVersion)) fail(staffImportErrors.invalidTemplate)
  let header: Header | undefined
  let headerRow = 0
  let seen = 0
  let count = 0
  for await (const row of reading) {
    if (!header) {
      header = headerOf(
        row.cells.map(({ text }) => text),
        own,
      )
      headerRow = row.rowNumber
      if (!header && ++seen >= headWithin) break
      continue
    }
    const cells = cellsOf(row, header)
    const ownCells = ownCellsOf(row, header)
    if (Object.keys(cells).length === 0 && ownCells.size === 0) continue
    if (++count > mostImportRows) fail(staffImportErrors.tooManyRows)
    yield { rowNumber: row.rowNumber, cells, own: ownCells }
  }
  if (!header) fail(staffImportErrors.invalidTemplate)
  // A file states its merged cells after its rows.
  if (reading.headerMerges().some((range) => touchesRow(range, headerRow))) {
    fail(staffImportErrors.invalidTemplate, {
      text: '无效的用户导入模板。表头中有合并的单元格，请取消合并后重新上传',
    })
  }
  if (count === 0) fail(staffImportErrors.empty)
}

function refuse({ reason, message }: SheetFailure, fail: Fail<Unfit>): never {
  if (reason === 'tooManyRows') fail(staffImportErrors.tooManyRows)
  if (reason === 'notWorkbook' || reason === 'html') fail(staffImportErrors.invalidTemplate)
  return fail(staffImportErrors.unreadable, { text: message })
}

function cellsOf({ cells }: SheetRow, { fixed }: Header): RowCells {
  const found: Partial<Record<ImportField, CellValue>> = {}
  for (const [field, index] of fixed) {
    const cell = cells[index]
    if (isFilled(cell)) found[field] = cell
  }
  return found
}

function ownCellsOf({ cells }: SheetRow, { own }: Header): OwnCells {
  if (own.size === 0) return noOwnCells
  const found = new Map<OwnField, CellValue>()
  for (const [field, index] of own) {
    const cell = cells[index]
    if (isFilled(cell)) found.set(field, cell)
  }
  return found
}

function isFilled(cell: CellValue | undefined): cell is CellValue {
  return cell !== undefined && (cell.kind === 'formula' || cell.text.trim() !== '')
}

function touchesRow(range: string, row: number): boolean {
  const [first = 0, last = first] = [...range.matchAll(/\d+/g)].map(Number)
  return first <= row && row <= last
}

/**
 * The whole file again with the reasons in front: rows to repair first, then those that were right, which an import of all or nothing still needs and
 * any other finds the same. Its row numbers are those of the original. After the repair it can be uploaded as it is. `read` reads the file anew, it is never held as a whole.
 */
export function failureWorkbook(
  read: () => AsyncIterable<SheetPerson>,
  problems: ReadonlyMap<number, readonly string[]>,
  own: readonly OwnField[],
): Readable {
  async function* rows(): AsyncGenerator<string[]> {
    for (const wantsWrong of [true, false]) {
      for await (const { rowNumber, cells, own: ownCells } of read()) {
        const wrong = problems.get(rowNumber)
        if ((wrong !== undefined) !== wantsWrong) continue
        const reason = wrong ? `第${rowNumber}行：${wrong.join('；')}` : ''
        const texts = importColumns.map(({ field }) => cells[field]?.text ?? '')
        yield [reason, ...texts, ...own.map((field) => ownCells.get(field)?.text ?? '')]
      }
    }
  }
  return writeXlsx({
    templateVersion,
    sheets: [{ name: '失败明细', columns: [{ title: reasonTitle, width: 48 }, ...columns, ...ownColumns(own)], rows: rows() }],
  })
}
