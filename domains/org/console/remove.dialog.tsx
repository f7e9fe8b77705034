import { Field, FormEndpoint, useEndpointForm } from '@kaopei/web'
import { Form, Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { staff } from '../contract/staff.ts'
import { tellDone } from './tell-done.ts'

interface Props {
  readonly ids: readonly string[]
  readonly who: string
  readonly onDone?: () => void
  readonly onClose: () => void
}

/** 移除 asks why; the answer is kept in the operation log. */
export function RemoveDialog({ ids, who, onDone, onClose }: Props): ReactNode {
  const editing = useEndpointForm({
    endpoint: staff.removes,
    successText: '',
    onSaved: (answer) => {
      tellDone('已移除')(answer)
      onDone?.()
      onClose()
    },
  })
  return (
    <Modal
      open
      title="移除员工"
      okText="移 除"
      cancelText="取 消"
      okButtonProps={{ danger: true }}
      confirmLoading={editing.isRunning}
      onOk={() => void editing.submit()}
      onCancel={onClose}
    >
      <p>移除后{who}将立即退出登录，且不再出现在花名册和选人窗口中；考试记录和成绩会保留，需要时可在“恢复账号”中恢复。</p>
      <FormEndpoint value={staff.removes}>
        <Form
          className="kp-dialog-form"
          form={editing.form}
          layout="vertical"
          initialValues={{ ids: [...ids] }}
          onValuesChange={editing.noteChange}
        >
          <Field name="reason" label="移除原因">
            <Input.TextArea rows={3} maxLength={200} showCount placeholder="如：离职、重复录入" />
          </Field>
        </Form>
      </FormEndpoint>
    </Modal>
  )
}
