import { readCsv } from './csv-reader.ts'
import { headOf, magicOf, type SheetSource } from './magic.ts'
import { SheetFailure } from './sheet-failure.ts'
import { limitsOf, type SheetOptions } from './sheet-limits.ts'
import { type ReadingReport, type SheetReading, type SheetRow, sheetReading } from './sheet-row.ts'
import { readXls } from './xls-reader.ts'
import { readXlsx } from './xlsx-reader.ts'

/**
 * Reads a table whatever its name claims: the first bytes decide between .xlsx, .xls and CSV; web pages, pictures and the like are refused.
 * `fileName` only sharpens the refusal: a file without a table's ending is not taken for CSV. Throws SheetFailure.
 */
export function readWorkbook(source: SheetSource, fileName?: string, options: SheetOptions = {}): SheetReading {
  return sheetReading((report, infoOnly) => workbookRows(source, fileName, options, report, infoOnly), limitsOf(options))
}

async function* workbookRows(
  source: SheetSource,
  fileName: string | undefined,
  options: SheetOptions,
  report: ReadingReport,
  infoOnly: boolean,
): AsyncGenerator<SheetRow> {
  const reading = await readerFor(source, fileName, options)
  if (infoOnly) {
    report.info(await reading.info())
    return
  }
  let told = false
  for await (const row of reading) {
    if (!told) report.info(await reading.info())
    told = true
    yield row
  }
  if (!told) report.info(await reading.info())
  reading.headerMerges().forEach(report.merge)
}

async function readerFor(source: SheetSource, fileName: string | undefined, options: SheetOptions): Promise<SheetReading> {
  const magic = magicOf(await headOf(source))
  switch (magic) {
    case 'zip':
      return readXlsx(source, options)
    case 'compound':
      return readXls(source, options)
    case 'text':
      if (fileName !== undefined && !/\.(csv|tsv|txt|xls|xlsx|et)$/i.test(fileName)) throw new SheetFailure('notWorkbook')
      return readCsv(source, options)
    case 'empty':
    case 'html':
      throw new SheetFailure(magic)
    case 'pdf':
    case 'image':
    case 'archive':
      throw new SheetFailure('notWorkbook')
  }
}
