/**
 * The canonical form of a body: JSON without white space, object keys sorted by code point at every depth, undefined dropped.
 * No body gives the empty string.
 */
export function canonicalJson(value: unknown): string {
  if (value === undefined) return ''
  return write(value)
}

function write(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map((item) => write(item)).join(',')}]`
  const entries = Object.entries(value)
  if (entries.length > 1) entries.sort(([a], [b]) => compareByCodePoint(a, b))
  let out = ''
  for (const [key, item] of entries) {
    if (item === undefined) continue
    out += `${out ? ',' : ''}${JSON.stringify(key)}:${write(item)}`
  }
  return `{${out}}`
}

/** UTF-16 order and code-point order differ only where surrogates meet U+E000–U+FFFF. */
function compareByCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index)
    const right = b.charCodeAt(index)
    if (left === right) continue
    const leftIsSurrogate = left >= 0xd800 && left <= 0xdfff
    const rightIsSurrogate = right >= 0xd800 && right <= 0xdfff
    if (leftIsSurrogate !== rightIsSurrogate) return leftIsSurrogate ? 1 : -1
    return left - right
  }
  return a.length - b.length
}

/** The text that a call's `sign` header is the HMAC of. */
export function signatureText(call: { method: string; url: string; timestamp: string; body: unknown }): string {
  return `${call.method}\n${call.url}\n${call.timestamp}\n${canonicalJson(call.body)}`
}
