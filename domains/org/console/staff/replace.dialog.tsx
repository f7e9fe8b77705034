import { FocusReturn, toast, useAction } from '@kaopei/web'
import { Form, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { post, rank } from '../../contract/post.ts'
import { PostSelect, RankSelect } from './belonging-fields.tsx'

interface Props {
  readonly kind: 'post' | 'rank'
  readonly row: { readonly id: string; readonly name: string; readonly staffCount: number }
  readonly onClose: () => void
}

/** Deletes a post or rank that people have: another takes over. */
export function ReplaceDialog({ kind, row, onClose }: Props): ReactNode {
  const [targetId, setTargetId] = useState<string>()
  const remove = useAction(kind === 'post' ? post.delete : rank.delete, { successText: '删除成功', onDone: onClose })
  const noun = kind === 'post' ? '岗位' : '职级'
  const Select = kind === 'post' ? PostSelect : RankSelect
  const save = () => {
    if (targetId === undefined || targetId === row.id) return toast.warning(`请选择另一个${noun}`)
    void remove.run({ id: row.id, targetId })
  }
  return (
    <Modal
      open
      title={`删除${noun}`}
      okText="删 除"
      cancelText="取 消"
      okButtonProps={{ danger: true }}
      confirmLoading={remove.isRunning}
      onOk={save}
      onCancel={onClose}
    >
      <FocusReturn />
      <p>
        “{row.name}”还有{row.staffCount}人在使用，删除后改为：
      </p>
      <Form layout="vertical" component="div">
        <Form.Item label={`接替的${noun}`} required>
          <Select label={`接替的${noun}`} value={targetId ?? null} onChange={setTargetId} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
