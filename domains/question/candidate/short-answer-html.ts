/** A short answer is plain text until it has pictures; then it is a document of paragraphs and pictures, and back again for the text field. */
import type { Answer } from '../contract/answer.ts'

export interface ShortAnswer {
  readonly text: string
  /** Addresses, in their order. */
  readonly pictures: readonly string[]
}

export function shortAnswerOf(answer: Answer | null): ShortAnswer {
  if (answer?.type !== 6) return { text: '', pictures: [] }
  if (answer.format === 'text') return { text: answer.text, pictures: [] }
  const { body } = new DOMParser().parseFromString(answer.text, 'text/html')
  const pictures = [...body.querySelectorAll('img')].map((image) => image.getAttribute('src') ?? '').filter((src) => src !== '')
  const lines = [...body.children].filter((block) => block.querySelector('img') === null).map(({ textContent }) => textContent)
  return { text: lines.join('\n').replaceAll('\u00A0', ' '), pictures }
}

export function answerOfShort({ text, pictures }: ShortAnswer): Answer {
  if (pictures.length === 0) return { type: 6, format: 'text', text }
  const lines = text.split('\n').map((line) => `<p>${escaped(line).replace(/^ | (?= )/g, '\u00A0')}</p>`)
  const images = pictures.map((src, index) => `<p><img src="${escaped(src)}" alt="作答图片 ${index + 1}"></p>`)
  return { type: 6, format: 'html', text: [...lines, ...images].join('') }
}

/** Addresses expire and are made anew: two of one file name the same picture. */
export function withoutExpiry(text: string): string {
  return text.replace(/\/files\/([0-9a-f]{64})[0-9a-z]{6,9}-[\w-]{43}(?:\.[\w-]*)?/g, '/files/$1')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
