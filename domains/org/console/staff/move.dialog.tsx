import { formFor } from '@kaopei/web'
import type { ReactNode } from 'react'
import { staff } from '../../contract/staff.ts'
import { DepartmentTreeSelect } from '../departments/department-tree-select.tsx'
import { tellDone } from '../tell-done.ts'

const { Field, FormDialog } = formFor(staff.moves)

interface Props {
  readonly ids: readonly string[]
  readonly who: string
  readonly onDone?: () => void
  readonly onClose: () => void
}

/** 调整部门 for one or many. */
export function MoveDialog({ ids, who, onDone, onClose }: Props): ReactNode {
  return (
    <FormDialog
      title="调整部门"
      endpoint={staff.moves}
      initialValues={{ ids: [...ids] }}
      successText=""
      onSaved={(answer) => {
        tellDone('已调整')(answer)
        onDone?.()
      }}
      onClose={onClose}
      intro={<p>将{who}调整到：</p>}
    >
      <Field name="departmentId" label="目标部门" required rules={[{ required: true, message: '请选择目标部门' }]}>
        <DepartmentTreeSelect />
      </Field>
      <p className="kp-hint">历史考试成绩仍归属考试时所在的部门。</p>
    </FormDialog>
  )
}
