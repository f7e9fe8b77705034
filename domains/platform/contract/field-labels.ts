import type { LogWords } from '@kaopei/contract'

/**
 * `settings.passScore` is read as settings.及格分: only the last step is a word for people. A field for which no room has a word is shown as it is called.
 */
export function fieldLabel(field: string, words: LogWords): string {
  const steps = field.split('.')
  const last = steps.at(-1) ?? ''
  return [...steps.slice(0, -1), words[last] ?? last].filter(Boolean).join('.') || '内容'
}
