import { isoText, type NumberShape, shapedText, unescapeText } from './cell-text.ts'
import { columnName, columnOf } from './column-name.ts'
import { SheetFailure } from './sheet-failure.ts'
import { lastRow, type SheetLimits } from './sheet-limits.ts'
import { type CellKind, type CellValue, EMPTY, type ReadingReport, type SheetRow } from './sheet-row.ts'
import type { XmlHandler } from './xml-events.ts'

/** What a cell with a value may bring along: formula, inline text and its formatted runs. */
const ELEMENTS_PER_VALUE = 8

type RowContext = {
  texts: readonly string[]
  shapes: readonly NumberShape[]
  is1904: boolean
  limits: SheetLimits
  report: ReadingReport
}

const PLAIN: NumberShape = { shape: 'plain' }

/** Collects the rows of one worksheet from its XML events; `take()` hands over those that are finished. */
export class XlsxRows implements XmlHandler {
  readonly #context: RowContext
  #finished: SheetRow[] = []
  #count = 0
  #idle = 0
  #rowNumber = 0
  #cells: CellValue[] = []
  #isInData = false
  #nextColumn = 0
  #column = 0
  #type = 'n'
  #style = 0
  #value = ''
  #hasFormula = false
  /** Text belongs to the value only inside `v`, or inside `t` outside phonetic readings. */
  #isValue = false
  #isPhonetic = false

  constructor(context: RowContext) {
    this.#context = context
  }

  take(): SheetRow[] {
    const rows = this.#finished
    if (rows.length > 0) this.#finished = []
    return rows
  }

  open(name: string, attributes: Record<string, string>): void {
    if (++this.#idle > this.#context.limits.maxIdleElements) throw new SheetFailure('bomb')
    switch (name) {
      case 'c':
        this.#openCell(attributes)
        return
      case 'v':
      case 't':
        this.#isValue = this.#isInData && !this.#isPhonetic
        return
      case 'row':
        this.#openRow(attributes)
        return
      case 'f':
        this.#hasFormula = true
        return
      case 'rPh':
        this.#isPhonetic = true
        return
      case 'sheetData':
        this.#isInData = true
        return
      case 'mergeCell':
        this.#context.report.merge(attributes.ref ?? '')
    }
  }

  text(text: string): void {
    if (!this.#isValue) return
    this.#value += text
    if (this.#value.length > this.#context.limits.maxCellLength) throw this.#tooLong()
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isValue = false
    else if (name === 'c') this.#closeCell()
    else if (name === 'row') this.#closeRow()
    else if (name === 'rPh') this.#isPhonetic = false
    else if (name === 'sheetData') this.#isInData = false
  }

  #openRow(attributes: Record<string, string>): void {
    const stated = Number(attributes.r)
    this.#rowNumber = Number.isInteger(stated) && stated > 0 ? stated : this.#rowNumber + 1
    if (this.#rowNumber > lastRow) throw new SheetFailure('damaged')
    this.#cells = []
    this.#nextColumn = 0
  }

  #openCell(attributes: Record<string, string>): void {
    const stated = attributes.r === undefined ? -1 : columnOf(attributes.r)
    this.#column = stated === -1 ? this.#nextColumn : stated
    this.#nextColumn = this.#column + 1
    this.#type = attributes.t ?? 'n'
    this.#style = attributes.s === undefined ? 0 : Number(attributes.s)
    this.#value = ''
    this.#hasFormula = false
  }

  #closeCell(): void {
    if (!this.#isInData || (this.#value === '' && !this.#hasFormula)) return
    const cell = this.#cell()
    if (cell.kind === 'empty') return
    const { maxColumns } = this.#context.limits
    if (this.#column >= maxColumns) throw new SheetFailure('tooManyColumns', `第 ${this.#rowNumber} 行超过 ${maxColumns} 列`)
    while (this.#cells.length < this.#column) this.#cells.push(EMPTY)
    this.#cells[this.#column] = cell
    this.#idle -= Math.min(this.#idle, ELEMENTS_PER_VALUE)
  }

  #closeRow(): void {
    if (!this.#isInData || this.#cells.length === 0) return
    this.#count += 1
    const { maxRows } = this.#context.limits
    if (this.#count > maxRows) throw new SheetFailure('tooManyRows', `上限 ${maxRows} 行`)
    this.#finished.push({ rowNumber: this.#rowNumber, cells: this.#cells })
    this.#cells = []
  }

  #cell(): CellValue {
    const { text, kind } = this.#typed()
    if (this.#hasFormula) return { text, kind: 'formula' }
    return text === '' ? EMPTY : { text, kind }
  }

  #typed(): { text: string; kind: CellKind } {
    const value = this.#value
    switch (this.#type) {
      case 's':
        return { text: this.#sharedText(value), kind: 'text' }
      case 'inlineStr':
      case 'str':
        return { text: unescapeText(value), kind: 'text' }
      case 'b':
        return { text: value.trim() === '1' || value.trim() === 'true' ? 'TRUE' : 'FALSE', kind: 'boolean' }
      case 'e':
        return { text: value, kind: 'error' }
      case 'd':
        return { text: isoText(value), kind: 'date' }
      default:
        return shapedText(value, this.#context.shapes[this.#style] ?? PLAIN, this.#context.is1904)
    }
  }

  #sharedText(index: string): string {
    const text = this.#context.texts[Number(index)]
    if (text === undefined) throw new SheetFailure('damaged', `第 ${this.#rowNumber} 行`)
    return text
  }

  #tooLong(): SheetFailure {
    const place = `${columnName(this.#column)}${this.#rowNumber} 单元格`
    return new SheetFailure('cellTooLong', `${place}超过 ${this.#context.limits.maxCellLength} 字`)
  }
}
