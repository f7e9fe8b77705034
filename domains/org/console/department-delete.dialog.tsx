import { Field, FormEndpoint, useEndpointForm } from '@kaopei/web'
import { Form, Modal } from 'antd'
import type { ReactNode } from 'react'
import { type DepartmentNode, department } from '../contract/department.ts'
import { DepartmentTreeSelect } from './department-tree-select.tsx'

interface Props {
  readonly node: DepartmentNode
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Deleting a department that is not empty: somebody must take over its people and the departments below. */
export function DeleteDepartmentDialog({ node, onClose, onDeleted }: Props): ReactNode {
  const editing = useEndpointForm({
    endpoint: department.delete,
    successText: '删除成功',
    onSaved: () => {
      onDeleted()
      onClose()
    },
  })
  return (
    <Modal
      open
      title="删除部门"
      okText="删 除"
      cancelText="取 消"
      okButtonProps={{ danger: true }}
      confirmLoading={editing.isRunning}
      onOk={() => void editing.submit()}
      onCancel={onClose}
    >
      <p>
        “{node.name}”及其下级共有 {node.totalCount} 人。删除后，本部门的人员和下级部门将转到接收部门。
      </p>
      <FormEndpoint value={department.delete}>
        <Form
          className="kp-dialog-form"
          form={editing.form}
          layout="vertical"
          initialValues={{ id: node.id }}
          onValuesChange={editing.noteChange}
        >
          <Field name="targetDepartmentId" label="接收部门" required rules={[{ required: true, message: '请选择接收部门' }]}>
            <DepartmentTreeSelect excludedIds={[node.id]} />
          </Field>
        </Form>
      </FormEndpoint>
    </Modal>
  )
}
