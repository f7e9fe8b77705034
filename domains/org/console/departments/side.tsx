import { PlusOutlined } from '@ant-design/icons'
import { confirmAction, mayOrWarn, NodeMenu, RightButton, useAction, useMay, whenShown } from '@kaopei/web'
import { type ReactNode, useState } from 'react'
import { type DepartmentNode, department } from '../../contract/department.ts'
import type { DepartmentOverProps, OpenedDepartment } from '../pickers/department-over.tsx'
import { DepartmentBranches } from './branches.tsx'
import type { DroppedDepartment } from './drop-department.ts'
import { useDepartmentTree } from './use-department-tree.ts'

interface Props {
  readonly value: string | undefined
  readonly onChange: (departmentId: string | undefined) => void
}

// Forms and dialogs come with the first of them.
const DepartmentOver = whenShown<DepartmentOverProps>(() => import('../pickers/department-over.tsx'), null)

/** The tree beside the roster, where departments are made, moved and deleted too. */
export function DepartmentSide({ value, onChange }: Props): ReactNode {
  const [opened, setOpened] = useState<OpenedDepartment>()
  const close = () => setOpened(undefined)
  const { nodes } = useDepartmentTree()
  // Most companies are one tree: what is added goes below the chosen department, else below its top.
  const top = nodes.length === 1 && nodes[0]?.isSelectable ? nodes[0] : undefined
  const [chosen, setChosen] = useState<{ readonly id: string; readonly name: string }>()
  const above = value === undefined ? top : chosen?.id === value ? chosen : { id: value }
  const forget = (id: string) => {
    if (id === value) onChange(undefined)
  }
  const remove = useAction(department.delete, { successText: '删除成功' })
  const mayMove = useMay(department.move)
  const move = useAction(department.move, { successText: '移动成功' })
  const drop = async ({ node, parent, beforeId }: DroppedDepartment) => {
    const parentId = parent?.id ?? null
    const fromParentId = node.parentId
    const words = {
      title: '移动部门',
      content: `确定将“${node.name}”${node.totalCount > 0 ? `（含下级共${node.totalCount}人）` : ''}移动到${parent ? `“${parent.name}”下` : '最上级'}吗？`,
    }
    // Another place among its siblings changes nothing but the order.
    const isSure = parentId === fromParentId || (await confirmAction(words))
    if (isSure) await move.run({ id: node.id, parentId, beforeId, fromParentId })
  }
  const isEmpty = (node: DepartmentNode) => node.totalCount === 0 && !node.hasChildren
  const act = async (key: string, node: DepartmentNode) => {
    if (!mayOrWarn(department.save)) return
    if (key === 'add') return setOpened({ kind: 'add', title: '新增下级部门', above: node })
    if (key === 'move') return setOpened({ kind: 'move', node })
    if (key === 'edit') return setOpened({ kind: 'edit', node })
    if (!isEmpty(node)) return setOpened({ kind: 'delete', node })
    const isSure = await confirmAction({ title: '确认删除？', content: `确定删除部门“${node.name}”吗？`, isDangerous: true })
    if (isSure && (await remove.run({ id: node.id })).ok) forget(node.id)
  }
  return (
    <>
      <div className="kp-side-head">
        <h2>部门</h2>
        <RightButton
          right={department.save}
          type="text"
          size="small"
          icon={<PlusOutlined />}
          aria-label="新增部门"
          title="新增部门"
          onClick={() => setOpened({ kind: 'add', title: '新增部门', above })}
        />
      </div>
      <DepartmentBranches
        value={value}
        onChange={(id, name) => {
          if (id !== undefined && name !== undefined) setChosen({ id, name })
          onChange(id)
        }}
        actions={(node) => <NodeMenu name={node.name} items={choices} act={(key) => void act(key, node)} />}
        height={Math.max(240, window.innerHeight - 280)}
        {...(mayMove && { onDrop: (dropped: DroppedDepartment) => void drop(dropped) })}
      />
      {opened && <DepartmentOver opened={opened} onClose={close} onDeleted={forget} />}
    </>
  )
}

const choices = [
  { key: 'add', label: '新增下级部门' },
  { key: 'edit', label: '编辑' },
  { key: 'move', label: '移动' },
  { key: 'delete', label: '删除', danger: true },
]
