import type { z } from 'zod'

interface RowChecks {
  /** The rows of a statement as its schema says they are, handed on as the driver made them: what a schema would transform stays as it was. */
  readonly checkedRows: <Row extends z.ZodType>(row: Row, rows: unknown[], statement: () => string) => z.input<Row>[]
  /** For statements that answer at most one row. */
  readonly checkAlone: (rows: readonly unknown[], statement: () => string) => void
}

/** Whoever develops or tests has every row read against its schema; an installation trusts them and does not look at one. */
export function rowChecksIn(environment: string | undefined): RowChecks {
  return isLookedAt(environment)
    ? { checkedRows: check, checkAlone: refuseMore }
    : { checkedRows: trust, checkAlone: () => undefined }
}

/** Whether what should hold anyway is looked at: for whoever develops or tests. */
export const isLookedAt = (environment: string | undefined): boolean => environment === 'test' || environment === 'development'

/** Decided once. */
export const { checkedRows, checkAlone } = rowChecksIn(process.env.NODE_ENV)

function check<Row extends z.ZodType>(row: Row, rows: unknown[], statement: () => string): z.input<Row>[] {
  for (const [index, found] of rows.entries()) {
    const { error } = row.safeParse(found)
    if (error) {
      const issues = error.issues.map((issue) => sayOf(issue, found)).join('\n')
      throw new Error(`row ${index} is not what its schema says:\n${issues}\n${statement()}`)
    }
  }
  return trust(row, rows)
}

/** Without the value: rows hold people's names and answers. */
function sayOf(issue: z.core.$ZodIssue, row: unknown): string {
  const expected = 'expected' in issue ? issue.expected : 'format' in issue ? issue.format : issue.code
  const inside = (value: unknown, key: PropertyKey): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  const value = issue.path.reduce<unknown>(inside, row)
  const kind = value === null ? 'null' : value instanceof Date ? 'Date' : typeof value
  return `${issue.path.join('.')}: expected ${expected}, came ${kind}`
}

function trust<Row extends z.ZodType>(_row: Row, rows: unknown[]): z.input<Row>[] {
  return rows as z.input<Row>[] // the edge: what the database answers is what the schema says, and every test looks
}

function refuseMore(rows: readonly unknown[], statement: () => string): void {
  if (rows.length > 1) throw new Error(`one row at most was expected, ${rows.length} came:\n${statement()}`)
}
