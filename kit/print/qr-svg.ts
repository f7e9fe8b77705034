import { create } from 'qrcode'

/** Readers need a white frame of so many modules around a code. */
const frameModules = 4

/**
 * A QR code as SVG text for the `vector` of a template: sharp at every size, its white frame included. Level M: 15 % of it may be
 * dirty or torn. Throws when the text is longer than a code can hold (2,331 bytes).
 */
export function qrSvg(text: string): string {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const side = modules.size + 2 * frameModules
  let path = ''
  for (let row = 0; row < modules.size; row++) path += rowPath(row, (column) => modules.get(row, column) === 1, modules.size)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}" fill="#fff"/><path d="${path}"/></svg>`
}

/** Each run of dark modules as one bar: a third of the shapes, and of the time to print them. */
function rowPath(row: number, isDark: (column: number) => boolean, size: number): string {
  let path = ''
  for (let column = 0; column < size; column++) {
    const start = column
    while (column < size && isDark(column)) column += 1
    const width = column - start
    if (width > 0) path += `M${start + frameModules} ${row + frameModules}h${width}v1h-${width}z`
  }
  return path
}
