import type { z } from 'zod'

/** Decided once: whoever develops or tests has every row read against its schema; an installation trusts them and does not look at one. */
const isChecked = process.env.NODE_ENV === 'test' || process.env.NODE_ENV === 'development'

/** The rows of a statement as its schema says they are, handed on as the driver made them: what a schema would transform stays as it was. */
export const checkedRows: <Row extends z.ZodType>(row: Row, rows: unknown[], statement: () => string) => z.input<Row>[] =
  isChecked ? check : trust

/** For statements that answer at most one row. */
export const checkAlone: (rows: readonly unknown[], statement: () => string) => void = isChecked ? refuseMore : () => undefined

function check<Row extends z.ZodType>(row: Row, rows: unknown[], statement: () => string): z.input<Row>[] {
  for (const [index, found] of rows.entries()) {
    const { error } = row.safeParse(found)
    if (error)
      throw new Error(
        `row ${index} is not what its schema says:\n${error.issues.map((issue) => sayOf(issue, found)).join('\n')}\n${statement()}`,
      )
  }
  return trust(row, rows)
}

/** Without the value: rows hold people's names and answers. */
function sayOf(issue: z.core.$ZodIssue, row: unknown): string {
  const expected = 'expected' in issue ? issue.expected : 'format' in issue ? issue.format : issue.code
  const came = issue.path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    row,
  )
  return `${issue.path.join('.')}: expected ${expected}, came ${came === null ? 'null' : came instanceof Date ? 'Date' : typeof came}`
}

function trust<Row extends z.ZodType>(_row: Row, rows: unknown[]): z.input<Row>[] {
  return rows as z.input<Row>[] // the edge: what the database answers is what the schema says, and every test looks
}

function refuseMore(rows: readonly unknown[], statement: () => string): void {
  if (rows.length > 1) throw new Error(`one row at most was expected, ${rows.length} came:\n${statement()}`)
}
