import type { ReactNode } from 'react'
import type { Answer } from '../contract/answer.ts'
import { isBlank } from '../contract/answer.ts'
import type { CandidateView } from '../contract/candidate-view.ts'
import { InlineHtml, QuestionHtml } from './question-html.tsx'
import { chosenIds, letterOf } from './question-inputs.tsx'

/** An answer to be read, in the letters of the order that the candidate saw. */
export function AnswerText({ view, answer }: { view: CandidateView; answer: Answer | null }): ReactNode {
  if (answer === null || isBlank(answer)) return <p className="answer-text none">未作答</p>
  if (answer.type === 6 && answer.format === 'html') return <QuestionHtml html={answer.text} />
  if (answer.type === 6) return <p className="answer-text essay-text">{answer.text}</p>
  if (answer.type === 4 && view.type === 4) {
    return (
      <ol className="answer-text">
        {view.blanks.map(({ id }) => (
          <li key={id}>{answer.texts[id] || '（空）'}</li>
        ))}
      </ol>
    )
  }
  if (answer.type === 7 && view.type === 7) {
    return (
      <ol className="answer-text">
        {view.gaps.map(({ id }) => {
          const option = view.options.find((one) => one.id === answer.choices[id])
          return <li key={id}>{option ? <InlineHtml html={option.html} /> : '（空）'}</li>
        })}
      </ol>
    )
  }
  return <p className="answer-text">{lettersOf(view, chosenIds(answer))}</p>
}

/** A、C */
export function lettersOf(view: CandidateView, ids: readonly string[]): string {
  if (view.type !== 1 && view.type !== 2 && view.type !== 3) return ''
  const letters = view.options.flatMap(({ id }, index) => (ids.includes(id) ? [letterOf(index)] : []))
  return letters.length === 0 ? '-' : letters.join('、')
}
