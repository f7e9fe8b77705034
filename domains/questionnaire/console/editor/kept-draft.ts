/** What is being written is kept in this browser: a closed page, a crash or a lost session loses nothing. */
import { type Definition, definition as schema } from '../../contract/definition.ts'

const keyOf = (staffId: string, id: string) => `kaopei.questionnaire.${staffId}.${id}`

/** Tells one definition from another: a draft is of use only upon what it was written upon. FNV-1a. */
export function markOf(definition: Definition): string {
  let hash = 0x811c9dc5
  const text = JSON.stringify(definition)
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `${text.length}.${(hash >>> 0).toString(36)}`
}

export function keepDraft(staffId: string, id: string, base: string, definition: Definition): void {
  try {
    window.localStorage.setItem(keyOf(staffId, id), JSON.stringify({ base, definition }))
  } catch {
    // A full or closed store: writing goes on without it, and leaving the page asks.
  }
}

export function forgetDraft(staffId: string, id: string): void {
  try {
    window.localStorage.removeItem(keyOf(staffId, id))
  } catch {
    // then there was none
  }
}

/** What was kept upon this; undefined: nothing. */
export function keptDraft(staffId: string, id: string, base: string): Definition | undefined {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(keyOf(staffId, id)) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('base' in kept) || kept.base !== base) return undefined
    return 'definition' in kept && isDefinition(kept.definition) ? kept.definition : undefined
  } catch {
    return undefined
  }
}

/** A half-written field (an empty title, a condition without its value) is kept as well: those are what the schema may refuse. */
function isDefinition(value: unknown): value is Definition {
  const parsed = schema.safeParse(value)
  return parsed.success || parsed.error.issues.every(({ code, path }) => code === 'too_small' || isInCondition(path))
}

export function isInCondition(path: readonly PropertyKey[]): boolean {
  return path.includes('showIf') || path.includes('when')
}
