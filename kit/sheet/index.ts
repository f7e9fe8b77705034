/**
 * Tables as files: .xlsx, .xls and CSV in, .xlsx and CSV out, all streaming. Knows no subject.
 * Readers throw SheetFailure for every file they refuse; README.md has the limits and the format of templates.
 */
export type { CellInput, RowsInput } from './cell-input.ts'
export { readCsv } from './csv-reader.ts'
export { type CsvOptions, writeCsv } from './csv-writer.ts'
export type { SheetSource } from './magic.ts'
export { readWorkbook } from './read-workbook.ts'
export { SheetFailure, type SheetFailureReason } from './sheet-failure.ts'
export { defaultLimits, type SheetLimits, type SheetOptions } from './sheet-limits.ts'
export type { CellKind, CellValue, SheetFormat, SheetInfo, SheetReading, SheetRow } from './sheet-row.ts'
export { readXls } from './xls-reader.ts'
export type { ColumnKind } from './xlsx-cells.ts'
export { readXlsx } from './xlsx-reader.ts'
export type { ColumnSpec, SheetSpec } from './xlsx-sheet.ts'
export { type WorkbookSpec, writeXlsx, xlsxType } from './xlsx-writer.ts'
export { openParts, type ZipParts } from './zip-parts.ts'
