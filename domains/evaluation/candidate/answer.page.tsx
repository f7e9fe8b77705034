import { deviceName } from '@kaopei/sitting/candidate'
import { type PageProps, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback } from 'react'
import { evaluationLearn } from '../contract/answering.ts'
import { raterRole } from '../contract/codes.ts'
import { accountCalls } from './answer-calls.ts'
import { EvaluationSitting } from './sitting.tsx'

/** /evaluation/:id: one evaluation of somebody who is signed in. */
export default function AnswerPage({ id, go }: PageProps): ReactNode {
  const load = useCallback(async () => call(evaluationLearn.open, { raterId: id, device: await deviceName() }), [id])
  const loaded = useLoad(load)
  return (
    <main className="page narrow">
      <Show loaded={loaded}>
        {(opened) => (
          <>
            <div className="page-title">
              <h1>{opened.appointmentName}</h1>
              <button type="button" onClick={() => go('/evaluations')}>
                返回
              </button>
            </div>
            <p className="note">
              {opened.scaleName}
              {opened.role !== raterRole.self && ` · 评价 ${opened.personName}（${raterRole.label(opened.role)}）`}
            </p>
            <EvaluationSitting
              opened={opened}
              calls={accountCalls(id)}
              after={(handedIn) => (
                <>
                  {handedIn?.evaluationResultId && (
                    <button
                      type="button"
                      className="primary"
                      onClick={() => go(`/evaluation-result/${handedIn.evaluationResultId}`)}
                    >
                      查看结果
                    </button>
                  )}
                  <button type="button" onClick={() => go('/evaluations')}>
                    返回我的测评
                  </button>
                </>
              )}
            />
          </>
        )}
      </Show>
    </main>
  )
}
