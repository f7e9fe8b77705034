/**
 * Options that speak of others by letter or place (`B和C都对`, `A、B`, `以上都对`, `前两项`) are wrong as soon as options change places. Such options, or
 * all of them, keep their place wherever options are shuffled, whether the author has locked them or not; the editor says so.
 */
import type { ContentOf } from './question-content.ts'
import { staysLast } from './stays-last.ts'

type Choice = Pick<ContentOf<1> | ContentOf<2>, 'stem' | 'options'>

const letter = '[A-Z]'
const join = '(?:\\s*(?:[、,，;；/＋+&和与及或]|以及)\\s*)'
const byLetter: readonly RegExp[] = [
  new RegExp(`(?:选项|答案)\\s*[“"']?(${letter})(?![A-Za-z])`),
  new RegExp(`(?<![A-Za-z])(${letter})\\s*[”"']?\\s*(?:选项|项)`),
  new RegExp(`^(?:仅|只有|只|除|除了)?\\s*(${letter})(?:${join}${letter})+(?![A-Za-z])`),
  new RegExp(`^(?:仅|只有|只|除了?)\\s*(${letter})(?![A-Za-z])`),
  new RegExp(`^(${letter}+)\\s*(?:都|均|全|皆|不)?(?:对|错|正确|错误)`),
]
const byPlace =
  /(?:前|后)[两二三四五]\s*(?:项|个|者|种)|第[一二三四五六]\s*(?:项|个选项)|(?:^|[，,；;。、])(?:以上|上述|前述)(?:[各两二三四几]*(?:项|个|种|者)|选项|答案|说法)/
const letterOfStem: readonly RegExp[] = byLetter.slice(0, 2)

/** Ids of the options that must keep their place; empty when all may move. */
export function keptInPlace({ stem, options }: Choice): string[] {
  const texts = options.map(({ html }) => wordsOf(html))
  const isOption = (found: string | undefined) =>
    found !== undefined && [...found].every((one) => one.charCodeAt(0) - 65 < options.length)
  const named = (text: string, patterns: readonly RegExp[]) => patterns.some((pattern) => isOption(pattern.exec(text)?.[1]))
  const last = texts.length - 1
  const isOfAll =
    named(wordsOf(stem), letterOfStem) ||
    texts.some(
      (text, at) =>
        named(text, byLetter) || (at < last && staysLast(text)) || (byPlace.test(text) && !(at === last && staysLast(text))),
    )
  if (isOfAll) return options.map(({ id }) => id)
  return options.flatMap(({ id }, at) => (at === last && staysLast(texts[at] ?? '') ? [id] : []))
}

function wordsOf(html: string): string {
  return html
    .replace(/<[^<>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/[Ａ-Ｚ]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .trim()
}
