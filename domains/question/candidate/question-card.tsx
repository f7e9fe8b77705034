import type { ReactNode } from 'react'
import { type Answer, blankAnswer, isBlank } from '../contract/answer.ts'
import type { CandidateView } from '../contract/candidate-view.ts'
import { questionTypeLabels } from '../contract/question-type.ts'
import { QuestionInputs } from './question-inputs.tsx'
import type { PicturesOfAnswer } from './short-answer-input.tsx'

export interface QuestionCardProps {
  /** From 1, as the candidate counts. */
  readonly number: number
  readonly view: CandidateView
  readonly points: number
  readonly answer: Answer | null
  readonly isLocked: boolean
  readonly onAnswer: (answer: Answer, isTyping: boolean) => void
  /** Absent where questions are not marked for later. */
  readonly flag?: { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void }
  readonly pictures?: PicturesOfAnswer | undefined
  /** Stands where the fields would be, which then take nothing: an answer that has to be decided first. */
  readonly instead?: ReactNode
  /** What became of the answer. */
  readonly children?: ReactNode
}

/** One question with its flag and its fields. */
export function QuestionCard(props: QuestionCardProps): ReactNode {
  const { number, view, points, answer, isLocked, onAnswer, flag, pictures, instead, children } = props
  const mayClear = answer !== null && !isBlank(answer) && !isLocked && !instead
  return (
    <article className="question" id={`question-${number}`} aria-label={`第 ${number} 题`}>
      <header>
        <h2>
          <span className="number">{number}</span>
          {questionTypeLabels[view.type]}
          <span className="points">{points} 分</span>
        </h2>
        <button type="button" className="plain" disabled={!mayClear} onClick={() => onAnswer(blankAnswer(view.type), false)}>
          清除
        </button>
        {flag && (
          <button
            type="button"
            className={flag.isOn ? 'flag on' : 'flag'}
            aria-pressed={flag.isOn}
            disabled={isLocked}
            onClick={() => flag.onChange(!flag.isOn)}
          >
            {flag.isOn ? '已标记' : '标记'}
          </button>
        )}
      </header>
      {instead ?? (
        <QuestionInputs
          number={number}
          view={view}
          answer={answer}
          isLocked={isLocked}
          onAnswer={onAnswer}
          pictures={view.type === 6 ? pictures : undefined}
        />
      )}
      {children}
    </article>
  )
}
