import type { QuestionContent } from '@kaopei/question/contract/content'

/** The stem with its places for answers shown as numbered gaps, in the order in which the question counts them. */
export function stemWithNumbers(content: QuestionContent): string {
  const ids = content.type === 4 ? content.blanks.map(({ id }) => id) : content.type === 7 ? content.gaps.map(({ id }) => id) : []
  return content.stem.replace(/\{\{([A-Za-z0-9_-]{1,40})\}\}/g, (whole, id: string) => {
    const at = ids.indexOf(id)
    return at < 0 ? whole : `<u>　（${at + 1}）　</u>`
  })
}
