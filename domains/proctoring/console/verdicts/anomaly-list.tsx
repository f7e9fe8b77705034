import { EmptyState, formatInstant, formFor, RightButton } from '@kaopei/web'
import { Input, Radio } from 'antd'
import { type ReactNode, useState } from 'react'
import { evidenceLabels } from '../../contract/verdicts/verdict-codes.ts'
import { verdicts } from '../../contract/verdicts/verdicts.ts'
import { AnomalyTag } from './tags.tsx'
import type { Case } from './verdict.page.tsx'

const { Field, FormDialog } = formFor(verdicts.settleAnomaly)

/** What was found, and what somebody said to it. */
export function AnomalyList({ found, onDone }: { readonly found: Case; readonly onDone: () => void }): ReactNode {
  const [settled, setSettled] = useState<Case['anomalies'][number]>()
  return (
    <section className="kp-card" aria-label="异常">
      <h2 className="kp-verdict-title">异常</h2>
      {found.anomalies.length === 0 && <EmptyState text="没有发现异常" />}
      <ul className="kp-verdict-list">
        {found.anomalies.map((one) => (
          <li key={one.kind}>
            <div>
              <AnomalyTag {...one} />
              <p>{`${evidenceLabels[one.kind]}，${one.count} 处，发现于 ${formatInstant(one.openedTime)}`}</p>
              {one.settledTime && (
                <p className="kp-hint">{`${one.settledByName ?? '-'}于 ${formatInstant(one.settledTime)} 处理：${one.note}`}</p>
              )}
            </div>
            <RightButton
              right={verdicts.settleAnomaly}
              size="small"
              onClick={() => setSettled(one)}
              aria-label={`处理${evidenceLabels[one.kind]}`}
            >
              处理
            </RightButton>
          </li>
        ))}
      </ul>
      {settled && (
        <FormDialog
          title={`处理异常：${evidenceLabels[settled.kind]}`}
          endpoint={verdicts.settleAnomaly}
          initialValues={{
            ...{ examinationResultId: found.examinationResultId, kind: settled.kind, count: settled.count },
            state: 'dismissed',
          }}
          successText="异常已处理"
          onSaved={onDone}
          onClose={() => setSettled(undefined)}
        >
          <Field name="state" label="处理结果">
            <Radio.Group
              options={[
                { value: 'dismissed', label: '排除（误报或有合理解释）' },
                { value: 'confirmed', label: '属实' },
              ]}
            />
          </Field>
          <Field name="note" label="处理说明" required>
            <Input.TextArea rows={3} maxLength={500} showCount placeholder="例如：机房 3 断网 2 分钟，考生无过错" />
          </Field>
        </FormDialog>
      )}
    </section>
  )
}
