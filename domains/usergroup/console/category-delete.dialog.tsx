import { CategorySelect, type CategorySelectProps, useAction } from '@kaopei/web'
import { Form, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { type GroupCategoryNode, groupCategory } from '../contract/category.ts'

interface Props {
  readonly node: GroupCategoryNode
  readonly of: CategorySelectProps<GroupCategoryNode>['of']
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Says what becomes of the groups and of the categories below, and lets them go elsewhere. */
export function DeleteCategoryDialog({ node, of, onClose, onDeleted }: Props): ReactNode {
  const [targetId, setTargetId] = useState<string | null>(null)
  const remove = useAction(groupCategory.deleteStaffGroupCate, { successText: '删除成功' })
  const run = async () => {
    const done = await remove.run({ id: node.id, targetId })
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
      okButtonProps={{ danger: true, loading: remove.isRunning }}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <p>
        确定删除分类“{node.name}”吗？用户组不会被删除
        {node.children.length > 0 && `，${node.children.length} 个下级分类将上移一级`}。
      </p>
      {node.groupCount > 0 && (
        <Form layout="vertical">
          <Form.Item label={`其中的 ${node.groupCount} 个用户组移动到`} htmlFor="kp-category-target">
            <CategorySelect
              id="kp-category-target"
              of={of}
              exceptId={node.id}
              value={targetId}
              onChange={setTargetId}
              placeholder={node.parentId === null ? '未分类' : '上级分类'}
            />
          </Form.Item>
        </Form>
      )}
    </Modal>
  )
}
