import { memo, type ReactNode } from 'react'
import type { Answer } from '../contract/answer.ts'
import type { CandidateView } from '../contract/candidate-view.ts'
import { InlineHtml, QuestionHtml, StemWithParts } from './question-html.tsx'
import { type PicturesOfAnswer, ShortAnswerInput } from './short-answer-input.tsx'

export interface QuestionProps {
  readonly number: number
  readonly view: CandidateView
  readonly answer: Answer | null
  readonly isLocked: boolean
  readonly onAnswer: (answer: Answer, isTyping: boolean) => void
  /** Of short answers. */
  readonly pictures?: PicturesOfAnswer | undefined
}

export const letterOf = (index: number) => String.fromCharCode(65 + index)
const plain = (html: string) => html.replace(/<[^>]*>/g, '').trim()

/** Stem and fields of one question. */
export const QuestionInputs = memo(function QuestionInputs(props: QuestionProps): ReactNode {
  const { view } = props
  switch (view.type) {
    case 1:
    case 2:
    case 3:
      return <Choices {...props} view={view} />
    case 4:
      return <Blanks {...props} view={view} />
    case 6:
      return <ShortAnswerInput {...props} stem={view.stem} />
    case 7:
      return <Dropdowns {...props} view={view} />
    case 5:
      return (
        <>
          <QuestionHtml html={view.stem} />
          <p className="note">本场考试暂不支持编程题作答。</p>
        </>
      )
  }
})

type Of<T extends CandidateView['type']> = Omit<QuestionProps, 'view'> & { readonly view: Extract<CandidateView, { type: T }> }

export function chosenIds(answer: Answer | null): readonly string[] {
  if (answer === null) return []
  if (answer.type === 2) return answer.optionIds
  return (answer.type === 1 || answer.type === 3) && answer.optionId !== null ? [answer.optionId] : []
}

/** The answer after a click on an option: several may be ticked in type 2, elsewhere the click moves the choice. */
export function toggled(view: Extract<CandidateView, { type: 1 | 2 | 3 }>, answer: Answer | null, optionId: string): Answer {
  if (view.type === 2) {
    const before = chosenIds(answer)
    const after = before.includes(optionId) ? before.filter((id) => id !== optionId) : [...before, optionId]
    return { type: 2, optionIds: view.options.map(({ id }) => id).filter((id) => after.includes(id)) }
  }
  if (view.type === 3) return { type: 3, optionId: optionId === 'true' ? 'true' : 'false' }
  return { type: 1, optionId }
}

function Choices({ number, view, answer, isLocked, onAnswer }: Of<1 | 2 | 3>): ReactNode {
  const chosen = chosenIds(answer)
  const isMultiple = view.type === 2
  return (
    <fieldset className="choices" disabled={isLocked} aria-label={`第 ${number} 题选项`}>
      <QuestionHtml html={view.stem} />
      {isMultiple && <p className="note">可选择多个选项</p>}
      <ul>
        {view.options.map(({ id, html }, index) => (
          <li key={id}>
            <label className={chosen.includes(id) ? 'choice chosen' : 'choice'}>
              <input
                type={isMultiple ? 'checkbox' : 'radio'}
                name={`question-${number}`}
                checked={chosen.includes(id)}
                onChange={() => onAnswer(toggled(view, answer, id), false)}
              />
              <span className="letter" aria-hidden="true">
                {letterOf(index)}
              </span>
              <InlineHtml html={html} />
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function Blanks({ number, view, answer, isLocked, onAnswer }: Of<4>): ReactNode {
  const texts = answer?.type === 4 ? answer.texts : {}
  const ids = view.blanks.map(({ id }) => id)
  return (
    <StemWithParts
      html={view.stem}
      partIds={ids}
      field={(id, place) => (
        <input
          className="blank"
          type="text"
          aria-label={`第 ${number} 题第 ${place} 空`}
          placeholder={`第 ${place} 空`}
          autoComplete="off"
          maxLength={2000}
          disabled={isLocked}
          value={texts[id] ?? ''}
          onChange={(event) => onAnswer({ type: 4, texts: { ...texts, [id]: event.target.value } }, true)}
        />
      )}
    />
  )
}

function Dropdowns({ number, view, answer, isLocked, onAnswer }: Of<7>): ReactNode {
  const choices = answer?.type === 7 ? answer.choices : {}
  const taken = new Set(Object.values(choices))
  const choose = (gap: string, option: string) => {
    const { [gap]: _before, ...others } = choices
    onAnswer({ type: 7, choices: option === '' ? others : { ...others, [gap]: option } }, false)
  }
  return (
    <StemWithParts
      html={view.stem}
      partIds={view.gaps.map(({ id }) => id)}
      field={(id, place) => (
        <select
          className="gap"
          aria-label={`第 ${number} 题第 ${place} 空`}
          disabled={isLocked}
          value={choices[id] ?? ''}
          onChange={(event) => choose(id, event.target.value)}
        >
          <option value="">请选择</option>
          {view.options.map((option) => (
            <option
              key={option.id}
              value={option.id}
              disabled={view.singleUse && taken.has(option.id) && choices[id] !== option.id}
            >
              {plain(option.html)}
            </option>
          ))}
        </select>
      )}
    />
  )
}
