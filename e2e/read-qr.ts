import jsqr from 'jsqr'

export interface Picture {
  readonly width: number
  readonly height: number
  /** Row by row, '1' for a dark pixel. */
  readonly pixels: string
}

export interface QrCode {
  readonly text: string
  readonly level: 'L' | 'M' | 'Q' | 'H'
  /** White modules around the code; readers need four. */
  readonly quietModules: number
}

/** What a phone would open, and how well it could: the frame and the level of correction, which readers do not tell. */
export function readQr(picture: Picture): QrCode {
  const { width, height, pixels } = picture
  const colours = Uint8ClampedArray.from({ length: 4 * pixels.length }, (_, at) =>
    at % 4 === 3 || pixels[Math.floor(at / 4)] === '0' ? 255 : 0,
  )
  const code = jsqr.default(colours, width, height)
  if (!code) throw new Error('the picture holds no code')
  const first = pixels.indexOf('1')
  const [left, top] = [first % width, Math.floor(first / width)]
  const right = pixels.lastIndexOf('1', (top + 1) * width - 1) % width
  const module = (right - left + 1) / (17 + 4 * code.version)
  const isDark = (x: number, y: number) => {
    const [column, row] = [x, y].map((place) => Math.floor((place + 0.5) * module))
    return pixels[(top + (row ?? 0)) * width + left + (column ?? 0)] === '1'
  }
  return { text: code.data, level: levelOf(isDark), quietModules: Math.min(left, width - 1 - right) / module }
}

/** The first two modules of the format information (ISO/IEC 18004 §7.9), which is masked. */
function levelOf(isDark: (x: number, y: number) => boolean): QrCode['level'] {
  const bits = 2 * Number(isDark(0, 8)) + Number(isDark(1, 8))
  return (['M', 'L', 'H', 'Q'] as const)[bits ^ 0b10] ?? 'L'
}
