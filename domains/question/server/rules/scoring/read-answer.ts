/** The answers of an import's cells, in the many ways people write them. A string as result says what is wrong. */
import type { BlankAlternative, QuestionBlank } from '../../../contract/content.ts'

const letterAt = (index: number) => String.fromCharCode(65 + index)

/** `A`, `ABD`, `A,B`, `Ａ、Ｂ` or the words of an option → positions of options, in their order. */
export function readChoices(answer: string, options: readonly string[]): number[] | string {
  const exact = options.indexOf(answer.trim())
  const given = answer
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s,、;|/]+/g, '')
  if (given === '') return '正确答案不能为空'
  if (!/^[A-Z]+$/.test(given)) {
    return exact >= 0 ? [exact] : `正确答案“${shortened(answer)}”无法识别，请填写选项字母，例如 A 或 ABD`
  }
  const places = [...given].map((letter) => letter.charCodeAt(0) - 65)
  const beyond = places.find((place) => place >= options.length)
  if (beyond !== undefined && exact >= 0) return [exact]
  if (beyond !== undefined) return `正确答案 ${letterAt(beyond)} 不在选项中`
  if (new Set(places).size !== places.length) return `正确答案“${shortened(answer)}”中有重复的字母`
  return places.sort((a, b) => a - b)
}

const rightWords = new Set(['正确', '对', '是', '√', '✓', '✔', 't', 'true', 'y', 'yes', 'right', 'a', '1'])
const wrongWords = new Set(['错误', '错', '否', '不正确', '不对', '×', '✗', '✘', 'x', 'f', 'false', 'n', 'no', 'wrong', 'b', '0'])

export function readJudgement(answer: string): 'true' | 'false' | undefined {
  const given = answer
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[。.]$/, '')
  if (rightWords.has(given)) return 'true'
  return wrongWords.has(given) ? 'false' : undefined
}

/** Letters alone are no words of a judgement: only where nothing else says the type do they count as choices. */
export function looksLikeJudgement(answer: string): boolean {
  return !/^[abxtfyn01]$/i.test(answer.trim()) && readJudgement(answer) !== undefined
}

export type BlankAnswers = { blanks: QuestionBlank[]; unordered: boolean }

const unorderedMark = /^(?:不分顺序|无序)[:：]/

/**
 * One part for each blank, parted by `|||` or `；`; in a part `|` parts what counts as right. `数值:3.14±0.01` (or `±5%`) is a number with
 * its tolerance; `不分顺序:` in front lets the answers stand in any order.
 */
export function readBlanks(answer: string): BlankAnswers | string {
  const unordered = unorderedMark.test(answer.trim())
  const text = answer.trim().replace(unorderedMark, '')
  if (text.trim() === '') return '正确答案不能为空'
  const parts = text.includes('|||') ? text.split('|||') : text.split(/[;；]/)
  const blanks = parts.map((part, index) => readBlank(part, `b${index + 1}`))
  const empty = blanks.findIndex(({ alternatives }) => alternatives.length === 0)
  return empty < 0 ? { blanks, unordered } : `正确答案的第 ${empty + 1} 空为空`
}

/** Each expression starts where it can fail at once: a cell of spaces must not be read in every possible way. */
function readBlank(part: string, id: string): QuestionBlank {
  const words = part.trim()
  const mark = /^数值\s*[:：]/.exec(words)?.[0]
  const number = mark === undefined ? '' : words.slice(mark.length).trim()
  const [deviation, tolerance, isPercent] = /(?:±|\+-|\+\/-)\s*([\d.]+)\s*(%|％)?$/.exec(number) ?? []
  const value = number.slice(0, number.length - (deviation?.length ?? 0)).trim()
  if (value === '' || value.includes('±')) return { id, match: 'exact', alternatives: alternativesOf(part) }
  const alternatives = [{ text: value, weight: 1 }]
  const width = Number(tolerance ?? 0)
  if (tolerance === undefined || !Number.isFinite(width)) return { id, match: 'numeric', alternatives }
  const share = isPercent === undefined ? { absolute: width, relative: 0 } : { absolute: 0, relative: Math.min(1, width / 100) }
  return { id, match: 'numeric', alternatives, tolerance: share }
}

function alternativesOf(part: string): BlankAlternative[] {
  return part
    .split('|')
    .map((text) => ({ text: text.trim(), weight: 1 }))
    .filter(({ text }) => text !== '')
}

/** Answers of gaps: one letter for each, `A;C` or `AC`. */
export function readGaps(answer: string, optionCount: number): number[] | string {
  const given = answer
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s,、;|/]+/g, '')
  if (given === '') return '正确答案不能为空'
  if (!/^[A-Z]+$/.test(given)) return `正确答案“${shortened(answer)}”无法识别，请按空的顺序填写选项字母，例如 A;C`
  const places = [...given].map((letter) => letter.charCodeAt(0) - 65)
  const beyond = places.find((place) => place >= optionCount)
  return beyond === undefined ? places : `正确答案 ${letterAt(beyond)} 不在选项中`
}

export type ReadKeyPoint = { text: string; scoreShare: number }

/** Lines like `【40%】说明报警的步骤` are points for the marker; all lines together are the reference answer. */
export function readKeyPoints(answer: string): { keyPoints: ReadKeyPoint[]; reference: string } {
  const keyPoints: ReadKeyPoint[] = []
  const lines = answer.split(/\r\n?|\n/).map((line) => {
    const words = line.trim()
    const [mark = '', share = '0'] = /^(?:【|\[)\s*(\d{1,3}(?:\.\d{1,2})?)\s*[%％]\s*(?:】|\])/.exec(words) ?? []
    const text = words.slice(mark.length).trim()
    if (mark === '' || text === '') return line
    keyPoints.push({ text, scoreShare: Math.min(1, Number(share) / 100) })
    return text
  })
  return { keyPoints, reference: lines.join('\n').trim() }
}

export function shortened(text: string, most = 20): string {
  const characters = [...text.trim()]
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : characters.join('')
}
