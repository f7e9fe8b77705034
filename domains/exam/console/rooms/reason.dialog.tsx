import { formFor } from '@kaopei/web'
import { Input } from 'antd'
import type { ReactNode } from 'react'
import { examRooms, type SeatedRow } from '../../contract/exam-rooms.ts'

const { Field, FormDialog } = formFor(examRooms.checkIn)

interface Props {
  readonly examId: string
  readonly row: SeatedRow
  readonly act: 'refused' | 'undone'
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** What needs a reason: not letting somebody in, and taking a signature back. */
export function ReasonDialog({ examId, row, act, onClose, onSaved }: Props): ReactNode {
  return (
    <FormDialog
      title={`${act === 'refused' ? '拒绝入场' : '撤销签到'}：${row.name}`}
      endpoint={examRooms.checkIn}
      successText="已登记"
      initialValues={{ examinationId: examId, staffId: row.staffId, act, reason: '' }}
      onClose={onClose}
      onSaved={onSaved}
    >
      <Field name="reason" label="原因" extra="会记入签到记录和操作日志">
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Field>
    </FormDialog>
  )
}
