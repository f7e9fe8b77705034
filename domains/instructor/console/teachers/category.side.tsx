import { CategorySelect, CategoryTree, findNode, formFor, useAction, useCall } from '@kaopei/web'
import { Form, Input, InputNumber, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type TeacherCategoryNode, teacherCategory } from '../../contract/category.ts'

type Opened =
  | { readonly kind: 'add'; readonly parentId: string | null }
  | { readonly kind: 'edit' | 'delete'; readonly node: TeacherCategoryNode }

const { list, saveOrUpdate, remove } = teacherCategory
const { Field, FormDrawer } = formFor(saveOrUpdate)

/** 讲师分类: chosen in the address; added, changed and removed here. */
export function TeacherCategories(): ReactNode {
  const [params, setParams] = useSearchParams()
  const asked = useCall(list)
  const [opened, setOpened] = useState<Opened>()
  const nodes = asked.data ?? []
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
      <CategoryTree<TeacherCategoryNode>
        title="讲师分类"
        of={asked}
        value={chosen?.id}
        onChange={choose}
        allTitle="全部讲师"
        countOf={({ teacherCount }) => teacherCount}
        add={{ label: '新增分类', right: saveOrUpdate, run: () => setOpened({ kind: 'add', parentId: null }) }}
        actions={(node) => [
          { label: '新增下级分类', right: saveOrUpdate, run: () => setOpened({ kind: 'add', parentId: node.id }) },
          { label: '编辑、移动', right: saveOrUpdate, run: () => setOpened({ kind: 'edit', node }) },
          { label: '删除', right: remove, isDangerous: true, run: () => setOpened({ kind: 'delete', node }) },
        ]}
      />
      {(opened?.kind === 'add' || opened?.kind === 'edit') && (
        <CategoryDrawer
          nodes={nodes}
          {...('node' in opened ? { node: opened.node } : { parentId: opened.parentId })}
          onClose={close}
        />
      )}
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

interface DrawerProps {
  readonly nodes: readonly TeacherCategoryNode[]
  readonly node?: TeacherCategoryNode
  /** Of a new one. */
  readonly parentId?: string | null
  readonly onClose: () => void
}

function CategoryDrawer({ nodes, node, parentId = null, onClose }: DrawerProps): ReactNode {
  return (
    <FormDrawer
      open
      title={node ? '编辑分类' : parentId === null ? '新增分类' : '新增下级分类'}
      width={480}
      endpoint={saveOrUpdate}
      successText="保存成功"
      onClose={onClose}
      initialValues={
        node ? { id: node.id, version: node.version, name: node.name, parentId: node.parentId, sort: node.sort } : { parentId }
      }
      toInput={({ parentId: parent, ...values }) => ({ ...values, parentId: parent ?? null })}
    >
      <Field name="name" label="分类名称">
        <Input maxLength={40} showCount />
      </Field>
      <Field name="parentId" label="上级分类" required={false}>
        <CategorySelect nodes={nodes} exceptId={node?.id} placeholder="最上级" />
      </Field>
      <Field name="sort" label="排序" required={false} extra="数字小的排在前面">
        <InputNumber precision={0} min={-1_000_000} max={1_000_000} placeholder="默认排在最后" style={{ width: '100%' }} />
      </Field>
    </FormDrawer>
  )
}

interface DeleteProps {
  readonly node: TeacherCategoryNode
  readonly nodes: readonly TeacherCategoryNode[]
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Says what becomes of what is in it, and lets it go elsewhere. */
function DeleteDialog({ node, nodes, onClose, onDeleted }: DeleteProps): ReactNode {
  const [targetId, setTargetId] = useState<string | null>(node.parentId)
  const removing = useAction(remove, { successText: '删除成功' })
  const isEmpty = node.teacherCount === 0 && node.children.length === 0
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
      <p>确定删除分类“{node.name}”吗？其中的讲师不会被删除。</p>
      {!isEmpty && (
        <Form layout="vertical">
          <Form.Item label="其中的讲师和下级分类移动到" htmlFor="kp-teacher-category-target">
            <CategorySelect
              id="kp-teacher-category-target"
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
