import { formFor } from '@kaopei/web'
import { Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { type ExamPlan, examRooms, type SeatedRow } from '../../contract/exam-rooms.ts'

const { Field, FormDialog } = formFor(examRooms.seat)

interface Props {
  readonly examId: string
  readonly plan: ExamPlan
  readonly row: SeatedRow
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** A seat by hand: no distribution moves whoever sits on it. */
export function SeatDialog({ examId, plan, row, onClose, onSaved }: Props): ReactNode {
  const roomId = row.roomId ?? plan.rooms[0]?.roomId
  return (
    <FormDialog
      title={`${row.seat === null ? '安排座位' : '换座位'}：${row.name}`}
      endpoint={examRooms.seat}
      successText="座位已安排"
      initialValues={{ examinationId: examId, staffId: row.staffId, ...(roomId && { roomId }), seat: row.seat ?? '' }}
      onClose={onClose}
      onSaved={onSaved}
    >
      <Field name="roomId" label="考场">
        <Select options={plan.rooms.map((room) => ({ value: room.roomId, label: room.roomName }))} />
      </Field>
      <Field name="seat" label="座位" extra="排号-座位号，例如 3-12；手工安排的座位不会被自动分配改动">
        <Input maxLength={20} />
      </Field>
    </FormDialog>
  )
}
