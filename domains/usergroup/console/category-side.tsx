import { PlusOutlined } from '@ant-design/icons'
import { Bones, Delayed, ErrorState, mayOrWarn, NodeMenu, RightButton, useCall, whenShown } from '@kaopei/web'
import { Tree, type TreeDataNode } from 'antd'
import { type ReactNode, useState } from 'react'
import { type GroupCategoryNode, groupCategory } from '../contract/category.ts'
import { withoutCategory } from './category-options.ts'
import './usergroup.css'

const CategoryForm = whenShown(async () => ({ default: (await import('./category.form.tsx')).CategoryForm }), null)
const DeleteCategoryDialog = whenShown(
  async () => ({ default: (await import('./category-delete.dialog.tsx')).DeleteCategoryDialog }),
  null,
)
const everywhere = 'everywhere'

interface Props {
  readonly value: string | undefined
  readonly onChange: (categoryId: string | undefined) => void
}

type Opened =
  | { readonly kind: 'add'; readonly parentId: string | null }
  | { readonly kind: 'edit' | 'delete'; readonly node: GroupCategoryNode }

/** The categories beside the groups, where they are made, moved and deleted too. */
export function CategorySide({ value, onChange }: Props): ReactNode {
  const asked = useCall(groupCategory.listStaffGroupCate)
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const nodes = asked.data ?? []
  const act = (key: string, node: GroupCategoryNode) => {
    if (!mayOrWarn(groupCategory.createStaffGroupCate)) return
    if (key === 'add') return setOpened({ kind: 'add', parentId: node.id })
    setOpened({ kind: key === 'edit' ? 'edit' : 'delete', node })
  }
  return (
    <>
      <div className="kp-category-head">
        <h2>用户组分类</h2>
        <RightButton
          right={groupCategory.createStaffGroupCate}
          type="text"
          size="small"
          icon={<PlusOutlined />}
          aria-label="新增分类"
          title="新增分类"
          onClick={() => setOpened({ kind: 'add', parentId: null })}
        />
      </div>
      {asked.error && <ErrorState error={asked.error} onRetry={asked.refetch} />}
      {asked.isPending && !asked.error && (
        <Delayed>
          <Bones rows={5} />
        </Delayed>
      )}
      {asked.data && (
        <Tree
          aria-label="用户组分类"
          className="kp-category-tree"
          blockNode
          defaultExpandAll
          height={Math.max(240, window.innerHeight - 260)}
          treeData={[
            { key: everywhere, title: '全部用户组' },
            ...nodes.map((node) => branchOf(node, act)),
            { key: withoutCategory, title: '未分类' },
          ]}
          selectedKeys={[value ?? everywhere]}
          onSelect={(_keys, { node }) => onChange(node.key === everywhere ? undefined : String(node.key))}
        />
      )}
      {opened?.kind === 'add' && <CategoryForm parentId={opened.parentId} nodes={nodes} onClose={close} />}
      {opened?.kind === 'edit' && (
        <CategoryForm parentId={opened.node.parentId} nodes={nodes} node={opened.node} onClose={close} />
      )}
      {opened?.kind === 'delete' && (
        <DeleteCategoryDialog
          node={opened.node}
          nodes={nodes}
          onClose={close}
          onDeleted={() => opened.node.id === value && onChange(undefined)}
        />
      )}
    </>
  )
}

function branchOf(node: GroupCategoryNode, act: (key: string, node: GroupCategoryNode) => void): TreeDataNode {
  return {
    key: node.id,
    title: (
      <span className="kp-category">
        <span className="kp-category-name" title={node.name}>
          {node.name}
        </span>
        <span className="kp-category-count kp-node-count">{node.groupCount > 0 ? node.groupCount : ''}</span>
        <NodeMenu name={node.name} items={choices} act={(key) => act(key, node)} />
      </span>
    ),
    children: node.children.map((child) => branchOf(child, act)),
  }
}

const choices = [
  { key: 'add', label: '新增下级分类' },
  { key: 'edit', label: '编辑、移动' },
  { key: 'delete', label: '删除', danger: true },
]
