export interface ChangedField {
  /** Dotted path of the field. */
  readonly field: string
  /** JSON text; null: the field was not there. */
  readonly before: string | null
  readonly after: string | null
}

const mostFields = 500

/** What differs between two states of a thing. Objects are compared field by field, lists as a whole. */
export function changedFields(before: unknown, after: unknown): ChangedField[] {
  const [old, young] = [leaves(before), leaves(after)]
  const changed: ChangedField[] = []
  for (const field of new Set([...old.keys(), ...young.keys()])) {
    const [was, is] = [old.get(field) ?? null, young.get(field) ?? null]
    if (was !== is && changed.length < mostFields) changed.push({ field, before: was, after: is })
  }
  return changed
}

function leaves(value: unknown, path = '', found = new Map<string, string>()): Map<string, string> {
  if (value === undefined || (value === null && path === '')) return found
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const entries = isObject ? Object.entries(value) : []
  if (entries.length === 0) return found.set(path, JSON.stringify(value))
  for (const [key, item] of entries) leaves(item, path === '' ? key : `${path}.${key}`, found)
  return found
}
