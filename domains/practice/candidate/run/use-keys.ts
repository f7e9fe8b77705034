import { answerByKey, isTyping } from '@kaopei/question/candidate'
import type { Answer } from '@kaopei/question/contract/answer'
import type { CandidateView } from '@kaopei/question/contract/candidate-view'
import { useEffect } from 'react'

interface Keys {
  readonly isActive: boolean
  readonly view: CandidateView | undefined
  readonly answer: Answer | null
  readonly isTaking: boolean
  readonly onAnswer: (answer: Answer) => void
  /** Answers or leads on; absent where there is nothing to do yet. */
  readonly onEnter: (() => void) | undefined
  readonly onMove: (step: -1 | 1) => void
}

/** 1–9 and letters choose, Enter answers and leads on, ← → turn the page. */
export function usePracticeKeys(keys: Keys): void {
  // Keys reach the window whatever has the focus; there is no element to listen on.
  useEffect(() => {
    if (!keys.isActive) return
    const press = (event: KeyboardEvent) => {
      if (event.metaKey || event.altKey || event.isComposing || document.querySelector('dialog[open]')) return
      if (act(event, keys)) event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
}

/** True when the key meant something here. */
function act(event: KeyboardEvent, { view, answer, isTaking, onAnswer, onEnter, onMove }: Keys): boolean {
  const { key, target, ctrlKey } = event
  if (key === 'Enter') {
    // A text of several lines takes it as a new line, a button as a click.
    const isOwn = target instanceof HTMLTextAreaElement ? !ctrlKey : isClicked(target)
    if (isOwn || !onEnter) return false
    onEnter()
    return true
  }
  if (ctrlKey || isTyping(target)) return false
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    // Within options the arrows choose.
    if (target instanceof HTMLInputElement) return false
    onMove(key === 'ArrowLeft' ? -1 : 1)
    return true
  }
  const chosen = view && isTaking ? answerByKey(view, answer, key) : undefined
  if (chosen) onAnswer(chosen)
  return chosen !== undefined
}

function isClicked(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, a, select, summary') !== null
}
