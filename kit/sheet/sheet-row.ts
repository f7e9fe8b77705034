import type { CsvEncoding } from './csv-encoding.ts'
import { SheetFailure } from './sheet-failure.ts'
import type { SheetLimits } from './sheet-limits.ts'

/** What a cell was in the file. `formula` keeps the value last computed by the spreadsheet program as its text. */
export type CellKind = 'text' | 'number' | 'date' | 'boolean' | 'formula' | 'error' | 'empty'

/**
 * One cell as a person would read it.
 * - number: plain decimal digits, never an exponent, never float noise (`13800138000`); percentages stay fractions (`0.85`)
 * - date: `YYYY-MM-DD`, `YYYY-MM-DD HH:mm:ss`, `HH:mm:ss`, wall-clock time without a zone
 * - boolean: `TRUE` or `FALSE`; error: `#N/A` and its like; empty: the empty string
 */
export type CellValue = { readonly text: string; readonly kind: CellKind }

/** `rowNumber` counts from 1 as the spreadsheet program shows it; `cells[0]` is column A; trailing empty cells are left off. */
export type SheetRow = { rowNumber: number; cells: CellValue[] }

export type SheetFormat = 'xlsx' | 'xls' | 'csv'

export type SheetInfo = {
  format: SheetFormat
  /** How the text of a CSV file was read; null for workbooks, which say it themselves. */
  encoding: CsvEncoding | null
  /** The sheet that is read; empty for CSV. */
  sheetName: string
  /** Names of the visible sheets in their order. */
  sheetNames: string[]
  /** Names of hidden and very hidden sheets, which are never read. */
  hiddenSheets: string[]
  /** The text that `writeXlsx({ templateVersion })` stored, or null. */
  templateVersion: string | null
}

/** Rows of one sheet. Each iteration opens the file anew and closes it when it ends, breaks or fails. Rows without any value are passed over. */
export type SheetReading = AsyncIterable<SheetRow> & {
  /** What the file says about itself, without reading its rows. Throws SheetFailure. */
  info(): Promise<SheetInfo>
  /** Merged ranges that begin in the first 20 rows (`A1:C1`). The file states them after its rows, so this fills when the iteration ends. */
  headerMerges(): readonly string[]
}

export const EMPTY: CellValue = Object.freeze({ text: '', kind: 'empty' })

/** The merges of rows further down say nothing about the header and could be many. */
const HEADER_ROWS = 20
const MAX_MERGES = 500

/** What an opener tells while it reads. */
export type ReadingReport = { info(info: SheetInfo): void; merge(range: string): void }

/** Counts the texts of all rows on their way to whoever reads them. */
async function* limited(rows: AsyncGenerator<SheetRow>, maxTextUnits: number): AsyncGenerator<SheetRow> {
  let units = 0
  for await (const row of rows) {
    for (const { text } of row.cells) units += text.length
    if (units > maxTextUnits) throw new SheetFailure('tooLarge', `文字总量超过 ${Math.round(maxTextUnits / 10_000)} 万字`)
    yield row
  }
}

/** Builds a reading from one generator function; `info()` starts it and stops at the first report unless an iteration has told it already. */
export function sheetReading(
  open: (report: ReadingReport, infoOnly: boolean) => AsyncGenerator<SheetRow>,
  { maxTextUnits }: Pick<SheetLimits, 'maxTextUnits'>,
): SheetReading {
  let known: SheetInfo | undefined
  let merges: string[] = []
  const start = (infoOnly: boolean): AsyncGenerator<SheetRow> => {
    const own: string[] = []
    if (!infoOnly) merges = own
    const rows = open(
      {
        info: (info) => {
          known = info
        },
        merge: (range) => {
          const top = Number(/\d+/.exec(range)?.[0] ?? Number.NaN)
          if (top <= HEADER_ROWS && own.length < MAX_MERGES) own.push(range)
        },
      },
      infoOnly,
    )
    return limited(rows, maxTextUnits)
  }
  return {
    async info() {
      if (known === undefined) for await (const _row of start(true)) break
      if (known === undefined) throw new Error('an opener ended without telling its info')
      return known
    },
    headerMerges: () => merges,
    [Symbol.asyncIterator]: () => start(false),
  }
}
