import type { OutputOf } from '@kaopei/contract'
import { dateTime, type PageProps, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type FormEvent, type ReactNode, useCallback, useState } from 'react'
import { ownVerdicts } from '../../contract/verdicts/own-verdicts.ts'
import { stateWords } from './words.ts'
import './verdict.css'

type Told = OutputOf<typeof ownVerdicts.get>

/** What was decided of an attempt, and the candidate's way to have it looked at again. */
export default function VerdictPage({ id: attemptId, go }: PageProps): ReactNode {
  const load = useCallback(() => call(ownVerdicts.get, { attemptId }), [attemptId])
  const loaded = useLoad(load)
  return (
    <main className="page">
      <Show loaded={loaded}>
        {(told) => (
          <>
            <div className="page-title">
              <h1>{told.examName}：裁定通知</h1>
              <div className="actions">
                <button type="button" onClick={() => go('/')}>
                  返回我的考试
                </button>
              </div>
            </div>
            <Verdict told={told} />
            {told.appealUntil !== null && <Appeal attemptId={attemptId} until={told.appealUntil} onDone={loaded.reload} />}
            {told.appeal && <Answered told={told} />}
          </>
        )}
      </Show>
    </main>
  )
}

function Verdict({ told }: { readonly told: Told }): ReactNode {
  return (
    <section className="panel verdict" aria-label="裁定">
      <p className="verdict-words">{stateWords(told.state, told.verdict)}</p>
      <dl>
        <div>
          <dt>原因</dt>
          <dd>{told.reasonText}</dd>
        </div>
        {told.toldText !== '' && (
          <div>
            <dt>说明</dt>
            <dd>{told.toldText}</dd>
          </div>
        )}
        <div>
          <dt>对成绩的影响</dt>
          <dd>{told.effectText}</dd>
        </div>
        <div>
          <dt>告知时间</dt>
          <dd>{dateTime(told.toldTime)}</dd>
        </div>
      </dl>
    </section>
  )
}

interface AppealProps {
  readonly attemptId: string
  readonly until: string
  readonly onDone: () => void
}

function Appeal({ attemptId, until, onDone }: AppealProps): ReactNode {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    if (text.trim() === '') return setProblem('请填写申诉理由')
    setProblem('')
    setSending(true)
    try {
      await call(ownVerdicts.appeal, { attemptId, text })
      onDone()
    } catch {
      setSending(false) // the client has shown why; the text stays
    }
  }
  return (
    <section className="panel" aria-label="申诉">
      <h2>对裁定有异议</h2>
      <p className="note">{`可在 ${dateTime(until)} 前申诉一次，由未参与此裁定的人员处理。`}</p>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <label htmlFor="appeal-text">申诉理由</label>
        <textarea
          id="appeal-text"
          rows={6}
          maxLength={2000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-invalid={problem !== ''}
          aria-describedby="appeal-problem"
          placeholder="请写明事实和理由，例如当时在做什么、有谁可以证明"
        />
        <p id="appeal-problem" className="problem" role="alert">
          {problem}
        </p>
        <button type="submit" className="primary" disabled={isSending}>
          {isSending ? '提交中…' : '提交申诉'}
        </button>
      </form>
    </section>
  )
}

function Answered({ told: { appeal, decision } }: { readonly told: Told }): ReactNode {
  if (!appeal) return null
  return (
    <section className="panel verdict" aria-label="申诉进展">
      <h2>申诉进展</h2>
      <dl>
        <div>
          <dt>{`我的申诉（${dateTime(appeal.time)}）`}</dt>
          <dd>{appeal.text}</dd>
        </div>
        <div>
          <dt>{decision ? `裁决（${dateTime(decision.time)}）` : '裁决'}</dt>
          <dd>
            {decision ? `${decision.isUpheld ? '维持原裁定' : '撤销原裁定'}。${decision.text}` : '处理中，有结果后会在这里告知'}
          </dd>
        </div>
      </dl>
    </section>
  )
}
