import { formFor } from '@kaopei/web'
import { Input, Radio } from 'antd'
import type { ReactNode } from 'react'
import { verdicts } from '../../contract/verdicts/verdicts.ts'
import { AppealFiles } from './case-steps.tsx'
import type { Case } from './verdict.page.tsx'

const { Field, FormDialog } = formFor(verdicts.decideAppeal)

interface Props {
  readonly found: Case
  readonly onDone: () => void
  readonly onClose: () => void
}

/** A third person's word on an appeal. */
export function AppealDialog({ found, onDone, onClose }: Props): ReactNode {
  const appeal = found.steps.findLast(({ state }) => state === 'appealed')
  return (
    <FormDialog
      title="裁决申诉"
      endpoint={verdicts.decideAppeal}
      initialValues={{ examinationResultId: found.examinationResultId, note: '', toldText: '' }}
      intro={
        appeal && (
          <div className="kp-verdict-appeal">
            <p>{`考生的申诉：${appeal.toldText}`}</p>
            <AppealFiles files={appeal.files} />
          </div>
        )
      }
      successText="申诉已裁决，并已答复考生"
      onSaved={onDone}
      onClose={onClose}
    >
      <Field name="outcome" label="裁决结果">
        <Radio.Group
          options={[
            { value: 'uphold', label: '维持裁定' },
            { value: 'overturn', label: found.hasChangedScore ? '撤销裁定，恢复成绩' : '撤销裁定，成绩不变' },
          ]}
        />
      </Field>
      <Field name="toldText" label="答复考生的说明" required>
        <Input.TextArea rows={3} maxLength={1000} showCount placeholder="考生会看到这段文字" />
      </Field>
      <Field name="note" label="内部说明">
        <Input.TextArea rows={2} maxLength={1000} showCount />
      </Field>
    </FormDialog>
  )
}
