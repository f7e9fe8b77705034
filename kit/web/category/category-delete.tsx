import type { Endpoint } from '@kaopei/contract'
import { Form, Modal } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import type { z } from 'zod'
import { FocusReturn } from '../focus-return.tsx'
import { useAction } from '../query.ts'
import type { Branching } from './category-nodes.ts'
import { type AskedNodes, CategorySelect } from './category-select.tsx'

/** Removes a node; `targetId` says where what is in it goes, null: to none. */
export type CategoryRemove = Endpoint<z.ZodType<unknown, { readonly id: string; readonly targetId?: string | null | undefined }>>

/** A node, as far as its removal needs to know it. */
export interface PlacedNode extends Branching<PlacedNode> {
  readonly parentId?: string | null
}

export interface CategoryDeleteProps {
  readonly node: PlacedNode
  readonly of: AskedNodes<PlacedNode>
  readonly remove: CategoryRemove
  /** What stands in it: 课程, and how many of them. */
  readonly things: string
  readonly count: number
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Says what becomes of what is in a category, and lets it go elsewhere. */
export function CategoryDelete(props: CategoryDeleteProps): ReactNode {
  const { node, of, remove, things, count, onClose, onDeleted } = props
  const id = useId()
  const [targetId, setTargetId] = useState<string | null>(node.parentId ?? null)
  const removing = useAction(remove, { successText: '删除成功' })
  const below = node.children.length
  const isEmpty = count === 0 && below === 0
  const run = async () => {
    const done = await removing.run({ id: node.id, ...(!isEmpty && { targetId }) })
    if (!done.ok) return
    onDeleted()
    onClose()
  }
  return (
    <Modal
      open
      title="确认删除？"
      okText="删 除"
      cancelText="取 消"
      okButtonProps={{ danger: true, loading: removing.isRunning }}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <FocusReturn />
      <p>{`确定删除分类“${node.name}”吗？其中的${things}不会被删除。`}</p>
      {!isEmpty && (
        <Form layout="vertical">
          <Form.Item label={targetLabel({ things, count, below })} htmlFor={id}>
            <CategorySelect id={id} of={of} exceptId={node.id} value={targetId} onChange={setTargetId} placeholder="未分类" />
          </Form.Item>
        </Form>
      )}
    </Modal>
  )
}

function targetLabel({ things, count, below }: { readonly things: string; readonly count: number; readonly below: number }) {
  const parts = [count > 0 && `${count} 个${things}`, below > 0 && `${below} 个下级分类`].filter((part) => part !== false)
  return `其中的 ${parts.join('和 ')}移动到`
}
