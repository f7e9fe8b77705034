import type { RowCursor, RowsInput } from './cell-input.ts'
import { columnName } from './column-name.ts'
import type { SharedTexts } from './shared-texts.ts'
import { type ColumnKind, RowWriter, xmlText } from './xlsx-cells.ts'
import { quotedSheet, STYLE, worksheetHead } from './xlsx-static.ts'

const LAST_ROW = 1_048_576
const BATCH_UNITS = 32 * 1024
/** Longer lists, or entries with a comma, go to a hidden sheet: Excel allows 255 characters in the rule itself. */
const MAX_INLINE_UNITS = 255

export type ColumnSpec = {
  title: string
  /** In characters of the default font; 8.43 is Excel's own default. */
  width?: number
  /** How values are stored and shown; `text` unless told. `percent` takes fractions. */
  kind?: ColumnKind
  /** A dropdown list for the cells under the header; other values are refused by the spreadsheet program. */
  choices?: readonly string[]
}

export type SheetSpec = {
  name: string
  columns: readonly ColumnSpec[]
  rows: RowsInput
  /** Keeps the header, and the notes over it, in view; true unless told. */
  freezeHeader?: boolean
  /** Filter buttons on the header; true unless told. */
  autoFilter?: boolean
  /** Lines of instruction over the header, each merged across all columns. */
  notes?: readonly string[]
}

/** Where the choices of a column stand in the hidden sheet. */
export type ChoicePlace = { sheetName: string; column: number; count: number }

export type SheetPart = {
  spec: SheetSpec
  places: ReadonlyMap<ColumnSpec, ChoicePlace>
  isFirst: boolean
  maxRows: number
  timeZone: string
  shared: SharedTexts
}

export function needsPlace(column: ColumnSpec): boolean {
  const { choices } = column
  return (
    choices !== undefined &&
    (choices.join(',').length > MAX_INLINE_UNITS || choices.some((choice) => /[,"\r\n]|^\s|\s$/.test(choice)))
  )
}

/** The bytes of one worksheet; stops at `maxRows` and leaves the rest of the rows in the cursor. Tells the filter's range at the end. */
export async function* sheetBytes(
  part: SheetPart,
  cursor: RowCursor,
  ended: (filterRange: string | undefined) => void,
): AsyncGenerator<Buffer> {
  const { spec } = part
  const headerRow = (spec.notes?.length ?? 0) + 1
  const writer = new RowWriter(
    spec.columns.map((column) => column.kind ?? 'text'),
    part.timeZone,
    part.shared,
  )
  let batch = headXml(part, headerRow) + notesXml(spec) + headerXml(spec, headerRow)
  let rowNumber = headerRow
  while (rowNumber < part.maxRows) {
    const pulled = cursor.next()
    const row = pulled instanceof Promise ? await pulled : pulled
    if (row === undefined) break
    rowNumber += 1
    batch += writer.row(rowNumber, row)
    if (batch.length < BATCH_UNITS) continue
    yield Buffer.from(batch)
    batch = ''
  }
  const lastColumn = columnName(spec.columns.length - 1)
  const hasFilter = spec.autoFilter !== false
  yield Buffer.from(`${batch}</sheetData>${tailXml(part, headerRow, rowNumber, hasFilter)}</worksheet>`)
  ended(hasFilter ? `$A$${headerRow}:$${lastColumn}$${rowNumber}` : undefined)
}

function headXml(part: SheetPart, headerRow: number): string {
  const pane =
    part.spec.freezeHeader === false
      ? ''
      : `<pane ySplit="${headerRow}" topLeftCell="A${headerRow + 1}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>`
  const columns = part.spec.columns.map((column, index) => {
    const style = (column.kind ?? 'text') === 'text' ? STYLE.text : STYLE[column.kind ?? 'text']
    return `<col min="${index + 1}" max="${index + 1}" width="${column.width ?? 14}" style="${style}" customWidth="1"/>`
  })
  return `${worksheetHead}<sheetViews><sheetView${part.isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">${pane}</sheetView></sheetViews>\
<sheetFormatPr defaultRowHeight="15"/><cols>${columns.join('')}</cols><sheetData>`
}

function inlineCell(reference: string, style: number, text: string): string {
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`
}

function notesXml(spec: SheetSpec): string {
  return (spec.notes ?? [])
    .map((note, index) => {
      const lines = note.split('\n').length
      return `<row r="${index + 1}" ht="${15 * lines + 3}" customHeight="1">${inlineCell(`A${index + 1}`, STYLE.note, note)}</row>`
    })
    .join('')
}

function headerXml(spec: SheetSpec, headerRow: number): string {
  const cells = spec.columns.map((column, index) => inlineCell(`${columnName(index)}${headerRow}`, STYLE.header, column.title))
  return `<row r="${headerRow}">${cells.join('')}</row>`
}

function tailXml(part: SheetPart, headerRow: number, lastRow: number, hasFilter: boolean): string {
  const lastColumn = columnName(part.spec.columns.length - 1)
  const filter = hasFilter ? `<autoFilter ref="A${headerRow}:${lastColumn}${lastRow}"/>` : ''
  const merges =
    part.spec.columns.length > 1 ? (part.spec.notes ?? []).map((_note, index) => `A${index + 1}:${lastColumn}${index + 1}`) : []
  const merged =
    merges.length === 0
      ? ''
      : `<mergeCells count="${merges.length}">${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
  return filter + merged + validationsXml(part, headerRow)
}

function validationsXml(part: SheetPart, headerRow: number): string {
  const rules = part.spec.columns.flatMap((column, index) => {
    if (column.choices === undefined || column.choices.length === 0) return []
    const letters = columnName(index)
    return `<dataValidation type="list" allowBlank="1" showErrorMessage="1" errorTitle="输入有误" error="请从下拉列表中选择。" \
sqref="${letters}${headerRow + 1}:${letters}${LAST_ROW}"><formula1>${choicesFormula(column, column.choices, part.places)}</formula1></dataValidation>`
  })
  return rules.length === 0 ? '' : `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`
}

function choicesFormula(column: ColumnSpec, choices: readonly string[], places: ReadonlyMap<ColumnSpec, ChoicePlace>): string {
  const place = places.get(column)
  if (place === undefined) return xmlText(`"${choices.join(',')}"`)
  const letters = columnName(place.column)
  return xmlText(`${quotedSheet(place.sheetName)}!$${letters}$1:$${letters}$${place.count}`)
}
