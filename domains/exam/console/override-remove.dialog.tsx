import { Field, FormEndpoint, useEndpointForm } from '@kaopei/web'
import { Form, Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { examOverrides } from '../contract/exam-overrides.ts'
import type { OverrideTargets } from './override.drawer.tsx'

export interface OverrideRemoveProps {
  readonly examId: string
  readonly targets: OverrideTargets
  readonly onClose: () => void
}

/** 取消单独设置: asks why, for it may shorten somebody's time. */
export function OverrideRemoveDialog({ examId, targets, onClose }: OverrideRemoveProps): ReactNode {
  const { kind, ids, name } = targets
  const editing = useEndpointForm({
    endpoint: examOverrides.remove,
    toInput: ({ reason }) => ({
      examinationId: examId,
      staffIds: kind === 'person' ? [...ids] : [],
      groupIds: kind === 'group' ? [...ids] : [],
      reason: String(reason ?? ''),
    }),
    successText: '已取消单独设置',
    onSaved: onClose,
  })
  return (
    <Modal
      open
      title={`取消单独设置：${name}`}
      okText="确 定"
      cancelText="返 回"
      okButtonProps={{ danger: true, loading: editing.isRunning }}
      onOk={() => void editing.submit()}
      onCancel={onClose}
    >
      <p>取消后恢复为考试的时间{kind === 'person' ? '或所在用户组的设置' : ''}；正在答题的考生若因此超时，保留 2 分钟交卷。</p>
      <FormEndpoint value={examOverrides.remove}>
        <Form form={editing.form} layout="vertical" onValuesChange={editing.noteChange}>
          <Field name="reason" label="取消原因">
            <Input.TextArea rows={3} maxLength={200} showCount />
          </Field>
        </Form>
      </FormEndpoint>
    </Modal>
  )
}
