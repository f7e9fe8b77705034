import type { QuestionContent } from '../../../contract/content.ts'

type Change = (html: string, path: string) => string

/** The same content with each piece of rich text changed; plain texts (blanks, key points, code) stay as they are. */
export function mapHtml(content: QuestionContent, change: Change): QuestionContent {
  const shared = { stem: change(content.stem, 'stem'), analysis: change(content.analysis, 'analysis') }
  switch (content.type) {
    case 1:
    case 2:
      return { ...content, ...shared, options: content.options.map((option, index) => changed(option, index, change)) }
    case 3: {
      const [right, wrong] = content.options
      return { ...content, ...shared, options: [changed(right, 0, change), changed(wrong, 1, change)] }
    }
    case 6:
      return { ...content, ...shared, referenceAnswer: change(content.referenceAnswer, 'referenceAnswer') }
    case 7:
      return { ...content, ...shared, options: content.options.map((option, index) => changed(option, index, change)) }
    case 4:
    case 5:
      return { ...content, ...shared }
  }
}

function changed<Option extends { html: string }>(option: Option, index: number, change: Change): Option {
  return { ...option, html: change(option.html, `options.${index}.html`) }
}
