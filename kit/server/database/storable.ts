/**
 * The same without what PostgreSQL keeps in no text: NUL characters are left out, halves of a surrogate pair become U+FFFD; in keys too. For what people's
 * programs send and nobody could mend: an answer, what a browser has seen, the state of a package. What somebody typed is refused by its contract instead.
 */
export function storable<Value>(value: Value): Value {
  return cleaned(value) as Value
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return textOf(value)
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [textOf(key), cleaned(inner)]))
}

function textOf(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole
}
