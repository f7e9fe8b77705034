import { wallClockMs } from '@kaopei/contract'

/** A value to write. A Date is an instant and is written as the clocks of the chosen time zone show it. */
export type CellInput = string | number | bigint | boolean | Date | null | undefined

/** Rows to write; an async iterable (a database cursor) is pulled only as fast as the reader of the file takes it. */
export type RowsInput = Iterable<readonly CellInput[]> | AsyncIterable<readonly CellInput[]>

/** Beginnings that a spreadsheet program may take for a formula, full-width forms included. */
export const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/

/** `YYYY-MM-DD HH:mm:ss`; an invalid date gives nothing. */
function instantText(instant: Date, timeZone: string): string {
  const ms = wallClockMs(instant, timeZone)
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}

/** The plain text of a value. */
export function inputText(value: CellInput, timeZone: string): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  return value instanceof Date ? instantText(value, timeZone) : String(value)
}

/** Pulls rows one by one, without a promise for each row of a plain iterable. */
export class RowCursor {
  readonly #iterator: Iterator<readonly CellInput[]> | AsyncIterator<readonly CellInput[]>
  #ended = false
  #peeked: readonly CellInput[] | undefined

  constructor(rows: RowsInput) {
    this.#iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  }

  /** The next row, or undefined at the end; awaits only where the source does. */
  next(): readonly CellInput[] | undefined | Promise<readonly CellInput[] | undefined> {
    const peeked = this.#peeked
    if (peeked !== undefined) {
      this.#peeked = undefined
      return peeked
    }
    if (this.#ended) return undefined
    const step = this.#iterator.next()
    return step instanceof Promise ? step.then((result) => this.#taken(result)) : this.#taken(step)
  }

  async hasMore(): Promise<boolean> {
    this.#peeked = await this.next()
    return this.#peeked !== undefined
  }

  /** Lets the source close its cursor or file. */
  async close(): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    await this.#iterator.return?.()
  }

  #taken(result: IteratorResult<readonly CellInput[], unknown>): readonly CellInput[] | undefined {
    if (result.done !== true) return result.value
    this.#ended = true
    return undefined
  }
}
