import { Field, FormEndpoint, useEndpointForm } from '@kaopei/web'
import { Form, Modal } from 'antd'
import type { ReactNode } from 'react'
import { staff } from '../contract/staff.ts'
import { DepartmentTreeSelect } from './department-tree-select.tsx'
import { tellDone } from './tell-done.ts'

interface Props {
  readonly ids: readonly string[]
  readonly who: string
  readonly onDone?: () => void
  readonly onClose: () => void
}

/** 调整部门 for one or many. */
export function MoveDialog({ ids, who, onDone, onClose }: Props): ReactNode {
  const editing = useEndpointForm({
    endpoint: staff.moves,
    successText: '',
    onSaved: (answer) => {
      tellDone('已调整')(answer)
      onDone?.()
      onClose()
    },
  })
  return (
    <Modal
      open
      title="调整部门"
      okText="确 定"
      cancelText="取 消"
      confirmLoading={editing.isRunning}
      onOk={() => void editing.submit()}
      onCancel={onClose}
    >
      <p>将{who}调整到：</p>
      <FormEndpoint value={staff.moves}>
        <Form form={editing.form} layout="vertical" initialValues={{ ids: [...ids] }} onValuesChange={editing.noteChange}>
          <Field name="departmentId" label="目标部门" required rules={[{ required: true, message: '请选择目标部门' }]}>
            <DepartmentTreeSelect />
          </Field>
        </Form>
      </FormEndpoint>
      <p className="kp-hint">历史考试成绩仍归属考试时所在的部门。</p>
    </Modal>
  )
}
