import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { type CellObject, read, set_cptable, type WorkBook, type WorkSheet } from '@e965/xlsx'
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs'
import { type NumberShape, shapedText, shapeOfCode } from './cell-text.ts'
import { columnName } from './column-name.ts'
import type { SheetFailureReason } from './sheet-failure.ts'
import { type CellValue, EMPTY, type SheetRow } from './sheet-row.ts'
import { TEMPLATE_NAME, textConstant } from './workbook-parts.ts'
import type { XlsMessage, XlsTask } from './xls-protocol.ts'

const BATCH_ROWS = 1000
/** Texts are copied to the reader's thread for each cell that they stand in, however few the file has. */
const BATCH_UNITS = 1_000_000
const ERROR_TEXTS: Record<number, string> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
}

class Refusal extends Error {
  readonly reason: SheetFailureReason
  readonly detail: string

  constructor(reason: SheetFailureReason, detail = '') {
    super(reason)
    this.reason = reason
    this.detail = detail
  }
}

const shapes = new Map<string, NumberShape>()

function shapeOf(code: string): NumberShape {
  const known = shapes.get(code)
  if (known !== undefined) return known
  const shape = shapeOfCode(code)
  shapes.set(code, shape)
  return shape
}

function post(message: XlsMessage): void {
  parentPort?.postMessage(message)
}

function parseWorkbook(task: XlsTask): WorkBook {
  set_cptable(codePages)
  const bytes = typeof task.source === 'string' ? readFileSync(task.source) : task.source
  try {
    return read(bytes, { type: 'buffer', dense: true, cellNF: true, cellFormula: true, cellText: false, cellHTML: false })
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : ''
    if (/password|encrypt/i.test(text)) throw new Refusal('encrypted')
    throw new Refusal(/Cannot find Workbook stream|Unsupported/i.test(text) ? 'notWorkbook' : 'damaged')
  }
}

function sheetOf(book: WorkBook, task: XlsTask): { sheet: WorkSheet; name: string; visible: string[]; hidden: string[] } {
  const isHidden = (index: number) => (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0
  const visible = book.SheetNames.filter((_name, index) => !isHidden(index))
  const hidden = book.SheetNames.filter((_name, index) => isHidden(index))
  const name = task.sheetName === undefined ? visible[0] : visible.find((known) => known === task.sheetName)
  const sheet = name === undefined ? undefined : book.Sheets[name]
  if (name === undefined || sheet === undefined) {
    throw new Refusal('noSheet', task.sheetName === undefined ? '' : `工作表“${task.sheetName}”`)
  }
  return { sheet, name, visible, hidden }
}

function templateVersionOf(book: WorkBook): string | null {
  const stored = book.Workbook?.Names?.find((known) => known.Name === TEMPLATE_NAME)?.Ref
  return stored === undefined ? null : textConstant(stored)
}

function mergesOf(sheet: WorkSheet): string[] {
  return (sheet['!merges'] ?? []).map(({ s, e }) => `${columnName(s.c)}${s.r + 1}:${columnName(e.c)}${e.r + 1}`)
}

function plainValue(cell: CellObject, is1904: boolean): CellValue {
  const { v } = cell
  if (cell.t === 'n') return shapedText(String(v), shapeOf(typeof cell.z === 'string' ? cell.z : 'General'), is1904)
  if (cell.t === 'b') return { text: v === true ? 'TRUE' : 'FALSE', kind: 'boolean' }
  if (cell.t === 'e') return { text: ERROR_TEXTS[Number(v)] ?? '#N/A', kind: 'error' }
  return v === undefined || v === '' || v === null ? EMPTY : { text: String(v), kind: 'text' }
}

function cellsOf(row: readonly (CellObject | undefined)[], rowNumber: number, task: XlsTask, is1904: boolean): CellValue[] {
  const cells: CellValue[] = []
  for (let column = 0; column < row.length; column++) {
    const cell = row[column]
    if (cell === undefined || cell === null) continue
    const value = plainValue(cell, is1904)
    const isFormula = cell.f !== undefined
    if (value.kind === 'empty' && !isFormula) continue
    if (column >= task.limits.maxColumns)
      throw new Refusal('tooManyColumns', `第 ${rowNumber} 行超过 ${task.limits.maxColumns} 列`)
    if (value.text.length > task.limits.maxCellLength) {
      throw new Refusal('cellTooLong', `${columnName(column)}${rowNumber} 单元格超过 ${task.limits.maxCellLength} 字`)
    }
    while (cells.length < column) cells.push(EMPTY)
    cells.push(isFormula ? { text: value.text, kind: 'formula' } : value)
  }
  return cells
}

function* rowsOf(sheet: WorkSheet, task: XlsTask, is1904: boolean): Generator<SheetRow> {
  let count = 0
  const lines = sheet['!data'] ?? []
  for (let index = 0; index < lines.length; index++) {
    const cells = cellsOf(lines[index] ?? [], index + 1, task, is1904)
    if (cells.length === 0) continue
    count += 1
    if (count > task.limits.maxRows) throw new Refusal('tooManyRows', `上限 ${task.limits.maxRows} 行`)
    yield { rowNumber: index + 1, cells }
  }
}

function answer(step: () => void): void {
  try {
    step()
  } catch (cause) {
    if (cause instanceof Refusal) post({ kind: 'failure', reason: cause.reason, detail: cause.detail })
    else throw cause
  }
}

function start(task: XlsTask): void {
  const book = parseWorkbook(task)
  const { sheet, name, visible, hidden } = sheetOf(book, task)
  const rows = rowsOf(sheet, task, book.Workbook?.WBProps?.date1904 === true)
  parentPort?.on('message', () => answer(() => postBatch(rows)))
  const info = { sheetName: name, sheetNames: visible, hiddenSheets: hidden, templateVersion: templateVersionOf(book) }
  post({ kind: 'info', info: { format: 'xls', encoding: null, ...info }, merges: mergesOf(sheet) })
}

function postBatch(rows: Generator<SheetRow>): void {
  const batch: SheetRow[] = []
  let units = 0
  while (batch.length < BATCH_ROWS && units < BATCH_UNITS) {
    const step = rows.next()
    if (step.done === true) {
      post({ kind: 'rows', rows: batch, isLast: true })
      return
    }
    batch.push(step.value)
    for (const { text } of step.value.cells) units += text.length
  }
  post({ kind: 'rows', rows: batch, isLast: false })
}

answer(() => start(workerData))
