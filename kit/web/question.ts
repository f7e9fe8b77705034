import { type ConfirmWords, confirmAction } from './notify.tsx'

/** What is asked before something is done: text, or title, content and how dangerous it is; a function where the words must be asked for first. */
export type Question = string | ConfirmWords | (() => Promise<ConfirmWords>)

export async function isSure(question: Question): Promise<boolean> {
  if (typeof question === 'string') return confirmAction({ content: question })
  return confirmAction(typeof question === 'function' ? await question() : question)
}
