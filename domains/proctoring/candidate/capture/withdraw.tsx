import { type CaptureKind, captureKind } from '@kaopei/exam/contract/capture-consent'
import { entry } from '@kaopei/exam/contract/entry'
import { deviceName } from '@kaopei/sitting/candidate'
import { Dialog } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useState } from 'react'
import { source } from '../../contract/capture.ts'
import type { Plan } from './plan.ts'

/** What was agreed to of what is recorded now. */
export function kindsOf(streams: Plan['streams']): CaptureKind[] {
  const kinds = streams.map(({ source: of, kind }) => {
    if (of === source.screen) return captureKind.screen
    if (of === source.second) return captureKind.second
    return kind === 'picture' ? captureKind.photo : captureKind.camera
  })
  return [...new Set(kinds)]
}

interface Props {
  readonly examId: string
  readonly plan: Plan
  /** What is recorded has changed. */
  readonly onWithdrawn: () => void
}

/** Consent can be taken back while the exam goes on, each kind by itself: nothing of it is recorded from then on, and answering goes on. */
export function WithdrawConsent({ examId, plan, onWithdrawn }: Props): ReactNode {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const withdraw = async (kind: CaptureKind) => {
    setBusy(true)
    // the client says what went wrong
    await call(entry.withdrawConsent, { examId, kind, device: await deviceName() })
      .then(onWithdrawn, () => undefined)
      .finally(() => setBusy(false))
  }
  return (
    <>
      <button type="button" className="plain" onClick={() => setAsking(true)}>
        撤回同意
      </button>
      {isAsking && (
        <Dialog
          title="撤回监考采集同意"
          onClose={() => setAsking(false)}
          actions={
            <button type="button" className="primary" onClick={() => setAsking(false)}>
              继续作答
            </button>
          }
        >
          <p>撤回后立即停止采集，不影响作答和成绩；监考人员会看到，并改用其他方式监考。已采集的内容仍按考试须知保存和删除。</p>
          <ul className="given-consents">
            {kindsOf(plan.streams).map((kind) => (
              <li key={kind}>
                <span>正在采集{captureKind.label(kind)}</span>
                <button type="button" disabled={isBusy} onClick={() => void withdraw(kind)}>
                  撤回{captureKind.label(kind)}
                </button>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  )
}
