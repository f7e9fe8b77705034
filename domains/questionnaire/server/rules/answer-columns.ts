/** The columns of an export: one for each question, each row of a matrix, each option that takes a text; coded ones one for each option of several. */
import type { Answers } from '../../contract/answers.ts'
import type { ChoiceElement, Definition, Element } from '../../contract/definition.ts'
import { rowWords, wordsOf } from '../../contract/rules/piping.ts'
import { isChoice, isMatrix, isRanking, placeIn } from '../../contract/rules/values.ts'

type Value = string | number | null

export interface AnswerColumn {
  readonly title: string
  readonly kind: 'text' | 'number'
  readonly value: (answers: Answers) => Value
}

export function answerColumns({ pages }: Definition, isCoded: boolean): AnswerColumn[] {
  const elements = pages.flatMap((page) => page.elements).filter(({ kind }) => kind !== 'note')
  return elements.flatMap((element, place) => {
    const title = `Q${place + 1} ${element.title}`
    return isCoded ? codedColumns(element, title) : wordColumns(element, title)
  })
}

const given = (answers: Answers, { id }: Element) => (Object.hasOwn(answers, id) ? answers[id] : undefined)

function wordColumns(element: Element, title: string): AnswerColumn[] {
  if ('rows' in element)
    return element.rows.map(({ id, text }) => ({
      ...{ title: `${title}：${text}`, kind: element.kind === 'matrixRating' ? 'number' : 'text' },
      value: (answers) => {
        const answer = given(answers, element)
        const inRow = answer === undefined ? undefined : placeIn(answer, id)
        return typeof inRow === 'number' ? inRow : rowWords(element, inRow)
      },
    }))
  if (element.kind === 'single' || element.kind === 'dropdown' || element.kind === 'multiple')
    return [choiceColumn(element, title)]
  const isNumber = numbers.has(element.kind)
  return [
    {
      ...{ title, kind: isNumber ? 'number' : 'text' },
      value: (answers) => {
        const answer = given(answers, element)
        if (answer === undefined) return null
        return typeof answer === 'number' ? answer : wordsOf(element, answer)
      },
    },
  ]
}

/** Most of an export are choices: their words are looked up, not searched for. */
function choiceColumn(element: ChoiceElement, title: string): AnswerColumn {
  const words = new Map(element.options.map(({ id, text }) => [id, text]))
  const value = (answers: Answers): Value => {
    const answer = given(answers, element)
    if (answer === undefined || !isChoice(answer)) return null
    const [only] = answer.choices
    if (answer.choices.length === 1 && !answer.texts) return words.get(only ?? '') ?? null
    return wordsOf(element, answer)
  }
  return { title, kind: 'text', value }
}

const numbers: ReadonlySet<Element['kind']> = new Set(['number', 'rating', 'nps', 'slider'])

/** Options and columns are numbered from 1 as they stand; of several choices each has a column with 1 or 0. */
function codedColumns(element: Element, title: string): AnswerColumn[] {
  switch (element.kind) {
    case 'single':
    case 'dropdown':
      return [
        codeColumn(title, (answers) => codeOf(element.options, chosenBy(answers, element)[0])),
        ...textColumns(element, title),
      ]
    case 'multiple':
      return [
        ...element.options.map(({ id, text }) => codeColumn(`${title}：${text}`, (answers) => flagOf(answers, element, id))),
        ...textColumns(element, title),
      ]
    case 'ranking':
      return element.options.map(({ id, text }) => codeColumn(`${title}：${text}`, (answers) => placeOf(answers, element, id)))
    case 'matrixSingle':
      return element.rows.map(({ id, text }) =>
        codeColumn(`${title}：${text}`, (answers) => codeOf(element.columns, rowOf(answers, element, id)?.[0])),
      )
    case 'matrixMultiple':
      return element.rows.flatMap(({ id, text }) =>
        element.columns.map((column) =>
          codeColumn(`${title}：${text}：${column.text}`, (answers) => {
            const inRow = rowOf(answers, element, id)
            return inRow === undefined ? null : Number(inRow.includes(column.id))
          }),
        ),
      )
    case 'consent':
      return [codeColumn(title, (answers) => Number(given(answers, element) === true))]
    default:
      return wordColumns(element, title)
  }
}

const codeColumn = (title: string, value: AnswerColumn['value']): AnswerColumn => ({ title, kind: 'number', value })

function chosenBy(answers: Answers, element: Element): readonly string[] {
  const answer = given(answers, element)
  return answer !== undefined && isChoice(answer) ? answer.choices : []
}

function codeOf(parts: readonly { readonly id: string }[], key: string | undefined): number | null {
  const place = parts.findIndex(({ id }) => id === key)
  return place < 0 ? null : place + 1
}

function flagOf(answers: Answers, element: Element, key: string): number | null {
  return given(answers, element) === undefined ? null : Number(chosenBy(answers, element).includes(key))
}

function placeOf(answers: Answers, element: Element, key: string): number | null {
  const answer = given(answers, element)
  const place = answer !== undefined && isRanking(answer) ? answer.order.indexOf(key) : -1
  return place < 0 ? null : place + 1
}

function rowOf(answers: Answers, element: Element, row: string): readonly string[] | undefined {
  const answer = given(answers, element)
  const inRow = answer !== undefined && isMatrix(answer) ? placeIn(answer, row) : undefined
  return typeof inRow === 'object' ? inRow : undefined
}

function textColumns(element: Element, title: string): AnswerColumn[] {
  if (!('options' in element)) return []
  return element.options.flatMap(({ id, text, takesText }): AnswerColumn[] => {
    if (!takesText) return []
    const value = (answers: Answers) => {
      const answer = given(answers, element)
      return answer !== undefined && isChoice(answer) ? (answer.texts?.[id] ?? null) : null
    }
    return [{ title: `${title}：${text}（内容）`, kind: 'text', value }]
  })
}
