import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { FORMULA_START } from './cell-input.ts'
import { encodingOf, refuseSize, textsOf } from './csv-encoding.ts'
import { headOf, magicOf, type SheetSource } from './magic.ts'
import { SheetFailure, type SheetFailureReason } from './sheet-failure.ts'
import { lastRow, limitsOf, type SheetLimits, type SheetOptions } from './sheet-limits.ts'
import { type CellValue, EMPTY, type ReadingReport, type SheetReading, type SheetRow, sheetReading } from './sheet-row.ts'

const DELIMITERS = [',', ';', '\t'] as const
/** What a spreadsheet program can show. */
const mostFields = 16_384
const SNIFF_UNITS = 64 * 1024

/**
 * Streams the records of a CSV file in UTF-8 (with or without mark), UTF-16, GB18030 or Big5, separated by comma, semicolon or tab.
 * Every cell is text; `rowNumber` counts records, as a spreadsheet program would show them. The `'` that `writeCsv` puts before
 * formula-like texts is taken off again. Throws SheetFailure.
 */
export function readCsv(source: SheetSource, options: SheetOptions = {}): SheetReading {
  return sheetReading((report, infoOnly) => csvRows(source, limitsOf(options), report, infoOnly), limitsOf(options))
}

async function* csvRows(
  source: SheetSource,
  limits: SheetLimits,
  report: ReadingReport,
  infoOnly: boolean,
): AsyncGenerator<SheetRow> {
  await refuseSize(source, limits.maxUnpackedBytes)
  const head = await headOf(source)
  refuseMagic(head)
  const encoding = await encodingOf(source, head)
  report.info({ format: 'csv', encoding, sheetName: '', sheetNames: [], hiddenSheets: [], templateVersion: null })
  if (infoOnly) return
  const delimiter = await sniffDelimiter(textsOf(source, encoding))
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    // A record may be wider than it has values; one that never ends would fill the memory with empty fields.
    cast: (value, { index }) => {
      if (index >= mostFields) throw new SheetFailure('tooManyColumns', `一行超过 ${mostFields} 列`)
      return value
    },
    max_record_size: limits.maxCellLength * Math.min(limits.maxColumns, 64),
  })
  const texts = Readable.from(textsOf(source, encoding))
  texts.once('error', (error) => parser.destroy(error))
  texts.pipe(parser)
  let rowNumber = 0
  let count = 0
  try {
    for await (const record of parser) {
      rowNumber += 1
      if (rowNumber > lastRow) throw new SheetFailure('tooManyRows', `上限 ${lastRow} 行，空行也计算在内`)
      const cells = cellsOf(record, rowNumber, limits)
      if (cells.length === 0) continue
      count += 1
      if (count > limits.maxRows) throw new SheetFailure('tooManyRows', `上限 ${limits.maxRows} 行`)
      yield { rowNumber, cells }
    }
  } catch (cause) {
    throw csvFailure(cause, rowNumber)
  } finally {
    texts.destroy()
    parser.destroy()
  }
}

function refuseMagic(head: Buffer): void {
  const magic = magicOf(head)
  if (magic === 'text') return
  throw new SheetFailure(magic === 'html' || magic === 'empty' ? magic : 'notWorkbook')
}

function cellsOf(record: unknown, rowNumber: number, limits: SheetLimits): CellValue[] {
  const cells: CellValue[] = []
  if (!Array.isArray(record)) return cells
  let width = record.length
  while (width > 0 && record[width - 1] === '') width -= 1
  if (width > limits.maxColumns) throw new SheetFailure('tooManyColumns', `第 ${rowNumber} 行超过 ${limits.maxColumns} 列`)
  for (let index = 0; index < width; index++) {
    const text = unprefixed(String(record[index]))
    if (text.length > limits.maxCellLength) {
      throw new SheetFailure('cellTooLong', `第 ${rowNumber} 行第 ${index + 1} 列超过 ${limits.maxCellLength} 字`)
    }
    cells.push(text === '' ? EMPTY : { text, kind: 'text' })
  }
  return cells
}

/** The exact inverse of `formulaSafe` in csv-writer.ts. */
function unprefixed(text: string): string {
  return text.startsWith("'") && FORMULA_START.test(text.replace(/^'+/, '')) ? text.slice(1) : text
}

/** The delimiter that stands most often outside quotes in the first lines. */
async function sniffDelimiter(texts: AsyncIterable<string>): Promise<string> {
  let sample = ''
  for await (const text of texts) {
    sample += text
    if (sample.length >= SNIFF_UNITS) break
  }
  const bare = sample.replace(/"(?:[^"]|"")*("|$)/g, '')
  const firstLine = bare.split(/\r?\n|\r/).find((line) => line.trim() !== '') ?? ''
  let best: string = DELIMITERS[0]
  let most = 0
  for (const delimiter of DELIMITERS) {
    const found = firstLine.split(delimiter).length - 1
    if (found <= most) continue
    most = found
    best = delimiter
  }
  return best
}

function csvFailure(cause: unknown, rowNumber: number): unknown {
  if (!(cause instanceof CsvError)) return cause
  const reason: SheetFailureReason =
    cause.code === 'CSV_QUOTE_NOT_CLOSED' ? 'truncated' : cause.code === 'CSV_MAX_RECORD_SIZE' ? 'cellTooLong' : 'damaged'
  return new SheetFailure(reason, `第 ${rowNumber + 1} 行`, cause)
}
