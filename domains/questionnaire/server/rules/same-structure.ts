import { type Definition, definition } from '../../contract/definition.ts'

/** Whether two definitions differ in wording alone: ids, kinds, order, conditions, ranges and quotas are the same. */
export function isSameStructure(one: Definition, other: Definition): boolean {
  return JSON.stringify(structureOf(one)) === JSON.stringify(structureOf(other))
}

const words: ReadonlySet<string> = new Set(['title', 'note', 'lowLabel', 'highLabel', 'unit', 'endText', 'name', 'pictureFileId'])

/** `text` is a word of options, rows and columns, and a value of conditions, which have no id. In the order of the schema, however they were sent. */
function structureOf(given: Definition): unknown {
  return withoutWords(definition.parse(given))
}

function withoutWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWords)
  if (typeof value !== 'object' || value === null) return value
  const isPart = Object.hasOwn(value, 'id')
  const entries = Object.entries(value).filter(([key]) => !(isPart && key === 'text') && !words.has(key))
  return Object.fromEntries(
    entries.map(([key, part]) => [key, withoutWords(part)]).toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  )
}
