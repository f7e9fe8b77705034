import type { LogWords } from '@kaopei/contract'

/** `times.passScore` is read as 考试时间 · 及格分. A step for which no room has a word is shown as it is called. */
export function fieldLabel(field: string, words: LogWords): string {
  const steps = field.split('.').filter(Boolean)
  return steps.map((step) => words[step] ?? step).join(' · ') || '内容'
}
