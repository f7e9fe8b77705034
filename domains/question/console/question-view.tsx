import { CodeViewer, RichText } from '@kaopei/web'
import type { ReactNode } from 'react'
import type { Answer, QuestionContent, QuestionOption } from '../contract/content.ts'
import './question.css'

export interface QuestionViewProps {
  readonly content: QuestionContent
  /** The order a candidate saw; stored order unless given. */
  readonly optionOrder?: readonly string[]
  readonly answer?: Answer | null
  /** Right answer, key points and analysis: never where candidates may look. */
  readonly showKey?: boolean
}

/** One question as it reads: stem, options with letters, the given answer, and the key where it may be shown. */
export function QuestionView({ content, optionOrder = [], answer = null, showKey = false }: QuestionViewProps): ReactNode {
  return (
    <div className="kp-question">
      <RichText html={stemWithNumbers(content)} className="kp-question-stem" />
      <Body content={content} optionOrder={optionOrder} answer={answer} showKey={showKey} />
      {showKey && content.analysis !== '' && (
        <div className="kp-question-note">
          <b>解析</b>
          <RichText html={content.analysis} />
        </div>
      )}
    </div>
  )
}

function Body({ content, optionOrder = [], answer, showKey }: QuestionViewProps): ReactNode {
  switch (content.type) {
    case 1:
    case 3:
      return (
        <Options
          options={ordered(content.options, optionOrder)}
          chosen={answer?.type === 1 || answer?.type === 3 ? [answer.optionId ?? ''] : undefined}
          correct={showKey ? [content.correct ?? ''] : undefined}
        />
      )
    case 2:
      return (
        <Options
          options={ordered(content.options, optionOrder)}
          chosen={answer?.type === 2 ? answer.optionIds : undefined}
          correct={showKey ? content.correct : undefined}
        />
      )
    case 4:
      return (
        <Gaps
          rows={content.blanks.map((blank) => ({
            id: blank.id,
            given: answer?.type === 4 ? (answer.texts[blank.id] ?? '') : undefined,
            right: showKey ? blank.alternatives.map(({ text }) => text).join(' / ') || '人工评阅' : undefined,
          }))}
        />
      )
    case 7: {
      const textOf = (id: string | undefined) => content.options.find((option) => option.id === id)?.html ?? ''
      return (
        <Gaps
          rows={content.gaps.map((gap) => ({
            id: gap.id,
            given: answer?.type === 7 ? textOf(answer.choices[gap.id]) : undefined,
            right: showKey ? textOf(content.correct[gap.id]) : undefined,
          }))}
          choices={content.options.map(({ html }) => html)}
        />
      )
    }
    case 6:
      return <Written content={content} answer={answer ?? null} showKey={showKey ?? false} />
    case 5:
      return <Source content={content} answer={answer ?? null} showKey={showKey ?? false} />
  }
}

function Source({
  content,
  answer,
  showKey,
}: {
  readonly content: Extract<QuestionContent, { type: 5 }>
  readonly answer: Answer | null
  readonly showKey: boolean
}): ReactNode {
  const given = answer?.type === 5 ? answer : undefined
  return (
    <>
      {given &&
        (given.source === '' ? <p className="kp-hint">未作答</p> : <CodeViewer code={given.source} name={given.language} />)}
      {showKey && content.referenceAnswer !== '' && <CodeViewer code={content.referenceAnswer} name="参考答案" />}
    </>
  )
}

function Options(props: {
  readonly options: readonly Pick<QuestionOption, 'id' | 'html'>[]
  readonly chosen: readonly string[] | undefined
  readonly correct: readonly string[] | undefined
}): ReactNode {
  return (
    <ol className="kp-question-options">
      {props.options.map(({ id, html }, index) => {
        const isChosen = props.chosen?.includes(id) ?? false
        const isRight = props.correct?.includes(id) ?? false
        return (
          <li key={id} className={isRight ? 'kp-right' : isChosen && props.correct ? 'kp-wrong' : undefined}>
            <span className="kp-question-letter">{letterAt(index)}</span>
            <RichText html={html} />
            {isChosen && <span className="kp-question-mark">考生选择</span>}
            {isRight && <span className="kp-question-mark">正确答案</span>}
          </li>
        )
      })}
      {props.chosen?.every((id) => id === '') && <li className="kp-hint">未作答</li>}
    </ol>
  )
}

interface GapRow {
  readonly id: string
  readonly given: string | undefined
  readonly right: string | undefined
}

function Gaps({ rows, choices }: { readonly rows: readonly GapRow[]; readonly choices?: readonly string[] }): ReactNode {
  return (
    <>
      {choices && <p className="kp-hint">备选：{choices.map(plain).join('、')}</p>}
      <ol className="kp-question-options">
        {rows.map(({ id, given, right }, index) => (
          <li key={id}>
            <span className="kp-question-letter">{index + 1}</span>
            {given !== undefined && <span>考生：{plain(given) || '未作答'}</span>}
            {right !== undefined && <span className="kp-question-key">答案：{plain(right)}</span>}
          </li>
        ))}
      </ol>
    </>
  )
}

function Written(props: {
  readonly content: Extract<QuestionContent, { type: 6 }>
  readonly answer: Answer | null
  readonly showKey: boolean
}): ReactNode {
  const { content, answer, showKey } = props
  return (
    <>
      {answer?.type === 6 && (
        <div className="kp-question-note">
          <b>考生答案</b>
          {answer.format === 'html' ? (
            <RichText html={answer.text} isUntrusted />
          ) : (
            <p className="kp-question-text">{answer.text || '未作答'}</p>
          )}
        </div>
      )}
      {showKey && (content.referenceAnswer !== '' || content.keyPoints.length > 0) && (
        <div className="kp-question-note">
          <b>参考答案</b>
          <RichText html={content.referenceAnswer} />
          <ul>
            {content.keyPoints.map(({ id, text, scoreShare }) => (
              <li key={id}>
                {text}（{Math.round(scoreShare * 100)}%）
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

/** A, B, C … as the order of the moment has it; answers themselves are option ids. */
export const letterAt = (index: number): string => String.fromCharCode(65 + index)

const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .trim()

function ordered<Option extends { readonly id: string }>(
  options: readonly Option[],
  order: readonly string[],
): readonly Option[] {
  if (order.length === 0) return options
  const placeOf = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length)
  return options.toSorted((a, b) => placeOf(a.id) - placeOf(b.id))
}

/** The stem with its places for answers shown as numbered gaps. */
export function stemWithNumbers(content: QuestionContent): string {
  const ids = content.type === 4 ? content.blanks.map(({ id }) => id) : content.type === 7 ? content.gaps.map(({ id }) => id) : []
  return content.stem.replace(/\{\{([A-Za-z0-9_-]{1,40})\}\}/g, (whole, id: string) =>
    ids.includes(id) ? `<u>　（${ids.indexOf(id) + 1}）　</u>` : whole,
  )
}
