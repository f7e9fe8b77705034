import { deviceName } from '@kaopei/sitting/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { type CaptureKind, captureKind, consentState } from '../contract/capture-consent.ts'
import { entry, type Notice } from '../contract/entry.ts'
import type { Answers } from './capture-answers.ts'
import { beginParts } from './slots.ts'

interface AnswersProps {
  readonly notice: Notice
  readonly answers: Answers
  readonly onChange: (answers: Answers) => void
}

/** Each kind by itself; nothing is chosen beforehand. */
export function ConsentAnswers({ notice: { consents }, answers, onChange }: AnswersProps): ReactNode {
  const refused = consents.filter(({ kind, state }) => state !== consentState.exempted && answers[kind] === false)
  // The server knows of it already, and nobody has granted an exemption yet.
  const isTold = refused.length > 0 && refused.every(({ state }) => state === consentState.refused)
  return (
    <section className="consents" aria-label="监考采集授权">
      <h3>监考采集授权</h3>
      {consents.map(({ kind, label, text, state }) => (
        <fieldset key={kind} className="consent">
          <legend>{label}</legend>
          <p>{text}。</p>
          {state === consentState.exempted ? (
            <p className="note">已豁免，不采集。</p>
          ) : (
            <div className="consent-choices">
              {[true, false].map((isAgreed) => (
                <label key={String(isAgreed)}>
                  <input
                    type="radio"
                    name={`consent-${kind}`}
                    checked={answers[kind] === isAgreed}
                    onChange={() => onChange({ ...answers, [kind]: isAgreed })}
                  />
                  <span>{isAgreed ? '同意' : '不同意'}</span>
                </label>
              ))}
            </div>
          )}
        </fieldset>
      ))}
      {refused.length > 0 && (
        <p className="banner" role="status">
          {isTold
            ? '您的选择已登记，尚未豁免。请联系考试组织者或监考人员，豁免后重新打开此页即可开始考试。'
            : '不同意的采集须由考试组织者或监考人员豁免：请确认后联系他们，豁免后重新打开此页即可开始考试。'}
        </p>
      )}
    </section>
  )
}

/** What was agreed to can be taken back. */
export function GivenConsents({ notice, onWithdrawn }: { notice: Notice; onWithdrawn: () => void }): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const agreed = notice.consents.filter(({ state }) => state === consentState.agreed)
  if (agreed.length === 0) return null
  const withdraw = async (kind: CaptureKind) => {
    setBusy(true)
    await call(entry.withdrawConsent, { examId: notice.examId, kind, device: await deviceName() })
      .then(onWithdrawn, onWithdrawn)
      .finally(() => setBusy(false))
  }
  return (
    <ul className="given-consents" aria-label="已同意的监考采集">
      {agreed.map(({ kind, label }) => (
        <li key={kind}>
          <span>已同意采集{label}</span>
          <button type="button" className="plain" disabled={isBusy} onClick={() => void withdraw(kind)}>
            撤回同意
          </button>
        </li>
      ))}
    </ul>
  )
}

/** What must be got ready before the exam begins: other rooms know how. Ready at once where nothing is recorded. */
export function CapturePreparation({ notice, onReady }: { notice: Notice; onReady: (isReady: boolean) => void }): ReactNode {
  const wants = useMemo(() => {
    const kinds = notice.consents.flatMap(({ kind, state }) => (state === consentState.agreed ? [kind] : []))
    return {
      screen: kinds.includes(captureKind.screen),
      camera: kinds.includes(captureKind.photo) || kinds.includes(captureKind.camera),
      second: kinds.includes(captureKind.second),
    }
  }, [notice])
  const isWanted = wants.screen || wants.camera || wants.second
  // Nothing stands between the candidate and the exam where nothing is recorded.
  useEffect(() => {
    if (!isWanted) onReady(true)
  }, [isWanted, onReady])
  if (!isWanted) return null
  // biome-ignore lint/suspicious/noArrayIndexKey: filled once, before anything is drawn
  return beginParts.parts().map((Part, index) => <Part key={index} examId={notice.examId} wants={wants} onReady={onReady} />)
}
