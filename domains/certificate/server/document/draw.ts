/** Placed boxes as a PDF. */
import { type PrintPart, printPdf, qrPng } from '@kaopei/print'
import type { Placed, PlacedGlyph, PlacedPage, PlacedPicture, PlacedPortrait } from '../../contract/lay-out.ts'
import type { Pictures } from './pictures.ts'
import { sheetTemplate } from './sheet.typ.ts'

export interface Sheet {
  /** Millimetres. */
  readonly width: number
  readonly height: number
  readonly pages: readonly PlacedPage[]
}

/** The share of a character's square that stands above the baseline; its picture takes the whole square. */
const ascent = 0.88

/** One file of all these, a page for each of theirs. Throws PrintFailure. */
export function draw(sheets: readonly Sheet[], pictures: Pictures): Promise<Uint8Array> {
  const { data, files } = drawing(sheets, pictures)
  return printPdf(sheetTemplate, data, { files, limitSeconds: 60 })
}

/** What `sheetTemplate` takes. */
export function drawing(sheets: readonly Sheet[], pictures: Pictures): Required<Pick<PrintPart, 'data' | 'files'>> {
  const codes = new Map<string, { name: string; png: Uint8Array }>()
  const pages = sheets.flatMap(({ width, height, pages: placed }) =>
    placed.map(({ backgroundId, items }) => ({
      ...{ width, height },
      background: backgroundId === null ? null : (pictures.names.get(backgroundId) ?? null),
      items: items.flatMap((item) => drawable(item, pictures, codes)),
    })),
  )
  const files = { ...pictures.files, ...Object.fromEntries([...codes.values()].map(({ name, png }) => [name, png])) }
  return { data: { sheets: pages }, files }
}

function fileOf(
  item: PlacedPicture | PlacedPortrait | PlacedGlyph,
  { names, glyphs }: Omit<Pictures, 'files'>,
): string | undefined {
  if (item.kind === 'glyph') return glyphs.get(item.character)
  return names.get(item.kind === 'picture' ? item.fileId : item.photo)
}

function drawable(item: Placed, { names, glyphs }: Pictures, codes: Map<string, { name: string; png: Uint8Array }>): object[] {
  if (item.kind === 'text' || item.kind === 'frame') return [item]
  if (item.kind === 'qr') {
    const code = codes.get(item.text) ?? { name: `code${codes.size}.png`, png: qrPng(item.text) }
    codes.set(item.text, code)
    const { x, y, width, height } = item
    return [{ kind: 'code', x, y, width, height, file: code.name }]
  }
  const file = fileOf(item, { names, glyphs })
  if (file === undefined) return []
  if (item.kind !== 'glyph') return [{ ...item, file }]
  const { x, y, size } = item
  return [{ kind: 'picture', x, y: y - ascent * size, width: size, height: size, file }]
}
