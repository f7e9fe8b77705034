/** Earlier answers in later texts: `{{id}}` of a question stands for what was answered, as words. */
import type { Answer, Answers } from '../answers.ts'
import type { Definition, Element } from '../definition.ts'
import { compiled } from './compiled.ts'
import { isChoice, isFiles, isMatrix, isRanking } from './values.ts'

const pipe = /\{\{([0-9A-Za-z_-]{1,40})\}\}/g

/** The ids of questions that a text names. */
export function pipedIn(text: string): string[] {
  return [...text.matchAll(pipe)].flatMap(([, id]) => (id === undefined ? [] : [id]))
}

/** Plain text: whoever shows it must not read it as markup. `kept` is what `visibleIn` kept; what was not answered stands as ……. */
export function pipedText(text: string, definition: Definition, kept: Answers): string {
  if (!text.includes('{{')) return text
  const { elements } = compiled(definition)
  return text.replace(pipe, (_, id: string) => {
    const [element, given] = [elements.get(id), Object.hasOwn(kept, id) ? kept[id] : undefined]
    return element && given !== undefined ? wordsOf(element, given) : '……'
  })
}

/** An answer as words, for texts, sheets and exports. */
export function wordsOf(element: Element, answer: Answer): string {
  if (typeof answer === 'string') return answer
  if (typeof answer === 'number') return element.kind === 'number' ? `${answer}${element.unit}` : String(answer)
  if (typeof answer === 'boolean') return answer ? '已同意' : ''
  if (isFiles(answer)) return answer.files.map(({ name }) => name).join('、')
  const options = 'options' in element ? element.options : []
  const textOf = (id: string) => options.find((option) => option.id === id)?.text ?? ''
  if (isRanking(answer)) return answer.order.map(textOf).join(' > ')
  if (isChoice(answer))
    return answer.choices.map((id) => [textOf(id), answer.texts?.[id]].filter((part) => part).join('：')).join('、')
  return isMatrix(answer) ? matrixWords(element, answer.rows) : ''
}

function matrixWords(element: Element, given: Readonly<Record<string, readonly string[] | number>>): string {
  if (!('rows' in element)) return ''
  return element.rows
    .flatMap(({ id, text }) => (given[id] === undefined ? [] : [`${text}：${rowWords(element, given[id])}`]))
    .join('；')
}

/** What stands in one row of a matrix, as words. */
export function rowWords(element: Element, given: readonly string[] | number | undefined): string {
  if (given === undefined) return ''
  if (typeof given === 'number') return String(given)
  const columns = 'columns' in element ? element.columns : []
  return columns.flatMap(({ id, text }) => (given.includes(id) ? [text] : [])).join('、')
}
