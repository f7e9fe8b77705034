import type { SheetSource } from './magic.ts'
import { SheetFailure } from './sheet-failure.ts'
import { limitsOf, type SheetOptions } from './sheet-limits.ts'
import { type ReadingReport, type SheetInfo, type SheetReading, type SheetRow, sheetReading } from './sheet-row.ts'
import { readShapes, readSharedTexts, readWorkbookParts, type Workbook } from './workbook-parts.ts'
import { XlsxRows } from './xlsx-rows.ts'
import { xmlEvents } from './xml-events.ts'
import { openParts } from './zip-parts.ts'

/**
 * Streams the rows of one visible sheet of an .xlsx or .xlsm file. Nothing is written to disk, no link is followed.
 * Throws SheetFailure, from the iteration as well as from `info()`.
 */
export function readXlsx(source: SheetSource, options: SheetOptions = {}): SheetReading {
  return sheetReading((report, infoOnly) => xlsxRows(source, options, report, infoOnly), limitsOf(options))
}

async function* xlsxRows(
  source: SheetSource,
  options: SheetOptions,
  report: ReadingReport,
  infoOnly: boolean,
): AsyncGenerator<SheetRow> {
  const limits = limitsOf(options)
  const parts = await openParts(source, limits)
  try {
    const workbook = await readWorkbookParts(parts)
    const sheet = chooseSheet(workbook.sheets, options.sheetName)
    report.info(infoOf(workbook, sheet.name))
    if (infoOnly) return
    const { stylesPart, textsPart, is1904 } = workbook
    const shapes = stylesPart !== undefined && parts.has(stylesPart) ? await readShapes(parts, stylesPart) : []
    const texts = textsPart !== undefined && parts.has(textsPart) ? await readSharedTexts(parts, textsPart, limits) : []
    const rows = new XlsxRows({ texts, shapes, is1904, limits, report })
    for await (const _chunk of xmlEvents(parts.read(sheet.part), rows)) yield* rows.take()
  } finally {
    parts.close()
  }
}

/** The asked-for sheet, or the first visible one. */
function chooseSheet<Sheet extends { name: string; isHidden: boolean }>(
  sheets: readonly Sheet[],
  name: string | undefined,
): Sheet {
  const visible = sheets.filter((sheet) => !sheet.isHidden)
  const chosen = name === undefined ? visible[0] : visible.find((sheet) => sheet.name === name)
  if (chosen === undefined) throw new SheetFailure('noSheet', name === undefined ? '' : `工作表“${name}”`)
  return chosen
}

function infoOf(workbook: Workbook, sheetName: string): SheetInfo {
  return {
    format: 'xlsx',
    encoding: null,
    sheetName,
    sheetNames: workbook.sheets.filter((sheet) => !sheet.isHidden).map((sheet) => sheet.name),
    hiddenSheets: workbook.sheets.filter((sheet) => sheet.isHidden).map((sheet) => sheet.name),
    templateVersion: workbook.templateVersion,
  }
}
