/** What is being written, with the way back: states of the definition before and after, and which part is open. */
import type { Definition } from '../../contract/definition.ts'

export interface Edited {
  readonly now: Definition
  readonly past: readonly Definition[]
  readonly future: readonly Definition[]
  /** The element or page whose settings are open. */
  readonly openId: string | undefined
  /** Of the last change: what is typed into one field is one step back. */
  readonly mark: string | undefined
}

export interface Change {
  readonly change: (definition: Definition) => Definition
  readonly mark?: string | undefined
  /** Opened with it: what was added or copied. */
  readonly opens?: string | undefined
}

const mostSteps = 100

export function editedFrom(now: Definition): Edited {
  return { now, past: [], future: [], openId: undefined, mark: undefined }
}

export function changed(edited: Edited, { change, mark, opens }: Change): Edited {
  const now = change(edited.now)
  const openId = opens ?? edited.openId
  if (now === edited.now) return openId === edited.openId ? edited : { ...edited, openId }
  const isSameField = mark !== undefined && mark === edited.mark
  const past = isSameField ? edited.past : [...edited.past, edited.now].slice(-mostSteps)
  return { now, past, future: [], openId, mark }
}

export function undone(edited: Edited): Edited {
  const before = edited.past.at(-1)
  if (!before) return edited
  return {
    ...edited,
    now: before,
    past: edited.past.slice(0, -1),
    future: [edited.now, ...edited.future],
    mark: undefined,
  }
}

export function redone(edited: Edited): Edited {
  const [next, ...future] = edited.future
  return next ? { ...edited, now: next, past: [...edited.past, edited.now], future, mark: undefined } : edited
}
