import { formFor } from '@kaopei/web'
import { Input } from 'antd'
import type { ReactNode } from 'react'
import { verdictLabels } from '../../contract/verdicts/verdict-codes.ts'
import { verdicts } from '../../contract/verdicts/verdicts.ts'
import type { Case } from './verdict.page.tsx'

const { Field, FormDialog } = formFor(verdicts.answerProposal)

interface Props {
  readonly found: Case
  readonly answer: 'confirm' | 'decline'
  readonly onDone: () => void
  readonly onClose: () => void
}

/** The second person's word on what the first has proposed. */
export function AnswerDialog({ found, answer, onDone, onClose }: Props): ReactNode {
  const { verdict, examinationResultId, staffName } = found
  const isConfirming = answer === 'confirm'
  const named = verdict === null ? '' : verdictLabels[verdict]
  return (
    <FormDialog
      title={isConfirming ? '确认裁定' : '不同意裁定'}
      isDangerous={isConfirming}
      endpoint={verdicts.answerProposal}
      initialValues={{ examinationResultId, answer, note: '' }}
      intro={
        <p>
          {isConfirming
            ? `确认后“${named}”立即生效并告知${staffName}，考生可在申诉期限内申诉。`
            : `不同意后答卷回到未审核状态，可重新裁定。`}
        </p>
      }
      successText={isConfirming ? '裁定已确认，并已告知考生' : '已退回，未作出裁定'}
      onSaved={onDone}
      onClose={onClose}
    >
      <Field name="note" label="内部说明">
        <Input.TextArea rows={3} maxLength={1000} showCount />
      </Field>
    </FormDialog>
  )
}
