/** Whether two questions say the same. */
import { createHash } from 'node:crypto'
import type { QuestionContent } from '../../contract/content.ts'
import { chineseNormalisation } from '../../contract/scoring-rule.ts'
import { plainText } from './content/plain-text.ts'
import { normaliseText } from './scoring/normalise-text.ts'

const switches = { ...chineseNormalisation, traditionalToSimplified: true }

/**
 * Hex of 16 bytes by which questions that may say the same are found: equal for questions of one type with the same words in stem and
 * options, in any order of options and whatever spaces, marks, width, case and formatting. It is kept with the question and leaves out more
 * than it should (`5!` and `5` are found together): `sameWords` says whether what was found is the same.
 */
export function questionFingerprint(content: QuestionContent): string {
  const parts = [String(content.type), unmarked(content.stem), ...optionHtmls(content).map(unmarked).sort()]
  return createHash('sha256').update(parts.join('\u0000')).digest('hex').slice(0, 32)
}

/** Equal for questions that say the same, in any order of options. The key does not take part: another key is a conflict to be seen. */
export function sameWords(content: QuestionContent): string {
  return [String(content.type), comparableWords(content.stem), ...optionHtmls(content).map(comparableWords).sort()].join('\u0000')
}

function optionHtmls(content: QuestionContent): string[] {
  return content.type === 1 || content.type === 2 || content.type === 7 ? content.options.map(({ html }) => html) : []
}

function plainWords(html: string): string {
  return normaliseText(plainText(html.replace(/\{\{[A-Za-z0-9_-]{1,40}\}\}/g, '□')), switches)
}

function unmarked(html: string): string {
  return comparableWords(html).replace(/[,.;:!?"'()_·…~](?![0-9a-z])/g, '')
}

const prose = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}□]'
const beforeProse = `(?=$|${prose})`
const behindProse = `(?<=^|${prose})`
const withoutMeaning: readonly RegExp[] = [
  /\(\)|\[\]|_{2,}|…/gu,
  new RegExp(`[,;:?]+${beforeProse}`, 'gu'),
  new RegExp(`${behindProse}[,;:?]+`, 'gu'),
  new RegExp(`\\.+${beforeProse}|${behindProse}\\.+(?!\\d)`, 'gu'),
  new RegExp(`${behindProse}[!"'~·()]+${beforeProse}`, 'gu'),
  /(?<!\d)"/gu,
]

/**
 * The words of a piece of rich text as they are compared. Marks between words of prose carry no meaning; beside letters, digits and signs
 * they may: `f'(x)`, `5!`, `¬p` written `~p`, `1:2` and `(a, b)` stay what they are.
 */
export function comparableWords(html: string): string {
  return withoutMeaning.reduce((words, marks) => words.replace(marks, ''), plainWords(html))
}
