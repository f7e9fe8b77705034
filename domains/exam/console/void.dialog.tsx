import { formFor } from '@kaopei/web'
import { Input } from 'antd'
import type { ReactNode } from 'react'
import { attempt } from '../contract/attempt.ts'

const { Field, FormDialog } = formFor([attempt.void, attempt.restore])

export interface VoidDialogProps {
  readonly attemptId: string
  readonly isVoided: boolean
  readonly onClose: () => void
  readonly onDone: () => void
}

/** 作废答卷, or its way back; both ask why, for the candidate may appeal. */
export function VoidDialog({ attemptId, isVoided, onClose, onDone }: VoidDialogProps): ReactNode {
  return (
    <FormDialog
      title={isVoided ? '恢复答卷' : '作废答卷'}
      cancelText="返 回"
      isDangerous={!isVoided}
      endpoint={isVoided ? attempt.restore : attempt.void}
      initialValues={{ attemptId }}
      successText={isVoided ? '答卷已恢复' : '答卷已作废'}
      onSaved={onDone}
      onClose={onClose}
      intro={
        <p>
          {isVoided
            ? '恢复后答卷回到作废前的状态，成绩重新计入统计。'
            : '作废后成绩不再显示，也不计入统计；正在作答的考生不能继续作答。作废的答卷可以恢复，已用的考试次数不退还。'}
        </p>
      }
    >
      <Field name="reason" label={isVoided ? '恢复原因' : '作废原因'}>
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Field>
    </FormDialog>
  )
}
