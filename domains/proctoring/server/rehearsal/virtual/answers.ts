/** Something to answer: of the right form for the question, different from time to time, and not meant to be right. */
import type { Answer } from '@kaopei/question/contract/answer'
import type { CandidateView } from '@kaopei/question/contract/candidate-view'

export function someAnswer(view: CandidateView, turn: number): Answer {
  switch (view.type) {
    case 1:
      return { type: 1, optionId: nth(view.options, turn)?.id ?? null }
    case 2:
      return { type: 2, optionIds: view.options.filter((_, index) => (index + turn) % 2 === 0).map(({ id }) => id) }
    case 3:
      return { type: 3, optionId: turn % 2 === 0 ? 'true' : 'false' }
    case 4:
      return { type: 4, texts: Object.fromEntries(view.blanks.map(({ id }) => [id, `演练作答 ${turn + 1}`])) }
    case 5:
      return { type: 5, language: view.languages[0] ?? '', source: `// 演练作答 ${turn + 1}` }
    case 6:
      return { type: 6, format: 'text', text: '演练作答，用于检验服务器能否承受。'.repeat(8 + (turn % 5)) }
    case 7:
      return { type: 7, choices: choicesOf(view, turn) }
  }
}

function choicesOf({ gaps, options }: Extract<CandidateView, { type: 7 }>, turn: number): Record<string, string> {
  const chosen = gaps.flatMap(({ id }, index) => {
    const option = options[index < options.length ? (index + turn) % options.length : -1]
    return option ? [[id, option.id] as const] : []
  })
  return Object.fromEntries(chosen)
}

function nth<T>(list: readonly T[], turn: number): T | undefined {
  return list[turn % Math.max(1, list.length)]
}
