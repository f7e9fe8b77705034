import { type CellInput, type RowsInput, type SheetSpec, type WorkbookSpec, writeCsv, writeXlsx, xlsxType } from '@kaopei/sheet'
import { selectTimeZone } from './background-job.sql.ts'
import { exportFile } from './export-file.ts'
import { SmallHeap } from './small-heap.ts'
import { JobFailure, RunLost, type Tracked } from './tracked-job.ts'

const fileTypes = {
  xlsx: xlsxType,
  csv: 'text/csv; charset=utf-8',
} as const
const lookEvery = 200

type ExportSpec = Omit<WorkbookSpec, 'sheets'> & { fileName: string; sheets: readonly SheetSpec[] }

/**
 * Streams a workbook into the store and finishes the job with it. The file has no row, and so cannot be seen, before it is whole; row and
 * end of the job come in one transaction. A run that was cancelled or replaced leaves nothing. Format and columns are those that the job
 * was asked for (`tracked.output`): .xlsx with every column unless told.
 */
export async function exportWorkbook(tracked: Tracked, spec: ExportSpec): Promise<{ fileId: string; rowCount: number }> {
  const count = { rows: 0 }
  const { format } = tracked.output
  const fields = titlesOf(spec, tracked.output.fields)
  const file = {
    name: spec.fileName.replace(/\.xlsx$/, `.${format}`),
    contentType: fileTypes[format],
    body: bodyOf(tracked, spec, count, await tracked.transaction((db) => selectTimeZone(db))),
  }
  const fileId = await exportFile(tracked, file, (sizeBytes) => ({
    result: { rowCount: count.rows, sheetCount: spec.sheets.length, sizeBytes },
    ...(fields && { fields }),
  }))
  return { fileId, rowCount: count.rows }
}

/** The titles of the columns that the file has; of several sheets none, because they could not be told apart. */
function titlesOf({ sheets }: ExportSpec, wanted: readonly string[] | undefined): readonly string[] | undefined {
  const [only, ...more] = sheets
  if (!only || more.length > 0) return undefined
  const kept = wanted ? withFields(only, wanted) : only
  return kept.columns.map(({ title }) => title)
}

/** Instants stand in it as the company's clocks show them. */
function bodyOf(tracked: Tracked, { fileName: _name, sheets, ...rest }: ExportSpec, count: { rows: number }, timeZone: string) {
  const { format, fields } = tracked.output
  const chosen = sheets.length === 1 && fields ? sheets.map((sheet) => withFields(sheet, fields)) : sheets
  const counting = chosen.map((sheet) => ({ ...sheet, rows: counted(sheet.rows, tracked, count) }))
  if (format === 'xlsx') return writeXlsx({ ...rest, sheets: counting, timeZone })
  const [only, ...more] = counting
  if (!only || more.length > 0) throw new JobFailure('含有多个工作表的导出不能保存为 CSV，请选择 Excel 格式')
  return writeCsv(withHeader(only), { timeZone })
}

async function* withHeader({ columns, rows }: SheetSpec): AsyncGenerator<readonly CellInput[]> {
  yield columns.map(({ title }) => title)
  yield* rows
}

/** The sheet with these columns alone, in its own order. */
function withFields(sheet: SheetSpec, fields: readonly string[]): SheetSpec {
  const { columns } = sheet
  const kept = columns.flatMap(({ title }, index) => (fields.includes(title) ? [index] : []))
  if (kept.length === 0) return sheet
  return { ...sheet, columns: kept.flatMap((index) => columns[index] ?? []), rows: picked(sheet.rows, kept) }
}

async function* picked(rows: RowsInput, kept: readonly number[]): AsyncGenerator<readonly CellInput[]> {
  for await (const row of rows) yield kept.map((index) => row[index] ?? null)
}

/** Rows as they pass by: counted for the progress, ended when nobody wants them any more. */
async function* counted(rows: RowsInput, tracked: Tracked, count: { rows: number }): AsyncGenerator<readonly CellInput[]> {
  const heap = new SmallHeap()
  for await (const row of rows) {
    if (++count.rows % lookEvery === 0) {
      if (tracked.isCancelled()) throw new RunLost('cancelled while exporting')
      if (tracked.isStopping()) throw new Error('the worker is stopping; the export begins again elsewhere')
      tracked.progress(count.rows)
      heap.look(count.rows)
    }
    yield row
  }
  tracked.progress(count.rows)
}
