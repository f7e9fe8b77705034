import type { ReactNode } from 'react'
import type { CandidateView, QuestionKey } from '../contract/candidate-view.ts'
import { lettersOf } from './answer-text.tsx'
import { InlineHtml, QuestionHtml } from './question-html.tsx'

/** What is right, in the letters of the order that the candidate saw. */
export function KeyText({ view, keyOfQuestion: key }: { view: CandidateView; keyOfQuestion: QuestionKey }): ReactNode {
  switch (key.type) {
    case 1:
    case 3:
      return lettersOf(view, key.correct === null ? [] : [key.correct])
    case 2:
      return lettersOf(view, key.correct)
    case 4:
      return (
        <ol className="answer-text">
          {key.blanks.map(({ id, alternatives }) => (
            <li key={id}>{alternatives.join(' / ')}</li>
          ))}
        </ol>
      )
    case 7: {
      const { correct } = key
      if (view.type !== 7) return null
      return (
        <ol className="answer-text">
          {view.gaps.map(({ id }) => (
            <li key={id}>
              <InlineHtml html={view.options.find((one) => one.id === correct[id])?.html ?? '-'} />
            </li>
          ))}
        </ol>
      )
    }
    case 5:
    case 6:
      return <QuestionHtml html={key.referenceAnswer} />
  }
}
