import { useSession } from '@kaopei/web/client'
import { useEffect, useMemo, useReducer, useState } from 'react'
import type { Definition, Element, Page } from '../../contract/definition.ts'
import {
  addedElement,
  addedPage,
  changedElement,
  changedPage,
  copiedElement,
  placedElement,
  steppedElement,
  steppedPage,
  withoutElement,
  withoutPage,
} from './definition-moves.ts'
import { type Change, changed, type Edited, editedFrom, redone, undone } from './edited.ts'
import { forgetDraft, keepDraft, keptDraft, markOf } from './kept-draft.ts'
import { newId } from './new-element.ts'

/** What can be done while writing; the same object for as long as the editor is open. */
export interface Editing {
  readonly open: (id: string | undefined) => void
  readonly undo: () => void
  readonly redo: () => void
  readonly change: (change: Change['change'], mark?: string) => void
  readonly changeElement: (id: string, change: (element: Element) => Element, mark?: string) => void
  readonly changePage: (id: string, part: Partial<Omit<Page, 'id'>>, mark?: string) => void
  readonly add: (element: Element, at: { readonly pageId?: string | undefined; readonly afterId?: string | undefined }) => void
  readonly addPage: (afterId?: string) => void
  readonly copy: (id: string) => void
  readonly remove: (id: string) => void
  readonly removePage: (id: string) => void
  readonly step: (id: string, by: -1 | 1) => void
  readonly stepPage: (id: string, by: -1 | 1) => void
  /** Where that is is asked when it is moved: what was dragged may have been added a moment before. */
  readonly placeAt: (id: string, find: (now: Definition) => { pageId: string; beforeId: string | null } | undefined) => void
}

type Act =
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'open'; readonly id: string | undefined }
  | { readonly kind: 'undo' | 'redo' }
  | { readonly kind: 'restart'; readonly definition: Definition }

function next(edited: Edited, act: Act): Edited {
  switch (act.kind) {
    case 'change':
      return changed(edited, act.change)
    case 'open':
      return { ...edited, openId: act.id, mark: undefined }
    case 'undo':
      return undone(edited)
    case 'redo':
      return redone(edited)
    case 'restart':
      return editedFrom(act.definition)
  }
}

interface Saved {
  readonly version: number
  readonly definition: Definition
}

/** The definition as it is written, with what was kept of it in this browser. */
export function useEdited(id: string, first: Saved) {
  const staffId = useSession()?.staffId ?? ''
  const [saved, setSaved] = useState(first)
  const base = useMemo(() => markOf(saved.definition), [saved.definition])
  const [kept] = useState(() => keptDraft(staffId, id, base))
  const [wasKept, setWasKept] = useState(kept !== undefined)
  const [edited, dispatch] = useReducer(next, kept ?? first.definition, editedFrom)
  const editing = useMemo(() => editingWith(dispatch), [])
  const isChanged = edited.now !== saved.definition
  // The browser's store is outside of React; the screen is drawn before it is written to.
  useEffect(() => {
    if (isChanged) keepDraft(staffId, id, base, edited.now)
    else forgetDraft(staffId, id)
  }, [edited.now, isChanged, staffId, id, base])
  // The row's version also counts what is set elsewhere: where the questions are the same, the newer one is ours.
  const isSame = useMemo(() => markOf(first.definition) === base, [first.definition, base])
  return {
    edited,
    editing,
    saved,
    version: isSame ? Math.max(first.version, saved.version) : saved.version,
    isChanged,
    wasKept,
    /** The server has this now. */
    noteSaved: (now: Saved) => {
      setSaved(now)
      setWasKept(false)
    },
    giveUp: () => {
      setWasKept(false)
      dispatch({ kind: 'restart', definition: saved.definition })
    },
  }
}

function editingWith(dispatch: (act: Act) => void): Editing {
  const change = (wish: Change) => dispatch({ kind: 'change', change: wish })
  return {
    open: (id) => dispatch({ kind: 'open', id }),
    undo: () => dispatch({ kind: 'undo' }),
    redo: () => dispatch({ kind: 'redo' }),
    change: (by, mark) => change({ change: by, mark }),
    changeElement: (id, by, mark) => change({ change: (now) => changedElement(now, id, by), mark }),
    changePage: (id, part, mark) => change({ change: (now) => changedPage(now, id, part), mark }),
    add: (element, at) => change({ change: (now) => addedElement(now, element, at), opens: element.id }),
    addPage: (afterId) => {
      const id = newId()
      change({ change: (now) => addedPage(now, id, afterId), opens: id })
    },
    copy: (id) => {
      const copyId = newId()
      change({ change: (now) => copiedElement(now, id, copyId), opens: copyId })
    },
    remove: (id) => change({ change: (now) => withoutElement(now, id) }),
    removePage: (id) => change({ change: (now) => withoutPage(now, id) }),
    step: (id, by) => change({ change: (now) => steppedElement(now, id, by) }),
    stepPage: (id, by) => change({ change: (now) => steppedPage(now, id, by) }),
    placeAt: (id, find) =>
      change({
        change: (now) => {
          const to = find(now)
          return to ? placedElement(now, id, to) : now
        },
      }),
  }
}
