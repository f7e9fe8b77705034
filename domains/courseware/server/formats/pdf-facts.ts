/** What pdfinfo says of a PDF. */
export interface PdfFacts {
  readonly pages: number
  /** Points, of each page. */
  readonly sizes: readonly { readonly width: number; readonly height: number }[]
}

export function pdfFactsOf(lines: readonly string[]): PdfFacts {
  const pages = Number(lines.map((line) => /^Pages:\s+(\d+)/.exec(line)?.[1]).find(Boolean) ?? 0)
  const sizes = lines.flatMap((line) => {
    const [, width, height] = /^Page\s+\d+ size:\s+([\d.]+) x ([\d.]+)/.exec(line) ?? []
    return width === undefined ? [] : [{ width: Number(width), height: Number(height) }]
  })
  return { pages, sizes }
}

/** Width and height of a JPEG by its frame header. */
export function jpegSize(bytes: Buffer): { width: number; height: number } | undefined {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}
