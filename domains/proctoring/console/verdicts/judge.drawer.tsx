import { possessive } from '@kaopei/contract'
import { formFor } from '@kaopei/web'
import { Checkbox, Input, Radio, Select } from 'antd'
import type { ReactNode } from 'react'
import { evidenceLabels, isHarmful, verdictKinds, verdictLabels } from '../../contract/verdicts/verdict-codes.ts'
import { verdicts } from '../../contract/verdicts/verdicts.ts'
import { verdictReasonOptions } from '../reason-options.ts'
import type { Case } from './verdict.page.tsx'

const { Field, FormDrawer, useValue } = formFor(verdicts.judge)

interface Props {
  readonly found: Case
  readonly onDone: () => void
  readonly onClose: () => void
}

/** A verdict with its reason and what it rests on. */
export function JudgeDrawer({ found, onDone, onClose }: Props): ReactNode {
  return (
    <FormDrawer
      open
      title={`裁定${possessive(found.staffName)}答卷`}
      width={560}
      endpoint={verdicts.judge}
      initialValues={{ examinationResultId: found.examinationResultId, evidence: [], note: '', toldText: '' }}
      successText="已提交"
      onSaved={onDone}
      onClose={onClose}
    >
      <Fields found={found} />
    </FormDrawer>
  )
}

function Fields({ found }: { readonly found: Case }): ReactNode {
  const verdict = useValue('verdict')
  const isNamed = verdict !== undefined && verdict !== null
  const isHard = isNamed && isHarmful(verdict)
  const effect = isHard && found.needsSecond ? '需由另一人确认后才生效并告知考生' : undefined
  const takenBack = verdict === 'clean' && found.state === 'warning' ? '此前的警告将撤销，并告知考生' : undefined
  return (
    <>
      <Field name="verdict" label="裁定结论" extra={effect ?? takenBack}>
        <Radio.Group options={verdictKinds.map((value) => ({ value, label: verdictLabels[value] }))} />
      </Field>
      <Field name="reason" label="原因">
        <Select options={verdictReasonOptions} placeholder="请选择原因" showSearch optionFilterProp="label" />
      </Field>
      {isNamed && verdict !== 'clean' && (
        <Field
          name="evidence"
          label="依据"
          required
          rules={[{ required: true, type: 'array', min: 1, message: '请选择裁定依据' }]}
          extra="可疑提示只是线索，不能单独作为依据；选择监考人员陈述时，请在内部说明中写明（不少于 10 字）"
        >
          <Checkbox.Group
            className="kp-verdict-evidence"
            options={found.available.map((value) => ({ value, label: evidenceLabels[value] }))}
          />
        </Field>
      )}
      <Field name="note" label="内部说明">
        <Input.TextArea rows={3} maxLength={1000} showCount placeholder="考生不会看到" />
      </Field>
      {isNamed && (verdict !== 'clean' || found.state === 'warning') && (
        <Field name="toldText" label="告知考生的说明">
          <Input.TextArea rows={3} maxLength={1000} showCount placeholder="例如：10:12 至 10:14 您使用了手机" />
        </Field>
      )}
    </>
  )
}
