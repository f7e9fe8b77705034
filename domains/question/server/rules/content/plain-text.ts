/** The words of a piece of rich text; pictures stand as their address, so that two pictures are two contents. */
const entities = new Map(Object.entries({ nbsp: ' ', lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }))

/** Each expression walks a text once: none has two ways to read the same characters. */
export function plainText(html: string): string {
  return html
    .replace(/<(?:img|video|audio|source)\b([^<>]*)>/gi, (tag, attributes: string) => {
      const address = /\bsrc\s{0,9}=\s{0,9}["']?([^"'\s<>]{1,500})/i.exec(attributes)?.[1]
      return address === undefined ? tag : ` [${address}] `
    })
    .replace(/<(?:br|\/p|\/div|\/li|\/tr|\/td)\b[^<>]*>/gi, ' ')
    .replace(/<[a-z/!][^<>]*>/gi, '')
    .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return entities.get(name.toLowerCase()) ?? whole
      const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
    })
    .trim()
}
