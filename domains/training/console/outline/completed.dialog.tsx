import { forCompletedLabels } from '@kaopei/course/contract/publishing'
import { FocusReturn } from '@kaopei/web'
import { Modal, Radio } from 'antd'
import { type ReactNode, useState } from 'react'
import type { CompletedDialogProps } from './task-drawer-props.ts'
import type { ForCompleted } from './use-outline.ts'

/** What becomes of those who completed the project, when a change makes something more required. */
export default function CompletedDialog({ onAnswer }: CompletedDialogProps): ReactNode {
  const [answer, setAnswer] = useState<ForCompleted>()
  return (
    <Modal
      open
      title="已有学员完成项目"
      okText="确 定"
      cancelText="取 消"
      okButtonProps={{ disabled: answer === undefined }}
      onOk={() => onAnswer(answer)}
      onCancel={() => onAnswer()}
    >
      <FocusReturn />
      <p>这次修改增加了必修内容，请选择已完成的学员如何处理：</p>
      <Radio.Group
        aria-label="已完成的学员"
        className="kp-training-stacked"
        value={answer}
        options={[
          { value: 'keep', label: forCompletedLabels.keep },
          { value: 'owe', label: forCompletedLabels.owe },
        ]}
        onChange={({ target }) => setAnswer(target.value === 'keep' ? 'keep' : 'owe')}
      />
    </Modal>
  )
}
