import { CategoryForm, CategorySelect, CategoryTree, findNode, useAction, useCall, useMay } from '@kaopei/web'
import { Form, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type CategoryNode, category } from '../contract/category.ts'

type Opened =
  | { readonly kind: 'add'; readonly parentId: string | null }
  | { readonly kind: 'edit' | 'delete'; readonly node: CategoryNode }

/** 课程分类: chosen in the address; added, changed, moved (also by dragging) and removed here. */
export function CourseCategories(): ReactNode {
  const [params, setParams] = useSearchParams()
  const asked = useCall(category.list)
  const [opened, setOpened] = useState<Opened>()
  const mayMove = useMay(category.update)
  const move = useAction(category.update, { successText: '移动成功' })
  const nodes = asked.data ?? []
  const { create, update, remove } = category
  const close = () => setOpened(undefined)
  const choose = (id: string | undefined) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.delete('pageIndex')
      if (id === undefined) next.delete('category')
      else next.set('category', id)
      return next
    })
  const chosen = findNode(nodes, params.get('category'))
  return (
    <>
      <CategoryTree
        title="课程分类"
        of={asked}
        value={chosen?.id}
        onChange={choose}
        allTitle="全部课程"
        countOf={({ courseCount }) => courseCount}
        add={{ label: '新增分类', right: create, run: () => setOpened({ kind: 'add', parentId: null }) }}
        actions={(node) => [
          { label: '新增下级分类', right: create, run: () => setOpened({ kind: 'add', parentId: node.id }) },
          { label: '编辑、移动', right: update, run: () => setOpened({ kind: 'edit', node }) },
          { label: '删除', right: remove, isDangerous: true, run: () => setOpened({ kind: 'delete', node }) },
        ]}
        onMove={mayMove ? (id, place) => void move.run({ id, version: findNode(nodes, id)?.version ?? 0, ...place }) : undefined}
      />
      {opened?.kind === 'add' && (
        <CategoryForm noun="分类" {...{ create, update, nodes }} parentId={opened.parentId} onClose={close} />
      )}
      {opened?.kind === 'edit' && <CategoryForm noun="分类" {...{ create, update, nodes }} node={opened.node} onClose={close} />}
      {opened?.kind === 'delete' && (
        <DeleteDialog
          node={opened.node}
          nodes={nodes}
          onClose={close}
          onDeleted={() => opened.node.id === chosen?.id && choose(undefined)}
        />
      )}
    </>
  )
}

interface DeleteProps {
  readonly node: CategoryNode
  readonly nodes: readonly CategoryNode[]
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Says what becomes of what is in it, and lets it go elsewhere. */
function DeleteDialog({ node, nodes, onClose, onDeleted }: DeleteProps): ReactNode {
  const [targetId, setTargetId] = useState<string | null>(node.parentId)
  const remove = useAction(category.remove, { successText: '删除成功' })
  const isEmpty = node.courseCount === 0 && node.children.length === 0
  const run = async () => {
    const done = await remove.run({ id: node.id, ...(!isEmpty && { targetId }) })
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
      <p>确定删除分类“{node.name}”吗？其中的课程不会被删除。</p>
      {!isEmpty && (
        <Form layout="vertical">
          <Form.Item label="其中的课程和下级分类移动到" htmlFor="kp-course-category-target">
            <CategorySelect
              id="kp-course-category-target"
              nodes={nodes}
              exceptId={node.id}
              value={targetId}
              onChange={setTargetId}
              placeholder="未分类"
            />
          </Form.Item>
        </Form>
      )}
    </Modal>
  )
}
