import { Bones, EmptyState, Loaded } from '@kaopei/web'
import { Input, Tree, type TreeDataNode } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import type { DepartmentNode } from '../contract/department.ts'
import { PickedTags } from './picked-tags.tsx'
import { PickerDrawer, type PickOutcome } from './picker-drawer.tsx'
import { branchOf, everything, halfTicked, matching, untickedWith } from './tick-departments.ts'
import { useWholeDepartmentTree } from './use-department-tree.ts'
import { type Picked, usePicked } from './use-picked.ts'

export interface PickedDepartment {
  readonly id: string
  readonly name: string
}

export interface DepartmentPickerProps {
  readonly open: boolean
  readonly title?: string
  readonly onClose: () => void
  /** Gets every ticked department, those below a ticked one too; the picker closes unless it answers false. */
  readonly onConfirm: (departments: readonly PickedDepartment[]) => PickOutcome
  readonly selected?: readonly PickedDepartment[]
  readonly lockedIds?: readonly string[]
  readonly single?: boolean
  readonly width?: number
}

/** Picks departments: a tick on one ticks all below it. Each opening starts anew. */
export function DepartmentPicker(props: DepartmentPickerProps): ReactNode {
  return props.open ? <OpenDepartmentPicker {...props} /> : null
}

function OpenDepartmentPicker(props: DepartmentPickerProps): ReactNode {
  const { title = '选择部门', selected = [], lockedIds = [], single = false, onClose, onConfirm, width } = props
  const picked = usePicked(selected, lockedIds)
  const whole = useWholeDepartmentTree(true)
  const untick = (id: string) => picked.remove(single ? [id] : untickedWith(whole.data ?? [], id))
  return (
    <PickerDrawer
      title={title}
      {...(width !== undefined && { width })}
      count={picked.items.length}
      isChanged={picked.isChanged}
      onClose={onClose}
      onConfirm={() => onConfirm(picked.items)}
    >
      <div className="kp-picker kp-picker-departments">
        <section className="kp-picker-main" aria-label="部门">
          <Loaded of={whole} skeleton={<Bones />}>
            {(nodes) => <TickTree nodes={nodes} picked={picked} single={single} untick={untick} />}
          </Loaded>
        </section>
        <PickedTags items={picked.items} lockedIds={picked.lockedIds} onRemove={untick} onClear={picked.clear} />
      </div>
    </PickerDrawer>
  )
}

interface TickTreeProps {
  readonly nodes: readonly DepartmentNode[]
  readonly picked: Picked<PickedDepartment>
  readonly single: boolean
  readonly untick: (id: string) => void
}

function TickTree({ nodes, picked, single, untick }: TickTreeProps): ReactNode {
  const [keyWords, setKeyWords] = useState('')
  const [toggled, setToggled] = useState<readonly string[]>()
  const shown = useMemo(() => (keyWords.trim() ? matching(nodes, keyWords.trim()) : nodes), [nodes, keyWords])
  const data = useMemo(() => shown.map((node) => tickNode(node, picked.lockedIds)), [shown, picked.lockedIds])
  const openAtFirst = keyWords.trim() ? everything(shown) : nodes
  const toggle = (id: string) => {
    if (picked.has(id)) return untick(id)
    const branch = branchOf(nodes, id).map((node) => ({ id: node.id, name: node.name }))
    const [first] = branch
    if (single) return first && picked.only(first)
    picked.add(branch)
  }
  const ticked = [...picked.items.map(({ id }) => id), ...picked.lockedIds]
  return (
    <>
      <Input
        aria-label="搜索部门"
        placeholder="搜索部门"
        value={keyWords}
        maxLength={50}
        allowClear
        onChange={(event) => {
          setKeyWords(event.target.value)
          setToggled(undefined)
        }}
      />
      {data.length === 0 ? (
        <EmptyState text="没有找到部门" />
      ) : (
        <Tree
          aria-label="部门"
          blockNode
          height={Math.max(240, window.innerHeight - 230)}
          treeData={data}
          expandedKeys={[...(toggled ?? openAtFirst.map(({ id }) => id))]}
          onExpand={(keys) => setToggled(keys.map(String))}
          onSelect={(_keys, { node }) => node.disableCheckbox || toggle(String(node.key))}
          selectedKeys={single ? ticked : []}
          {...(!single && {
            checkable: true,
            checkStrictly: true,
            checkedKeys: {
              checked: ticked,
              halfChecked: [...halfTicked(nodes, (id) => picked.has(id) || picked.lockedIds.has(id))],
            },
            onCheck: (_keys: unknown, { node }: { node: TreeDataNode }) => toggle(String(node.key)),
          })}
        />
      )}
    </>
  )
}

function tickNode(node: DepartmentNode, lockedIds: ReadonlySet<string>): TreeDataNode {
  const isFixed = lockedIds.has(node.id) || !node.isSelectable
  return {
    key: node.id,
    title: (
      <span className="kp-branch">
        <span className="kp-branch-name" title={node.name}>
          {node.name}
        </span>
        <span className="kp-branch-count">{node.totalCount}</span>
      </span>
    ),
    disableCheckbox: isFixed,
    selectable: !isFixed,
    children: (node.children ?? []).map((child) => tickNode(child, lockedIds)),
  }
}
