/** `AB` for 27: the letters of a column counted from 0. */
export function columnName(index: number): string {
  let name = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  return name
}

/** The column counted from 0 of a reference such as `AB12`; -1 when it does not start with one to three letters. */
export function columnOf(reference: string): number {
  let index = 0
  let length = 0
  for (; length < reference.length; length++) {
    const code = reference.charCodeAt(length) & 0xdf
    if (code < 65 || code > 90) break
    if (length === 3) return -1
    index = index * 26 + code - 64
  }
  return index - 1
}
