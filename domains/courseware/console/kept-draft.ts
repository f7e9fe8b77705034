/** What is being written is kept in this browser: a closed page, a crash or a lost session loses nothing. */
import type { DraftBlock } from './micro-blocks.ts'
import type { FileFacts } from './upload-facts.ts'

export interface MicroDraft {
  readonly title: string
  readonly blocks: readonly DraftBlock[]
  readonly facts: FileFacts
  /** The row's version that it was read with. */
  readonly version: number
}

const keyOf = (staffId: string, id: string) => `kaopei.microCourse.${staffId}.${id}`

export function keepDraft(staffId: string, id: string, draft: MicroDraft): void {
  try {
    window.localStorage.setItem(keyOf(staffId, id), JSON.stringify(draft))
  } catch {
    // A full or closed store: writing goes on without it, and leaving the page asks.
  }
}

export function forgetDraft(staffId: string, id: string): void {
  window.localStorage.removeItem(keyOf(staffId, id))
}

/** What was kept, also when somebody else has saved since: whoever wrote it decides. Undefined: nothing. */
export function keptDraft(staffId: string, id: string): MicroDraft | undefined {
  const text = window.localStorage.getItem(keyOf(staffId, id))
  if (text === null) return undefined
  try {
    const draft: unknown = JSON.parse(text)
    return isDraft(draft) ? draft : undefined
  } catch {
    return undefined
  }
}

function isDraft(value: unknown): value is MicroDraft {
  if (typeof value !== 'object' || value === null) return false
  return 'title' in value && 'blocks' in value && Array.isArray(value.blocks) && 'facts' in value && 'version' in value
}
