import { type RawBuilder, sql } from 'kysely'

/**
 * A code by its name in SQL: `e.state = ${lit(enrolmentState.learns)}` is sent as `e.state = 2`, `s.state in ${lit(seatState.reserved, seatState.used)}` as
 * `s.state in (1, 2)`. Written into the text and no value of its own: a prepared statement would not find indexes that hold some codes only.
 */
export function lit(code: number, ...more: readonly number[]): RawBuilder<number> {
  if (![code, ...more].every(Number.isInteger)) throw new Error(`no codes: ${[code, ...more]}`)
  return sql.raw(more.length === 0 ? `${code}` : `(${[code, ...more].join(', ')})`)
}
