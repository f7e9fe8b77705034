import { wallClockMs } from '@kaopei/contract'
import { type CellInput, FORMULA_START, inputText } from './cell-input.ts'
import { serialOf } from './cell-text.ts'
import { columnName } from './column-name.ts'
import type { SharedTexts } from './shared-texts.ts'
import { STYLE } from './xlsx-static.ts'

/** Excel's limit, in UTF-16 units; longer texts are cut. */
const MAX_CELL_UNITS = 32_767

export type ColumnKind = 'text' | 'number' | 'date' | 'datetime' | 'percent'

const numberStyles = {
  text: STYLE.text,
  number: STYLE.number,
  date: STYLE.date,
  datetime: STYLE.datetime,
  percent: STYLE.percent,
}
const WALL_CLOCK = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?$/

/** Writes the cells of rows; letters of columns are made once, each row becomes one string. */
export class RowWriter {
  readonly #kinds: readonly ColumnKind[]
  readonly #starts: readonly string[]
  readonly #timeZone: string
  readonly #shared: SharedTexts | undefined
  /** Of each column: how many of its texts were new. Where most are, nothing more of it is shared. */
  readonly #new: Uint32Array
  readonly #known: Uint32Array

  constructor(kinds: readonly ColumnKind[], timeZone: string, shared?: SharedTexts) {
    this.#kinds = kinds
    this.#shared = shared
    this.#new = new Uint32Array(kinds.length)
    this.#known = new Uint32Array(kinds.length)
    this.#starts = kinds.map((_kind, index) => `<c r="${columnName(index)}`)
    this.#timeZone = timeZone
  }

  /** Values beyond the declared columns are a mistake of the caller and refused. */
  row(rowNumber: number, values: readonly CellInput[]): string {
    if (values.length > this.#kinds.length)
      throw new RangeError(`row ${rowNumber} has ${values.length} values for ${this.#kinds.length} columns`)
    let xml = `<row r="${rowNumber}">`
    for (let index = 0; index < values.length; index++) xml += this.#cell(index, rowNumber, values[index])
    return `${xml}</row>`
  }

  #cell(index: number, rowNumber: number, value: CellInput): string {
    if (value === null || value === undefined || value === '') return ''
    const kind = this.#kinds[index] ?? 'text'
    const start = `${this.#starts[index] ?? ''}${rowNumber}`
    if (kind !== 'text') {
      const stored = this.#stored(kind, value)
      if (stored !== undefined) return `${start}" s="${numberStyles[kind]}"><v>${stored}</v></c>`
    }
    const text = inputText(value, this.#timeZone)
    const end = this.#sharedEnd(index, text)
    return end === undefined ? textCell(start, text) : start + end
  }

  #sharedEnd(index: number, text: string): string | undefined {
    const [shared, fresh, known] = [this.#shared, this.#new[index] ?? 0, this.#known[index] ?? 0]
    if (shared === undefined || (fresh > 200 && fresh > known)) return undefined
    const end = shared.find(text)
    if (end === undefined) this.#new[index] = fresh + 1
    else this.#known[index] = known + 1
    return end ?? shared.add(text)
  }

  /** The number behind a value, where its column calls for one; a string is never guessed to be a number. */
  #stored(kind: ColumnKind, value: CellInput): number | bigint | undefined {
    if (kind === 'number' || kind === 'percent') {
      if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
      return typeof value === 'bigint' && value >= -999_999_999_999_999n && value <= 999_999_999_999_999n ? value : undefined
    }
    // The second that it is, as clocks and screens show it: rounded, the last moment of a day would be the next day.
    const serial =
      value instanceof Date ? serialOf(Math.floor(wallClockMs(value, this.#timeZone) / 1000) * 1000) : serialOfText(value)
    if (serial === undefined || !(serial >= 1 && serial < 2_958_466)) return undefined
    return kind === 'date' ? Math.floor(serial) : Math.round(serial * 86_400) / 86_400
  }
}

function serialOfText(value: CellInput): number | undefined {
  const parts = typeof value === 'string' ? WALL_CLOCK.exec(value) : null
  if (parts === null) return undefined
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.slice(1).map((part) => Number(part ?? 0))
  const ms = Date.UTC(year, month - 1, day, hour, minute, second)
  const isReal = new Date(ms).getUTCDate() === day && hour < 24 && minute < 60 && second < 60
  return isReal ? serialOf(ms) : undefined
}

/** A string cell; what looks like a formula carries the quote mark of Excel, so editing the cell keeps it a text. */
function textCell(start: string, value: string): string {
  const text = xmlText(value)
  if (text === '') return ''
  const style = FORMULA_START.test(value) ? STYLE.quotedText : STYLE.text
  return `${start}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML 1.0 forbids
const NEEDS_CARE = /[&<>"_\u0000-\u001f\ud800-\udfff\ufffe\uffff]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML 1.0 forbids
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu

/** Text without the characters that XML cannot carry, at most as long as a cell may be. */
export function cleanText(value: string): string {
  const kept = NEEDS_CARE.test(value) ? value.replace(FORBIDDEN, '') : value
  if (kept.length <= MAX_CELL_UNITS) return kept
  const end = /[\ud800-\udbff]/.test(kept.charAt(MAX_CELL_UNITS - 1)) ? MAX_CELL_UNITS - 1 : MAX_CELL_UNITS
  return kept.slice(0, end)
}

/** Escaped for element content and quoted attributes; a carriage return and what looks like an escape take Excel's `_xHHHH_` form. */
export function xmlText(value: string): string {
  const text = cleanText(value)
  if (!NEEDS_CARE.test(text)) return text
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '_x000D_')
}
