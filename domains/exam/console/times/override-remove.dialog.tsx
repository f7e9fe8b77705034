import { formFor } from '@kaopei/web'
import { Input } from 'antd'
import type { ReactNode } from 'react'
import { examOverrides } from '../../contract/exam-overrides.ts'
import type { OverrideTargets } from './override.drawer.tsx'

const { Field, FormDialog } = formFor(examOverrides.remove)

export interface OverrideRemoveProps {
  readonly examId: string
  readonly targets: OverrideTargets
  readonly onClose: () => void
}

/** 取消单独设置: asks why, for it may shorten somebody's time. */
export function OverrideRemoveDialog({ examId, targets, onClose }: OverrideRemoveProps): ReactNode {
  const { kind, ids, name } = targets
  return (
    <FormDialog
      title={`取消单独设置：${name}`}
      cancelText="返 回"
      isDangerous
      endpoint={examOverrides.remove}
      initialValues={{
        examinationId: examId,
        staffIds: kind === 'person' ? [...ids] : [],
        groupIds: kind === 'group' ? [...ids] : [],
      }}
      successText="已取消单独设置"
      onClose={onClose}
      intro={
        <p>取消后恢复为考试的时间{kind === 'person' ? '或所在用户组的设置' : ''}；正在答题的考生若因此超时，保留 2 分钟交卷。</p>
      }
    >
      <Field name="reason" label="取消原因">
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Field>
    </FormDialog>
  )
}
