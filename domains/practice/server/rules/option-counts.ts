import type { QuestionContent } from '@kaopei/question/contract/content'

interface OptionCount {
  /** Empty: how many answered. */
  readonly optionId: string
  readonly count: number
}

/** How often each option of a choice question was taken, in the order in which authors write them; of other types no options. */
export function optionCounts(content: QuestionContent, counts: readonly OptionCount[], textOf: (html: string) => string) {
  const by = new Map(counts.map(({ optionId, count }) => [optionId, count]))
  const answerCount = by.get('') ?? 0
  if (content.type !== 1 && content.type !== 2 && content.type !== 3) return { answerCount, options: [] }
  const correct: readonly (string | null)[] = content.type === 2 ? content.correct : [content.correct]
  const options = content.options.map(({ id, html }, index) => {
    const count = by.get(id) ?? 0
    const percent = answerCount === 0 ? 0 : Math.round((100 * count) / answerCount)
    const letter = String.fromCharCode(65 + index)
    return { optionId: id, letter, text: textOf(html), isCorrect: correct.includes(id), count, percent }
  })
  return { answerCount, options }
}
