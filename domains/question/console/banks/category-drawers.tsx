import { formFor, otherPlaces, siblingsIn, useListRefresh } from '@kaopei/web'
import { Input, TreeSelect } from 'antd'
import { type ReactNode, useState } from 'react'
import { bank } from '../../contract/bank.ts'
import { type CategoryNode, category } from '../../contract/category.ts'
import { countedOptions } from './category-options.ts'

const naming = formFor([category.create, category.rename])
const moving = formFor(category.move)
const removing = formFor(category.remove)

/** Stands for no parent in the choices below. */
const top = 'top'
const parentOf = (value: unknown) => (typeof value === 'string' && value !== top ? value : null)

interface NameDrawerProps {
  /** Renamed; without it a new one is made. */
  readonly node?: CategoryNode
  /** Above the new one; without it, at the top. */
  readonly parent?: CategoryNode | undefined
  readonly onClose: () => void
}

export function NameDrawer({ node, parent, onClose }: NameDrawerProps): ReactNode {
  const refresh = useListRefresh()
  const field = (
    <naming.Field name="name" label="分类名称">
      <Input maxLength={40} />
    </naming.Field>
  )
  const shared = { open: true, onClose, onSaved: () => refresh(category.list, bank.list) }
  if (node) {
    return (
      <naming.FormDrawer
        {...shared}
        title="重命名分类"
        endpoint={category.rename}
        initialValues={{ id: node.id, name: node.name }}
        successText="修改成功"
      >
        {field}
      </naming.FormDrawer>
    )
  }
  return (
    <naming.FormDrawer
      {...shared}
      title={parent ? `在“${parent.name}”下新增分类` : '新增分类'}
      endpoint={category.create}
      initialValues={{ parentId: parent?.id ?? null }}
      successText="添加成功"
    >
      {field}
    </naming.FormDrawer>
  )
}

interface PlaceDrawerProps {
  readonly nodes: readonly CategoryNode[]
  readonly node: CategoryNode
  readonly onClose: () => void
}

/** Where a category goes. */
export function MoveDrawer({ nodes, node, onClose }: PlaceDrawerProps): ReactNode {
  const [parent, setParent] = useState<string>(top)
  const refresh = useListRefresh()
  const places = countedOptions(otherPlaces(nodes, node.id))
  const siblings = siblingsIn(nodes, parentOf(parent)).filter(({ id }) => id !== node.id)
  return (
    <moving.FormDrawer
      title={`移动分类“${node.name}”`}
      open
      onClose={onClose}
      endpoint={category.move}
      initialValues={{ parentId: top }}
      onValuesChange={(changed) => typeof changed.parentId === 'string' && setParent(changed.parentId)}
      toInput={(values) => ({ id: node.id, parentId: parentOf(values.parentId), beforeId: parentOf(values.beforeId) })}
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

interface RemoveDrawerProps extends PlaceDrawerProps {
  readonly onRemoved: () => void
}

/** Where goes what a category holds that is removed. */
export function RemoveDrawer({ nodes, node, onClose, onRemoved }: RemoveDrawerProps): ReactNode {
  const places = countedOptions(otherPlaces(nodes, node.id))
  return (
    <removing.FormDrawer
      title={`删除分类“${node.name}”`}
      open
      onClose={onClose}
      endpoint={category.remove}
      initialValues={{ targetId: top }}
      toInput={(values) => ({ id: node.id, targetId: parentOf(values.targetId) })}
      successText="删除成功"
      onSaved={onRemoved}
    >
      <p>
        该分类下有 {node.bankCount} 个题库和 {node.children.length} 个下级分类，题库和试题不会被删除，请选择移到哪里。
      </p>
      <removing.Field name="targetId" label={`“${node.name}”中的内容移到`} rules={[]}>
        <TreeSelect treeDefaultExpandAll treeData={[{ key: top, value: top, title: '最上级（题库不分类）', children: places }]} />
      </removing.Field>
    </removing.FormDrawer>
  )
}
