/** Answering by keyboard: 1–9 and letters choose an option. */
import type { Answer } from '../contract/answer.ts'
import type { CandidateView } from '../contract/candidate-view.ts'
import { toggled } from './question-inputs.tsx'

/** The answer after this key; undefined where it stands for no option of the question. */
export function answerByKey(view: CandidateView, answer: Answer | null, key: string): Answer | undefined {
  if (view.type !== 1 && view.type !== 2 && view.type !== 3) return undefined
  const option = view.options[optionIndex(key)]
  return option && toggled(view, answer, option.id)
}

function optionIndex(key: string): number {
  if (/^[1-9]$/.test(key)) return Number(key) - 1
  return /^[a-z]$/i.test(key) ? key.toLowerCase().charCodeAt(0) - 97 : -1
}

/** Do keys mean text here? */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return target.type !== 'radio' && target.type !== 'checkbox'
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
