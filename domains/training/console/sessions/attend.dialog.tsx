import { formFor } from '@kaopei/web'
import { Input, Radio } from 'antd'
import type { ReactNode } from 'react'
import { attendanceState } from '../../contract/codes.ts'
import { type OrganisedSession, projectSession } from '../../contract/session.ts'

const { Field, FormDialog } = formFor(projectSession.setAttendance)
const { booked, present, late, onLeave, absent } = attendanceState

export interface AttendDialogProps {
  readonly session: OrganisedSession
  readonly people: readonly { readonly staffId: string; readonly name: string }[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** 补签, 迟到, 请假, 缺席 of chosen people, with the reason; before the list is closed an entry can also be taken back. */
export function AttendDialog({ session, people, onClose, onDone }: AttendDialogProps): ReactNode {
  const [first] = people
  const isHeld = session.heldTime !== null
  return (
    <FormDialog
      title={people.length === 1 && first ? `登记签到：${first.name}` : `登记签到：${people.length} 人`}
      endpoint={projectSession.setAttendance}
      successText="登记成功"
      onClose={onClose}
      onSaved={onDone}
      initialValues={{ task: session.taskId, staffIds: people.map(({ staffId }) => staffId), state: present, reason: '' }}
      toInput={({ state, ...values }) => ({ ...values, state: state ?? null })}
    >
      <Field name="state" label="状态">
        <Radio.Group
          options={[
            { value: present, label: '补签' },
            { value: late, label: '迟到' },
            { value: onLeave, label: '请假' },
            { value: absent, label: '缺席' },
            ...(session.places !== null && !isHeld ? [{ value: booked, label: '安排名额' }] : []),
            ...(isHeld ? [] : [{ value: null, label: '撤销登记' }]),
          ]}
        />
      </Field>
      <Field name="reason" label="原因" required={false} extra="安排名额以外都要填写，会记入操作日志">
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Field>
    </FormDialog>
  )
}
