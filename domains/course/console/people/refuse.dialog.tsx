import { doneExcept } from '@kaopei/org/contract/left-out'
import { formFor } from '@kaopei/web'
import { Input } from 'antd'
import type { ReactNode } from 'react'
import { courseStaff } from '../../contract/course-staff.ts'

const { Field, FormDialog } = formFor(courseStaff.refuseJoin)

interface Props {
  readonly courseId: string
  readonly people: readonly { readonly staffId: string; readonly name: string }[]
  readonly onClose: () => void
  readonly onSaved?: () => void
}

/** Whoever asked to join is told the reason in the library. */
export function RefuseDialog({ courseId, people, onClose, onSaved }: Props): ReactNode {
  const [first] = people
  return (
    <FormDialog
      title={people.length === 1 && first ? `不通过报名：${first.name}` : `不通过报名：${people.length} 人`}
      endpoint={courseStaff.refuseJoin}
      successText={doneExcept('已处理')}
      initialValues={{ courseId, staffIds: people.map(({ staffId }) => staffId), reason: '' }}
      onClose={onClose}
      {...(onSaved && { onSaved })}
    >
      <Field name="reason" label="原因" required={false} extra="报名人会在公开课程里看到">
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Field>
    </FormDialog>
  )
}
