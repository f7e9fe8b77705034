/** Where everything of a certificate stands: the one answer for the designer's picture, the check for overflow and the printed PDF. */
import { advanceOf } from './advances.ts'
import { breakLines, type Measure } from './break-lines.ts'
import type { Box, Layout, TextBox } from './layout.ts'
import { fillIn, type Values } from './variables.ts'

const mmPerPt = 25.4 / 72
/** Of the font: how far above and below its baseline a line of it reaches, in sizes. */
const ascent = 0.88

/** Part of a line, its left end and baseline in millimetres. */
export interface PlacedText {
  readonly kind: 'text'
  readonly boxId: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly text: string
  readonly sizePt: number
  readonly isBold: boolean
  readonly color: string
  readonly spacingPt: number
}

/** The company's picture of a character that no font has. */
export interface PlacedGlyph {
  readonly kind: 'glyph'
  readonly boxId: string
  readonly x: number
  readonly y: number
  readonly size: number
  readonly character: string
}

interface PlacedSquare {
  readonly boxId: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
export type PlacedPicture = PlacedSquare & { readonly kind: 'picture'; readonly fileId: string }
/** The holder's photo, cut to its box. */
export type PlacedPortrait = PlacedSquare & { readonly kind: 'portrait'; readonly photo: string }
export type PlacedQr = PlacedSquare & { readonly kind: 'qr'; readonly text: string }

export type PlacedFrame = PlacedSquare & {
  readonly kind: 'frame'
  readonly strokeMm: number
  readonly color: string
  readonly fill: string | null
}

export type Placed = PlacedText | PlacedGlyph | PlacedPicture | PlacedPortrait | PlacedQr | PlacedFrame

export interface PlacedPage {
  readonly backgroundId: string | null
  readonly items: readonly Placed[]
}

export interface Overflow {
  readonly boxId: string
  readonly page: number
  /** How much of its words stands outside. */
  readonly byMm: number
}

export interface Laid {
  readonly pages: readonly PlacedPage[]
  readonly overflows: readonly Overflow[]
}

export interface PicturesOfHolder {
  /** Characters of which there is a picture. */
  readonly glyphs: ReadonlySet<string>
  /** Names the holder's photo; null: there is none. */
  readonly photo: string | null
}

export function layOut({ pages }: Layout, values: Values, { glyphs, photo }: PicturesOfHolder): Laid {
  const overflows: Overflow[] = []
  const placed = pages.map(({ backgroundId, boxes }, page) => ({
    backgroundId,
    items: boxes.flatMap((one) => {
      if (one.kind !== 'text') return placeSquare(one, values, photo)
      const { items, byMm } = placeText(one, values, glyphs)
      if (byMm > 0.05) overflows.push({ boxId: one.id, page, byMm: Math.round(byMm * 10) / 10 })
      return items
    }),
  }))
  return { pages: placed, overflows }
}

function placeSquare(one: Exclude<Box, { kind: 'text' }>, values: Values, photo: string | null): Placed[] {
  const square = { boxId: one.id, x: one.x, y: one.y, width: one.width, height: one.height }
  if (one.kind === 'frame') return [{ kind: 'frame', ...square, strokeMm: one.strokeMm, color: one.color, fill: one.fill }]
  if (one.kind === 'portrait') return photo === null ? [] : [{ kind: 'portrait', ...square, photo }]
  if (one.kind !== 'qr') return one.fileId === null ? [] : [{ kind: 'picture', ...square, fileId: one.fileId }]
  const side = Math.min(one.width, one.height)
  const [x, y] = [one.x + (one.width - side) / 2, one.y + (one.height - side) / 2]
  return [{ kind: 'qr', boxId: one.id, x, y, width: side, height: side, text: values.link }]
}

/** Written at some size: its lines, and how much of them stands outside. */
interface Written {
  readonly sizePt: number
  readonly lines: readonly string[]
  readonly byMm: number
}

function placeText(one: TextBox, values: Values, glyphs: ReadonlySet<string>): { items: Placed[]; byMm: number } {
  const words = fillIn(one.text, values)
  const { sizePt, lines, byMm } = sized(one, words)
  const lineMm = sizePt * one.lineHeight * mmPerPt
  const blockMm = lineMm * lines.length
  const top = { top: 0, middle: (one.height - blockMm) / 2, bottom: one.height - blockMm }[one.vertical]
  const first = one.y + top + ((one.lineHeight - 1) / 2 + ascent) * sizePt * mmPerPt
  const measure = measureOf(one, sizePt)
  const items = lines.flatMap((line, at) => {
    const left = { left: 0, center: 0.5, right: 1 }[one.align] * (one.width - measure(line))
    return placeLine(one, { line, sizePt, x: one.x + left, y: first + at * lineMm }, glyphs)
  })
  return { items, byMm }
}

/** Words that stand over the holder's photo or the code. */
export interface Covered {
  readonly boxId: string
  readonly over: 'portrait' | 'qr'
}

export function coveredIn({ items }: PlacedPage): Covered[] {
  const squares = items.filter((one) => one.kind === 'portrait' || one.kind === 'qr')
  const words = items.filter((one) => one.kind === 'text')
  const found = words.flatMap((text) =>
    squares.filter((square) => touches(text, square)).map(({ kind }) => ({ boxId: text.boxId, over: kind })),
  )
  return [...new Map(found.map((one) => [`${one.boxId} ${one.over}`, one])).values()]
}

/** As far as it can be seen: letters hardly reach to the edges of their line. */
const seenMm = 0.5

function touches({ x, y, width, sizePt }: PlacedText, square: PlacedSquare): boolean {
  const top = y - ascent * sizePt * mmPerPt
  const across = Math.min(x + width, square.x + square.width) - Math.max(x, square.x)
  const down = Math.min(y, square.y + square.height) - Math.max(top, square.y)
  return across > seenMm && down > seenMm
}

/** By how much a box's words stand outside it, in millimetres; what is smaller than can be seen is nothing. */
export function overflowOf(one: TextBox, words: string): number {
  const { byMm } = sized(one, words)
  return byMm > 0.05 ? byMm : 0
}

/** The size that fits, down to half of what was asked for; where none does, the smallest. */
function sized(one: TextBox, words: string): Written {
  const smallest = one.fit === 'wrap' ? one.sizePt : Math.max(5, one.sizePt / 2)
  for (let sizePt = one.sizePt; ; sizePt = Math.max(smallest, sizePt - 0.5)) {
    const written = writtenAt(one, words, sizePt)
    if (written.byMm <= 0.05 || sizePt <= smallest) return written
  }
}

const onOneLine = (words: string) =>
  words
    .split('\n')
    .map((line) => line.trim())
    .join(' ')

function writtenAt(one: TextBox, words: string, sizePt: number): Written {
  const measure = measureOf(one, sizePt)
  const lines = one.fit === 'line' ? [onOneLine(words)] : breakLines(words, one.width, measure)
  const widest = Math.max(0, ...lines.map(measure))
  // The space between lines above the first and below the last is nobody's.
  const tall = (lines.length * one.lineHeight - (one.lineHeight - 1)) * sizePt * mmPerPt
  return { sizePt, lines, byMm: Math.max(0, widest - one.width, words === '' ? 0 : tall - one.height) }
}

/** Width of a text in millimetres. */
function measureOf({ isBold, spacingPt }: TextBox, sizePt: number): Measure {
  return (text) => {
    let [width, count] = [0, 0]
    for (const character of text) {
      width += advanceOf(character, isBold)
      count += 1
    }
    return ((width * sizePt) / 1000 + Math.max(0, count - 1) * spacingPt) * mmPerPt
  }
}

interface Line {
  readonly line: string
  readonly sizePt: number
  readonly x: number
  readonly y: number
}

/** A line as one piece, or around the pictures of its characters. */
function placeLine(one: TextBox, { line, sizePt, x, y }: Line, glyphs: ReadonlySet<string>): Placed[] {
  const measure = measureOf(one, sizePt)
  const facts = { boxId: one.id, y, sizePt, isBold: one.isBold, color: one.color, spacingPt: one.spacingPt }
  const spacing = one.spacingPt * mmPerPt
  const items: Placed[] = []
  let at = x
  for (const piece of piecesOf(line, glyphs)) {
    const width = measure(piece)
    if (glyphs.has(piece)) items.push({ kind: 'glyph', boxId: one.id, x: at, y, size: sizePt * mmPerPt, character: piece })
    else if (piece.trim() !== '') items.push({ kind: 'text', ...facts, x: at, width, text: piece })
    at += width + spacing
  }
  return items
}

function piecesOf(line: string, glyphs: ReadonlySet<string>): string[] {
  if (glyphs.size === 0) return [line]
  const pieces: string[] = []
  let open = ''
  for (const character of line) {
    if (!glyphs.has(character)) {
      open += character
      continue
    }
    if (open !== '') pieces.push(open)
    pieces.push(character)
    open = ''
  }
  return open === '' ? pieces : [...pieces, open]
}
