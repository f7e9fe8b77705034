import { customType, longestAnswer } from '../../contract/own-fields.ts'

/** A field that the company has added to the roster. */
export interface OwnField {
  readonly id: string
  readonly name: string
  readonly customType: number
  readonly options: readonly string[]
}

/** A text, one option, or several. */
export type OwnValue = string | readonly string[]

export interface OwnAnswer {
  readonly field: OwnField
  readonly value: OwnValue
}

/** As one cell shows it. */
export function ownText(value: OwnValue | undefined): string {
  return typeof value === 'string' ? value : (value?.join('、') ?? '')
}

/** What a cell means for a field; nothing for an empty one. */
export function readOwnCell(field: OwnField, text: string): { answer?: OwnAnswer; problem?: string } {
  const { name, customType: type, options } = field
  if (text === '') return {}
  if (type === customType.text) {
    const isTooLong = text.length > longestAnswer
    return isTooLong ? { problem: `${name}不超过${longestAnswer}个字符` } : { answer: { field, value: text } }
  }
  if (type === customType.single) {
    const option = options.find((one) => one === text)
    return option === undefined
      ? { problem: `${name}没有选项“${text}”，${offer(options)}` }
      : { answer: { field, value: option } }
  }
  const chosen = splitOptions(text, options)
  const unknown = chosen.filter((one) => !options.includes(one))
  if (unknown.length > 0) return { problem: `${name}没有选项“${unknown.join('、')}”，${offer(options)}，多个选项用“、”分隔` }
  return { answer: { field, value: options.filter((option) => chosen.includes(option)) } }
}

const offer = (options: readonly string[]) => `可填写：${options.join('、')}`

const separator = /^\s*[、，,；;]\s*/

/** The options that a cell names, one behind another. An option may itself hold a separator, so the longest that fits is taken. */
function splitOptions(text: string, options: readonly string[]): string[] {
  const byLength = [...options].sort((left, right) => right.length - left.length)
  const chosen: string[] = []
  let rest = text
  while (rest !== '') {
    const option = byLength.find((one) => rest.startsWith(one) && (rest === one || separator.test(rest.slice(one.length))))
    const named = option ?? rest.split(/[、，,；;]/)[0] ?? rest
    if (named.trim() !== '') chosen.push(named.trim())
    rest = rest.slice(named.length).replace(separator, '')
  }
  return chosen
}
