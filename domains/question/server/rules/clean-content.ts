/** Every piece of rich text of a question goes through here before it is written. */
import type { QuestionContent } from '../../contract/content.ts'
import type { QuestionFault } from './check-question.ts'
import { cleanHtml, type KeepPicture } from './clean-html.ts'

export function cleanContent(
  content: QuestionContent,
  keepPicture: KeepPicture,
): { content: QuestionContent; faults: QuestionFault[] } {
  const faults: QuestionFault[] = []
  const cleaned = mapHtml(content, (html, path) => {
    const { html: clean, refusedPictures } = cleanHtml(html, keepPicture)
    if (refusedPictures > 0) faults.push({ path, message: '图片请通过编辑器上传，不能引用其他网站的图片或直接粘贴图片数据' })
    return clean
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
