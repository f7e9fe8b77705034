import { id } from '@kaopei/contract'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { checkAlone, checkedRows } from './checked-rows.ts'
import type { Db } from './db.ts'

// The one way to read what a statement in SQL answers: with the schema of its rows, of which their type is inferred. A schema stands at the top of its file,
// never inside of a function: making one costs more than the statement.

/** All rows. */
export async function rowsOf<Row extends z.ZodType>(db: Db, row: Row, query: RawBuilder<unknown>): Promise<z.input<Row>[]> {
  const { rows } = await query.execute(db)
  return checkedRows(row, rows, () => query.compile(db).sql)
}

/** The only row, or undefined. */
export async function findOne<Row extends z.ZodType>(
  db: Db,
  row: Row,
  query: RawBuilder<unknown>,
): Promise<z.input<Row> | undefined> {
  const rows = await rowsOf(db, row, query)
  checkAlone(rows, () => query.compile(db).sql)
  return rows[0]
}

/** The only row of a statement that has one by its nature: a sum, what was just written, what a lock already holds. Throws where there is none. */
export async function oneOf<Row extends z.ZodType>(db: Db, row: Row, query: RawBuilder<unknown>): Promise<z.input<Row>> {
  const rows = await rowsOf(db, row, query)
  checkAlone(rows, () => query.compile(db).sql)
  if (rows.length === 0) throw new Error(`a row was expected, none came:\n${query.compile(db).sql}`)
  return rows[0] as z.input<Row> // there is one
}

export const idRow = z.object({ id })
const countRow = z.object({ count: z.int().nonnegative() })

/** The column `id` of all rows. */
export async function idsOf(db: Db, query: RawBuilder<unknown>): Promise<string[]> {
  return (await rowsOf(db, idRow, query)).map((row) => row.id)
}

/** The column `id` of the only row, mostly of one that was just written. */
export async function idOf(db: Db, query: RawBuilder<unknown>): Promise<string> {
  return (await oneOf(db, idRow, query)).id
}

/** The column `count` of the only row. */
export async function countOf(db: Db, query: RawBuilder<unknown>): Promise<number> {
  return (await oneOf(db, countRow, query)).count
}

/** Whether there is any row; its columns are nobody's. */
export async function hasRows(db: Db, query: RawBuilder<unknown>): Promise<boolean> {
  return (await query.execute(db)).rows.length > 0
}

/** How many rows a statement has written or deleted. */
export async function changesOf(db: Db, query: RawBuilder<unknown>): Promise<number> {
  return Number((await query.execute(db)).numAffectedRows ?? 0)
}
