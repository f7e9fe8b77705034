import { Readable } from 'node:stream'
import { defaultTimeZone } from '@kaopei/contract'
import { type CellInput, FORMULA_START, inputText, RowCursor, type RowsInput } from './cell-input.ts'

const BATCH_UNITS = 64 * 1024
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/

export type CsvOptions = {
  /** Whose clocks Date values are shown by. */
  timeZone?: string
}

/**
 * Streams rows as CSV for Excel: UTF-8 with mark, CRLF, and a `'` before texts that a spreadsheet program might run as a formula.
 * Numbers, bigints and booleans are written as they are. The header is the first row given. An error of the rows destroys the stream.
 */
export function writeCsv(rows: RowsInput, options: CsvOptions = {}): Readable {
  return Readable.from(csvBytes(rows, options.timeZone ?? defaultTimeZone), { objectMode: false })
}

async function* csvBytes(rows: RowsInput, timeZone: string): AsyncGenerator<Buffer> {
  const cursor = new RowCursor(rows)
  let batch = '\ufeff'
  try {
    for (;;) {
      const pulled = cursor.next()
      const row = pulled instanceof Promise ? await pulled : pulled
      if (row === undefined) break
      batch += recordText(row, timeZone)
      if (batch.length < BATCH_UNITS) continue
      yield Buffer.from(batch)
      batch = ''
    }
    if (batch !== '') yield Buffer.from(batch)
  } finally {
    await cursor.close()
  }
}

function recordText(row: readonly CellInput[], timeZone: string): string {
  let record = ''
  for (let index = 0; index < row.length; index++) {
    const value = row[index]
    const text = inputText(value, timeZone)
    record += (index === 0 ? '' : ',') + (typeof value === 'string' ? quoted(formulaSafe(text)) : text)
  }
  return `${record}\r\n`
}

/** Texts that already begin with quotes before a formula sign get one more, so that reading can take exactly one off. */
function formulaSafe(text: string): string {
  const start = text.startsWith("'") ? text.replace(/^'+/, '') : text
  return FORMULA_START.test(start) ? `'${text}` : text
}

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
