/**
 * Reads a QR code (ISO/IEC 18004) of level H and byte mode from a clean picture: what a phone would open. Knows versions 1 to 10, no
 * error correction: the pictures of this product have no errors, and one that had would not read as an address.
 */

export interface Picture {
  readonly width: number
  readonly height: number
  /** Row by row, '1' for a dark pixel. */
  readonly pixels: string
}

type Dark = (x: number, y: number) => boolean

/** Data codewords of each block, by version. */
const blocks: Readonly<Record<number, readonly number[]>> = {
  1: [9],
  2: [16],
  3: [13, 13],
  4: [9, 9, 9, 9],
  5: [11, 11, 12, 12],
  6: [15, 15, 15, 15],
  7: [13, 13, 13, 13, 14],
  8: [14, 14, 14, 14, 15, 15],
  9: [12, 12, 12, 12, 13, 13, 13, 13],
  10: [15, 15, 15, 15, 15, 15, 16, 16],
}
const alignments: Readonly<Record<number, readonly number[]>> = {
  2: [6, 18],
  3: [6, 22],
  4: [6, 26],
  5: [6, 30],
  6: [6, 34],
  7: [6, 22, 38],
  8: [6, 24, 42],
  9: [6, 26, 46],
  10: [6, 28, 50],
}
const masks: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_x, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
]

export interface QrCode {
  readonly text: string
  readonly level: 'L' | 'M' | 'Q' | 'H'
  /** White modules around the code; readers need four. */
  readonly quietModules: number
}

export function readQr(picture: Picture): QrCode {
  const { dark, size, quietModules } = modulesOf(picture)
  const version = (size - 17) / 4
  const { level, mask } = formatOf(dark)
  const sizes = blocks[version]
  if (level !== 'H' || !sizes) throw new Error(`a code of version ${version} and level ${level} is not read here`)
  const words = codewords(dark, { size, version, mask })
  return { text: textOf(deinterleaved(words, sizes), version), level, quietModules }
}

/** The module in the middle of each square; the code is as wide as its dark pixels, the finder pattern is seven modules. */
function modulesOf({ width, height, pixels }: Picture): { dark: Dark; size: number; quietModules: number } {
  const isDark = (x: number, y: number) => pixels[y * width + x] === '1'
  const first = pixels.indexOf('1')
  const [left, top] = [first % width, Math.floor(first / width)]
  let right = width - 1
  while (!isDark(right, top)) right -= 1
  let finder = left
  while (isDark(finder, top)) finder += 1
  const span = right - left + 1
  const size = 17 + 4 * Math.round((span / ((finder - left) / 7) - 17) / 4)
  const module = span / size
  const at = (place: number, from: number) => Math.min(Math.floor(from + (place + 0.5) * module), height - 1)
  return { dark: (x, y) => isDark(at(x, left), at(y, top)), size, quietModules: Math.min(left, width - 1 - right) / module }
}

function formatOf(dark: Dark): { level: QrCode['level']; mask: number } {
  const places: [number, number][] = [
    ...[0, 1, 2, 3, 4, 5].map((y): [number, number] => [8, y]),
    [8, 7],
    [8, 8],
    [7, 8],
    ...[5, 4, 3, 2, 1, 0].map((x): [number, number] => [x, 8]),
  ]
  const bits = places.reduce((sum, [x, y], index) => sum | (Number(dark(x, y)) << index), 0) ^ 0x5412
  return { level: (['M', 'L', 'H', 'Q'] as const)[bits >> 13] ?? 'L', mask: (bits >> 10) & 7 }
}

interface Shape {
  readonly size: number
  readonly version: number
}

function isFunction(x: number, y: number, { size, version }: Shape): boolean {
  if (x === 6 || y === 6) return true
  if ((x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8)) return true
  if (version >= 7 && ((x < 6 && y >= size - 11) || (y < 6 && x >= size - 11))) return true
  const places = alignments[version] ?? []
  const isCorner = (cx: number, cy: number) => (cx === 6 && (cy === 6 || cy === size - 7)) || (cy === 6 && cx === size - 7)
  return places.some((cx) => places.some((cy) => !isCorner(cx, cy) && Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2))
}

/** Two columns at a time from the right, up and down in turns, around what is no data. */
function codewords(dark: Dark, { mask, ...shape }: Shape & { mask: number }): number[] {
  const { size } = shape
  const bits: number[] = []
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    const isUp = ((right + 1) & 2) === 0
    for (let step = 0; step < size; step++) {
      const y = isUp ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        if (!isFunction(x, y, shape)) bits.push(Number(dark(x, y) !== (masks[mask]?.(x, y) === 0)))
      }
    }
  }
  return Array.from({ length: Math.floor(bits.length / 8) }, (_all, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0),
  )
}

function deinterleaved(words: readonly number[], sizes: readonly number[]): number[] {
  const data = sizes.map((): number[] => [])
  let next = 0
  for (let place = 0; place < Math.max(...sizes); place++) {
    for (const [index, size] of sizes.entries()) if (place < size) data[index]?.push(words[next++] ?? 0)
  }
  return data.flat()
}

function textOf(bytes: readonly number[], version: number): string {
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  if (!bits.startsWith('0100')) throw new Error('the code holds no bytes')
  const countBits = version < 10 ? 8 : 16
  const count = Number.parseInt(bits.slice(4, 4 + countBits), 2)
  const from = 4 + countBits
  const text = Array.from({ length: count }, (_all, index) =>
    Number.parseInt(bits.slice(from + index * 8, from + index * 8 + 8), 2),
  )
  return Buffer.from(text).toString('utf8')
}
