/** Every piece of rich text of a question goes through here before it is written. */
import { MarkupBudget, TooComplexMarkup } from '@kaopei/server'
import { longestHtml, type QuestionContent } from '../../../contract/content.ts'
import type { QuestionFault } from './check-question.ts'
import { cleanHtml, type KeepPicture } from './clean-html.ts'
import { mapHtml } from './map-html.ts'

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
