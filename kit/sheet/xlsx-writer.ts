import { PassThrough, pipeline, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { defaultTimeZone } from '@kaopei/contract'
import { ZipFile } from 'yazl'
import { type CellInput, RowCursor } from './cell-input.ts'
import { SharedTexts } from './shared-texts.ts'
import { TEMPLATE_NAME } from './workbook-parts.ts'
import { RowWriter, xmlText } from './xlsx-cells.ts'
import { type ChoicePlace, type ColumnSpec, needsPlace, type SheetPart, type SheetSpec, sheetBytes } from './xlsx-sheet.ts'
import {
  contentTypesXml,
  packageRelationsXml,
  stylesXml,
  type WrittenSheet,
  workbookRelationsXml,
  workbookXml,
  worksheetHead,
} from './xlsx-static.ts'

const EXCEL_ROWS = 1_048_576
const MAX_NAME_UNITS = 31
const CHOICES_SHEET = '选项'

/** The content type of .xlsx files. */
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export type WorkbookSpec = {
  sheets: readonly SheetSpec[]
  /** Kept in the hidden defined name `TemplateVersion`; readers give it back as `info().templateVersion`. */
  templateVersion?: string
  /** Deflate level 0–9; 1 unless told: a third faster than 6 for a fifth more bytes. */
  compressionLevel?: number
  /** Whose clocks Date values are shown by. */
  timeZone?: string
  /** Rows of one sheet, header included, before the next sheet begins; Excel's own limit unless told. */
  maxRowsPerSheet?: number
}

/**
 * Streams an .xlsx file. An error of the rows destroys the stream, so a broken file is never complete; destroying the stream closes the rows.
 * Texts are always text cells. Characters that XML forbids are left out, texts over 32,767 UTF-16 units are cut.
 */
export function writeXlsx(spec: WorkbookSpec): Readable {
  if (spec.sheets.length === 0) throw new RangeError('a workbook needs a sheet')
  if (spec.sheets.some((sheet) => sheet.columns.length === 0)) throw new RangeError('a sheet needs a column')
  const zip = new ZipFile()
  const output = new PassThrough()
  const filling = new Filling(zip, spec)
  zip.on('error', (error) => output.destroy(error))
  output.once('close', () => filling.stop())
  pipeline(zip.outputStream, output, () => {})
  filling.run().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))))
  return output
}

/** Adds the parts one after another; each sheet's rows are pulled while its part is written. */
class Filling {
  readonly #zip: ZipFile
  readonly #spec: WorkbookSpec
  readonly #level: number
  readonly #names = new Set<string>()
  readonly #written: WrittenSheet[] = []
  readonly #shared = new SharedTexts()
  #current: Readable | undefined
  #stopped = false

  constructor(zip: ZipFile, spec: WorkbookSpec) {
    this.#zip = zip
    this.#spec = spec
    this.#level = spec.compressionLevel ?? 1
  }

  stop(): void {
    this.#stopped = true
    this.#current?.destroy()
  }

  async run(): Promise<void> {
    const { sheets, templateVersion } = this.#spec
    const placed = sheets.flatMap((sheet) => sheet.columns).filter(needsPlace)
    const choicesName = placed.length === 0 ? '' : this.#uniqueName(CHOICES_SHEET)
    const places = new Map(placed.map((column, index) => [column, placeOf(column, index, choicesName)]))
    for (const sheet of sheets) await this.#sheet(sheet, places)
    if (placed.length > 0) await this.#choices(placed, choicesName)
    const constant = templateVersion === undefined ? undefined : xmlText(`"${templateVersion.replaceAll('"', '""')}"`)
    this.#text('xl/styles.xml', stylesXml)
    this.#text('xl/workbook.xml', workbookXml(this.#written, TEMPLATE_NAME, constant))
    const hasShared = !this.#shared.isEmpty
    if (hasShared) this.#text('xl/sharedStrings.xml', this.#shared.toXml())
    this.#text('xl/_rels/workbook.xml.rels', workbookRelationsXml(this.#written.length, hasShared))
    this.#text('_rels/.rels', packageRelationsXml)
    this.#text('[Content_Types].xml', contentTypesXml(this.#written.length, hasShared))
    this.#zip.end()
  }

  async #sheet(spec: SheetSpec, places: ReadonlyMap<ColumnSpec, ChoicePlace>): Promise<void> {
    const cursor = new RowCursor(spec.rows)
    const maxRows = Math.max((spec.notes?.length ?? 0) + 2, Math.min(this.#spec.maxRowsPerSheet ?? EXCEL_ROWS, EXCEL_ROWS))
    const timeZone = this.#spec.timeZone ?? defaultTimeZone
    try {
      do {
        const part: SheetPart = { spec, places, isFirst: this.#written.length === 0, maxRows, timeZone, shared: this.#shared }
        const sheet: WrittenSheet = { name: xmlText(this.#uniqueName(spec.name)), isHidden: false, filterRange: undefined }
        const bytes = sheetBytes(part, cursor, (range) => {
          sheet.filterRange = range
        })
        await this.#part(sheet, bytes)
      } while (await cursor.hasMore())
    } finally {
      await cursor.close()
    }
  }

  async #choices(columns: readonly ColumnSpec[], name: string): Promise<void> {
    const writer = new RowWriter(
      columns.map(() => 'text' as const),
      'UTC',
    )
    const height = Math.max(...columns.map((column) => column.choices?.length ?? 0))
    function* bytes(): Generator<Buffer> {
      yield Buffer.from(`${worksheetHead}<sheetData>`)
      for (let index = 0; index < height; index++) {
        const row: CellInput[] = columns.map((column) => column.choices?.[index])
        yield Buffer.from(writer.row(index + 1, row))
      }
      yield Buffer.from('</sheetData></worksheet>')
    }
    await this.#part({ name: xmlText(name), isHidden: true, filterRange: undefined }, bytes())
  }

  async #part(sheet: WrittenSheet, bytes: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
    this.#written.push(sheet)
    const stream = Readable.from(bytes, { objectMode: false, highWaterMark: 64 * 1024 })
    this.#current = stream
    if (this.#stopped) stream.destroy()
    this.#zip.addReadStream(stream, `xl/worksheets/sheet${this.#written.length}.xml`, { compressionLevel: this.#level })
    await finished(stream)
  }

  #text(name: string, xml: string): void {
    this.#zip.addBuffer(Buffer.from(xml), name, { compressionLevel: this.#level })
  }

  /** Names are unique whatever their case, at most 31 units, without the characters that Excel refuses. */
  #uniqueName(wanted: string): string {
    const base = wanted.replace(/[[\]:*?/\\\p{Cc}]/gu, ' ').replace(/^[\s']+|[\s']+$/g, '') || 'Sheet'
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : ` (${number})`
      const name = base.slice(0, MAX_NAME_UNITS - suffix.length).replace(/[\ud800-\udbff]$/, '') + suffix
      const key = name.toLowerCase()
      if (this.#names.has(key) || key === 'history') continue
      this.#names.add(key)
      return name
    }
  }
}

function placeOf(column: ColumnSpec, index: number, sheetName: string): ChoicePlace {
  return { sheetName, column: index, count: column.choices?.length ?? 0 }
}
