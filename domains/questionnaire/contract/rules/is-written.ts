import type { Element } from '../definition.ts'

/** Its answers are read one by one and not counted: texts, dates, and what is written beside an option. */
export function isWritten(element: Element): boolean {
  if (element.kind === 'text' || element.kind === 'date') return true
  return 'options' in element && element.options.some(({ takesText }) => takesText)
}
