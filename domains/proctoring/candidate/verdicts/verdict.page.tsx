import type { OutputOf } from '@kaopei/contract'
import { dateTime, type PageProps, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback } from 'react'
import { ownVerdicts } from '../../contract/verdicts/own-verdicts.ts'
import { Appeal } from './appeal.tsx'
import { Course } from './course.tsx'
import { stateWords } from './words.ts'
import './verdict.css'

export type Told = OutputOf<typeof ownVerdicts.get>

/** What was decided of an attempt, and the candidate's way to have it looked at again. */
export default function VerdictPage({ id: attemptId, go }: PageProps): ReactNode {
  const load = useCallback(() => call(ownVerdicts.get, { attemptId }), [attemptId])
  const loaded = useLoad(load)
  return (
    <main className="page verdict-page">
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
            <Course told={told} />
          </>
        )}
      </Show>
    </main>
  )
}

function Verdict({ told }: { readonly told: Told }): ReactNode {
  return (
    <section className="panel ruling" aria-label="裁定">
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
