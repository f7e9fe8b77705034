import type { ResultPartProps } from '@kaopei/result/candidate'
import { useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback } from 'react'
import { ownVerdicts } from '../../contract/verdicts/own-verdicts.ts'
import { LeftNote } from '../capture/left-note.tsx'
import { Fingerprint } from '../evidence/fingerprint.tsx'
import { stateWords } from './words.ts'

export default function ToldOnResult({ attemptId, go }: ResultPartProps): ReactNode {
  const load = useCallback(() => call(ownVerdicts.list, { attemptId }, { silent: true }), [attemptId])
  const { data } = useLoad(load)
  const [told] = data?.dataList ?? []
  return (
    <>
      {told && (
        <section className="panel below-result" aria-label="裁定通知">
          <p>{stateWords(told.state, told.verdict)}</p>
          <div className="actions">
            <button type="button" className="primary" onClick={() => go(`/verdict/${attemptId}`)}>
              查看裁定{told.appealUntil === null ? '' : '与申诉'}
            </button>
          </div>
        </section>
      )}
      <LeftNote attemptId={attemptId} />
      <Fingerprint attemptId={attemptId} />
    </>
  )
}
