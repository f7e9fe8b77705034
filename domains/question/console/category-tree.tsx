import { confirmAction, formFor, RightButton, toast, useAction, useListRefresh, useMay } from '@kaopei/web'
import { Button, Empty, Input, Space, Tree, type TreeProps, TreeSelect } from 'antd'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { bank } from '../contract/bank.ts'
import { type CategoryNode, category } from '../contract/category.ts'
import { treeOf } from './category-options.ts'
import { findCategory, idsOf, otherPlaces, placeOfDrop, siblingsIn } from './category-places.ts'

const naming = formFor([category.create, category.rename])
const moving = formFor(category.move)
const removing = formFor(category.remove)

/** Stands for no parent in the choices below. */
const top = 'top'
const parentOf = (value: unknown) => (typeof value === 'string' && value !== top ? value : null)

type Dialog = 'create' | 'rename' | 'move' | 'remove'

interface CategoryTreeProps {
  readonly nodes: readonly CategoryNode[]
  readonly isPending: boolean
}

/** 题库分类: chosen in the address; added, renamed, moved (also by dragging) and removed here. */
export function CategoryTree({ nodes, isPending }: CategoryTreeProps): ReactNode {
  const [params, setParams] = useSearchParams()
  const [dialog, setDialog] = useState<Dialog>()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const chosen = findCategory(nodes, params.get('category'))
  const refresh = useListRefresh()
  const mayEdit = useMay(category.move)
  const move = useAction(category.move)
  const remove = useAction(category.remove, { successText: '删除成功' })
  const choose = (id: string | undefined) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.delete('pageIndex')
      if (id === undefined) next.delete('category')
      else next.set('category', id)
      return next
    })
  const open = (kind: Dialog) => (chosen ? setDialog(kind) : toast.warning('请先选择一个分类'))
  const removed = () => {
    choose(undefined)
    refresh(category.list, bank.list)
  }
  const removeChosen = async () => {
    if (!chosen || chosen.bankCount > 0 || chosen.children.length > 0) return open('remove')
    if (!(await confirmAction({ title: '提示', content: `确定要删除分类“${chosen.name}”吗？` }))) return
    if ((await remove.run({ id: chosen.id })).ok) removed()
  }
  const drop: TreeProps['onDrop'] = async ({ dragNode, node, dropToGap, dropPosition }) => {
    const after = dropPosition > Number(node.pos.split('-').at(-1))
    const place = placeOfDrop(nodes, String(dragNode.key), { id: String(node.key), isInside: !dropToGap, isAfter: after })
    if ((await move.run({ id: String(dragNode.key), ...place })).ok) refresh(category.list)
  }
  return (
    <div className="kp-bank-tree">
      <Space style={{ marginBottom: 8 }} size={4} wrap>
        <RightButton right={category.create} size="small" onClick={() => setDialog('create')}>
          新增
        </RightButton>
        <RightButton right={category.rename} size="small" onClick={() => open('rename')}>
          重命名
        </RightButton>
        <RightButton right={category.move} size="small" onClick={() => open('move')}>
          移动
        </RightButton>
        <RightButton right={category.remove} size="small" onClick={() => void removeChosen()}>
          删除
        </RightButton>
      </Space>
      <Button type={chosen ? 'text' : 'link'} block onClick={() => choose(undefined)} style={{ justifyContent: 'flex-start' }}>
        全部题库
      </Button>
      {nodes.length === 0 && !isPending && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="暂无分类" />}
      {nodes.length > 0 && (
        <Tree
          blockNode
          expandedKeys={idsOf(nodes).filter((id) => !closed.has(id))}
          onExpand={(keys) => setClosed(new Set(idsOf(nodes).filter((id) => !keys.includes(id))))}
          draggable={mayEdit ? { icon: false } : false}
          treeData={treeOf(nodes)}
          selectedKeys={chosen ? [chosen.id] : []}
          onSelect={([key]) => choose(key === undefined ? undefined : String(key))}
          onDrop={(info) => void drop(info)}
        />
      )}
      <NameDrawer
        kind={dialog === 'create' ? 'create' : dialog === 'rename' && chosen ? 'rename' : undefined}
        chosen={chosen}
        onClose={() => setDialog(undefined)}
      />
      {chosen && (
        <PlaceDrawers
          nodes={nodes}
          chosen={chosen}
          kind={dialog === 'move' || dialog === 'remove' ? dialog : undefined}
          onClose={() => setDialog(undefined)}
          onRemoved={removed}
        />
      )}
    </div>
  )
}

interface NameDrawerProps {
  readonly kind: 'create' | 'rename' | undefined
  readonly chosen: CategoryNode | undefined
  readonly onClose: () => void
}

function NameDrawer({ kind, chosen, onClose }: NameDrawerProps): ReactNode {
  const refresh = useListRefresh()
  const field = (
    <naming.Field name="name" label="分类名称">
      <Input maxLength={40} />
    </naming.Field>
  )
  const shared = { open: true, onClose, onSaved: () => refresh(category.list, bank.list) }
  if (kind === 'create') {
    return (
      <naming.FormDrawer
        {...shared}
        title={chosen ? `在“${chosen.name}”下新增分类` : '新增分类'}
        endpoint={category.create}
        initialValues={{ parentId: chosen?.id ?? null }}
        successText="添加成功"
      >
        {field}
      </naming.FormDrawer>
    )
  }
  if (kind !== 'rename' || !chosen) return null
  return (
    <naming.FormDrawer
      {...shared}
      title="重命名分类"
      endpoint={category.rename}
      initialValues={{ id: chosen.id, name: chosen.name }}
      successText="修改成功"
    >
      {field}
    </naming.FormDrawer>
  )
}

interface PlaceDrawersProps {
  readonly nodes: readonly CategoryNode[]
  readonly chosen: CategoryNode
  readonly kind: 'move' | 'remove' | undefined
  readonly onClose: () => void
  readonly onRemoved: () => void
}

/** Where a category goes, or where what it holds goes when it is removed. */
function PlaceDrawers({ nodes, chosen, kind, onClose, onRemoved }: PlaceDrawersProps): ReactNode {
  const [parent, setParent] = useState<string>(top)
  const refresh = useListRefresh()
  const places = treeOf(otherPlaces(nodes, chosen.id))
  if (kind === 'move') {
    const siblings = siblingsIn(nodes, parentOf(parent)).filter(({ id }) => id !== chosen.id)
    return (
      <moving.FormDrawer
        title={`移动分类“${chosen.name}”`}
        open
        onClose={onClose}
        endpoint={category.move}
        initialValues={{ parentId: top }}
        onValuesChange={(changed) => typeof changed.parentId === 'string' && setParent(changed.parentId)}
        toInput={(values) => ({ id: chosen.id, parentId: parentOf(values.parentId), beforeId: parentOf(values.beforeId) })}
        successText="移动成功"
        onSaved={() => refresh(category.list)}
      >
        <moving.Field name="parentId" label="上级分类" rules={[]}>
          <TreeSelect treeDefaultExpandAll treeData={[{ key: top, value: top, title: '最上级', children: places }]} />
        </moving.Field>
        <moving.Field name="beforeId" label="排在谁的前面" rules={[]}>
          <TreeSelect
            allowClear
            placeholder="排在最后"
            treeData={siblings.map(({ id, name }) => ({ key: id, value: id, title: name }))}
          />
        </moving.Field>
      </moving.FormDrawer>
    )
  }
  if (kind !== 'remove') return null
  return (
    <removing.FormDrawer
      title={`删除分类“${chosen.name}”`}
      open
      onClose={onClose}
      endpoint={category.remove}
      initialValues={{ targetId: top }}
      toInput={(values) => ({ id: chosen.id, targetId: parentOf(values.targetId) })}
      successText="删除成功"
      onSaved={onRemoved}
    >
      <p>
        该分类下有 {chosen.bankCount} 个题库和 {chosen.children.length} 个下级分类，题库和试题不会被删除，请选择移到哪里。
      </p>
      <removing.Field name="targetId" label={`“${chosen.name}”中的内容移到`} rules={[]}>
        <TreeSelect treeDefaultExpandAll treeData={[{ key: top, value: top, title: '最上级（题库不分类）', children: places }]} />
      </removing.Field>
    </removing.FormDrawer>
  )
}
