import { createHash } from 'node:crypto'

/** JSON without white space, keys sorted by code point at every depth, `undefined` dropped. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  entries.sort(([a], [b]) => compareCodePoints(a, b))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`
}

/** sha256 in lower-case hex of the canonical JSON: equal for equal content or rule, whatever the order of its keys. */
export function checksumOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex')
}

/** `<` on strings compares UTF-16 units, which puts characters beyond the BMP before U+E000…; UTF-8 bytes keep code point order. */
function compareCodePoints(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
