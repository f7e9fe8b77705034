import { doneExcept } from '@kaopei/org/contract/left-out'
import { formFor, InstantInput } from '@kaopei/web'
import type { ReactNode } from 'react'
import { courseStaff } from '../../contract/course-staff.ts'

const { Field, FormDialog } = formFor(courseStaff.setDueDate)

interface Props {
  readonly courseId: string
  readonly people: readonly { readonly staffId: string; readonly name: string; readonly dueAt: string | null }[]
  readonly onClose: () => void
}

/** By when somebody should be done; empty is without a date. */
export function DueDialog({ courseId, people, onClose }: Props): ReactNode {
  const [first] = people
  return (
    <FormDialog
      title={people.length === 1 && first ? `完成期限：${first.name}` : `完成期限：${people.length} 名学员`}
      endpoint={courseStaff.setDueDate}
      successText={doneExcept('保存成功')}
      onClose={onClose}
      initialValues={{
        courseId,
        staffIds: people.map(({ staffId }) => staffId),
        dueAt: people.length === 1 ? (first?.dueAt ?? null) : null,
      }}
      toInput={({ dueAt, ...values }) => ({ ...values, dueAt: dueAt ?? null })}
    >
      <Field name="dueAt" label="完成期限" required={false} extra="留空为不限期">
        <InstantInput />
      </Field>
    </FormDialog>
  )
}
