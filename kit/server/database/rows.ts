import { id } from '@kaopei/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { checkAlone, checkedRows } from './checked-rows.ts'
import { type Db, rowsOfPrepared, runPrepared } from './db.ts'

// The one way to read what a statement in SQL answers, written as `sql` is: rowsOf(db, personRow)`select …`. The type of its rows is inferred from
// their schema, which stands at the top of its file: making one inside of a function costs more than the statement.

/** The rest of a statement: its text and values, as after `sql`. */
type Reading<Answer> = (text: TemplateStringsArray, ...values: unknown[]) => Promise<Answer>

/** All rows. */
export function rowsOf<Row extends z.ZodType>(db: Db, row: Row): Reading<z.input<Row>[]> {
  return async (text, ...values) => {
    const query = sql(text, ...values)
    const { rows } = await query.execute(db)
    return checkedRows(row, rows, () => query.compile(db).sql)
  }
}

/** All rows one after another, read through a cursor: an export never holds them all. The transaction has to last as long. */
export function streamOf<Row extends z.ZodType>(
  db: Db,
  row: Row,
): (text: TemplateStringsArray, ...values: unknown[]) => AsyncGenerator<z.input<Row>> {
  return async function* read(text, ...values) {
    const query = sql(text, ...values).compile(db)
    for await (const { rows } of db.getExecutor().stream<unknown>(query, streamedAtOnce))
      yield* checkedRows(row, rows, () => query.sql)
  }
}
const streamedAtOnce = 500

/** The only row, or undefined. */
export function findOne<Row extends z.ZodType>(db: Db, row: Row): Reading<z.input<Row> | undefined> {
  return async (text, ...values) => {
    const rows = await rowsOf(db, row)(text, ...values)
    checkAlone(rows, () => sql(text, ...values).compile(db).sql)
    return rows[0]
  }
}

/** The only row of a statement that has one by its nature: a sum, what was just written, what a lock holds already. Throws where there is none. */
export function oneOf<Row extends z.ZodType>(db: Db, row: Row): Reading<z.input<Row>> {
  return async (text, ...values) => {
    const found = await findOne(db, row)(text, ...values)
    if (found === undefined) throw new Error(`a row was expected, none came:\n${sql(text, ...values).compile(db).sql}`)
    return found
  }
}

export const idRow = z.object({ id })
const countRow = z.object({ count: z.int().nonnegative() })

/** The column `id` of all rows. */
export function idsOf(db: Db): Reading<string[]> {
  return async (text, ...values) => (await rowsOf(db, idRow)(text, ...values)).map((row) => row.id)
}

/** The column `id` of the only row, mostly of one that was just written. */
export function idOf(db: Db): Reading<string> {
  return async (text, ...values) => (await oneOf(db, idRow)(text, ...values)).id
}

/** The column `count` of the only row. */
export function countOf(db: Db): Reading<number> {
  return async (text, ...values) => (await oneOf(db, countRow)(text, ...values)).count
}

/** Whether there is any row; nobody reads its columns. */
export function hasRows(db: Db): Reading<boolean> {
  return async (text, ...values) => (await sql(text, ...values).execute(db)).rows.length > 0
}

/** How many rows a statement has written or deleted. */
export function changesOf(db: Db): Reading<number> {
  return async (text, ...values) => Number((await sql(text, ...values).execute(db)).numAffectedRows ?? 0)
}

/**
 * `rowsOf` for hot paths: parsed and planned once per connection under a name that is unique in the product. Its text has to be the same each time, so
 * whatever changes is a value; the driver refuses another text under a known name.
 */
export function rowsOfNamed<Row extends z.ZodType>(db: Db, name: string, row: Row): Reading<z.input<Row>[]> {
  return (text, ...values) => {
    const { sql: statement, parameters } = sql(text, ...values).compile(db)
    return rowsOfPrepared(db, row, { name, text: statement }, [...parameters])
  }
}

/** The same of a statement whose rows nobody reads. Answers how many rows came or were written. */
export function runNamed(db: Db, name: string): Reading<number> {
  return (text, ...values) => {
    const { sql: statement, parameters } = sql(text, ...values).compile(db)
    return runPrepared(db, { name, text: statement }, [...parameters])
  }
}
