import { formFor } from '@kaopei/web'
import { Alert, Input } from 'antd'
import type { ReactNode } from 'react'
import { exam } from '../contract/exam.ts'
import { examStatus } from '../contract/exam-codes.ts'

const { Field, FormDialog } = formFor(exam.cancel)

export interface CancelDialogProps {
  readonly exam: { readonly id: string; readonly version: number; readonly name: string; readonly status: number }
  readonly onClose: () => void
}

/** 取消考试 asks why, for candidates are told. */
export function CancelDialog({ exam: row, onClose }: CancelDialogProps): ReactNode {
  return (
    <FormDialog
      title="取消考试"
      cancelText="返 回"
      isDangerous
      endpoint={exam.cancel}
      initialValues={{ id: row.id, version: row.version }}
      successText="考试已取消"
      onClose={onClose}
      intro={
        <>
          <p>
            取消后考生不能再进入“{row.name}”，且<strong>不能恢复</strong>。
          </p>
          {row.status === examStatus.inProgress && (
            <Alert type="warning" showIcon title="考试正在进行：正在答题的考生将在 2 分钟后自动交卷。" />
          )}
        </>
      }
    >
      <Field name="reason" label="取消原因">
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Field>
    </FormDialog>
  )
}
