import { AnswerText, InlineHtml, KeyText, letterOf, QuestionHtml } from '@kaopei/question/candidate'
import { questionTypeLabels } from '@kaopei/question/contract/question-type'
import { Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback, useState } from 'react'
import type { z } from 'zod'
import { learn } from '../contract/learn.ts'
import type { favouritePage } from '../contract/learn-shapes.ts'
import { NoteDialog } from './note-dialog.tsx'

type Met = Omit<z.output<typeof favouritePage>['dataList'][number], 'isInWrongBook'>

interface MetQuestionProps {
  readonly question: Met
  readonly number: number
  /** What is said of it, beside its type. */
  readonly facts: ReactNode
  /** What can be done with it. */
  readonly actions: ReactNode
}

const withoutPlaces = (stem: string) => stem.replace(/\{\{[A-Za-z0-9_-]{1,40}\}\}/g, '____')

/** A question that was answered before, to be read; what is right comes when it is asked for. */
export function MetQuestion({ question, number, facts, actions }: MetQuestionProps): ReactNode {
  const { view, note, points, isReady, questionId } = question
  const [isOpen, setOpen] = useState(false)
  const [saved, setSaved] = useState(note)
  const [isNoting, setNoting] = useState(false)
  return (
    <li className="question practice-met">
      <header>
        <h2>
          <span className="number">{number}</span>
          {questionTypeLabels[view.type]}
          {!isReady && <span className="tag">已停用</span>}
        </h2>
      </header>
      <QuestionHtml html={withoutPlaces(view.stem)} />
      {(view.type === 1 || view.type === 2 || view.type === 3) && (
        <ul className="practice-options">
          {view.options.map(({ id, html }, index) => (
            <li key={id}>
              <span className="letter">{letterOf(index)}</span>
              <InlineHtml html={html} />
            </li>
          ))}
        </ul>
      )}
      {isOpen && <Sheet questionId={questionId} />}
      <p className="note">{facts}</p>
      {points.length > 0 && <p className="note">知识点：{points.map(({ name }) => name).join('、')}</p>}
      {saved !== '' && <p className="practice-note">笔记：{saved}</p>}
      <div className="practice-tool-buttons">
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? '收起答案' : '查看答案'}
        </button>
        <button type="button" onClick={() => setNoting(true)}>
          {saved === '' ? '记笔记' : '修改笔记'}
        </button>
        {actions}
      </div>
      {isNoting && <NoteDialog questionId={questionId} note={saved} onSaved={setSaved} onClose={() => setNoting(false)} />}
    </li>
  )
}

/** The last answer, what is right and why, as far as they may be seen. */
function Sheet({ questionId }: { questionId: string }): ReactNode {
  const load = useCallback(() => call(learn.question, { questionId }), [questionId])
  return (
    <Show loaded={useLoad(load)}>
      {({ view, lastAnswer, key, analysis }) => (
        <dl className="practice-answers">
          <div>
            <dt>上次作答</dt>
            <dd>
              <AnswerText view={view} answer={lastAnswer} />
            </dd>
          </div>
          <div>
            <dt>正确答案</dt>
            <dd>{key ? <KeyText view={view} keyOfQuestion={key} /> : '暂不公开'}</dd>
          </div>
          {analysis && (
            <div>
              <dt>解析</dt>
              <dd>
                <QuestionHtml html={analysis} />
              </dd>
            </div>
          )}
        </dl>
      )}
    </Show>
  )
}
