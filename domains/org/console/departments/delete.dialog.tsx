import { formFor } from '@kaopei/web'
import type { ReactNode } from 'react'
import { type DepartmentNode, department } from '../../contract/department.ts'
import { DepartmentTreeSelect } from './department-tree-select.tsx'

const { Field, FormDialog } = formFor(department.delete)

interface Props {
  readonly node: DepartmentNode
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Deleting a department that is not empty: somebody must take over its people and the departments below. */
export function DeleteDepartmentDialog({ node, onClose, onDeleted }: Props): ReactNode {
  return (
    <FormDialog
      title="删除部门"
      okText="删 除"
      isDangerous
      endpoint={department.delete}
      initialValues={{ id: node.id }}
      successText="删除成功"
      onSaved={onDeleted}
      onClose={onClose}
      intro={
        <p>
          “{node.name}”及其下级共有 {node.totalCount} 人。删除后，本部门的人员和下级部门将转到接收部门。
        </p>
      }
    >
      <Field name="targetDepartmentId" label="接收部门" required rules={[{ required: true, message: '请选择接收部门' }]}>
        <DepartmentTreeSelect excludedIds={[node.id]} />
      </Field>
    </FormDialog>
  )
}
