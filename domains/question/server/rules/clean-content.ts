/** Every piece of rich text of a question goes through here before it is written. */
import { MarkupBudget, TooComplexMarkup } from '@kaopei/server'
import { longestHtml, type QuestionContent } from '../../contract/content.ts'
import type { QuestionFault } from './check-question.ts'
import { cleanHtml, type KeepPicture } from './clean-html.ts'

/** Marks of markup in all texts of a question together. */
const mostMarks = 40_000

export function cleanContent(
  content: QuestionContent,
  keepPicture: KeepPicture,
): { content: QuestionContent; faults: QuestionFault[] } {
  const faults: QuestionFault[] = []
  const budget = new MarkupBudget(mostMarks)
  const cleaned = mapHtml(content, (html, path) => {
    try {
      const { html: clean, refusedPictures } = cleanHtml(html, keepPicture, budget)
      if (refusedPictures > 0) faults.push({ path, message: '图片请通过编辑器上传，不能引用其他网站的图片或直接粘贴图片数据' })
      // Marks grow when they are written as entities; what is longer than may be kept could never be read again.
      if (clean.length > longestHtml) faults.push({ path, message: `内容过长，请控制在 ${longestHtml} 个字符以内` })
      return clean
    } catch (error) {
      if (!(error instanceof TooComplexMarkup)) throw error
      faults.push({ path, message: error.message })
      return ''
    }
  })
  return { content: cleaned, faults }
}

type Change = (html: string, path: string) => string

/** The same content with each piece of rich text changed; plain texts (blanks, key points, code) stay as they are. */
function mapHtml(content: QuestionContent, change: Change): QuestionContent {
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
