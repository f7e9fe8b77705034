import { PlusOutlined } from '@ant-design/icons'
import type { Endpoint, Right } from '@kaopei/contract'
import { Tree, type TreeDataNode, type TreeProps } from 'antd'
import { type ReactNode, useState } from 'react'
import { RightButton } from '../action-button.tsx'
import { type Acting, useActing } from '../list/row-actions.tsx'
import { NodeMenu } from '../node-menu.tsx'
import { Bones, Delayed, type Loadable, Loaded } from '../states.tsx'
import { type Branching, idsOf, type Place, placeOfDrop } from './category-nodes.ts'

export interface CategoryTreeProps<Node> {
  /** The heading, and the tree's name. */
  readonly title: string
  readonly of: Loadable<readonly Node[]>
  /** The chosen node, or `without`; undefined: all. */
  readonly value: string | undefined
  readonly onChange: (id: string | undefined) => void
  /** What the line above the nodes says, which chooses all. */
  readonly allTitle: string
  /** A last line for what stands in no node. */
  readonly without?: { readonly id: string; readonly title: string }
  /** How many things a node holds; 0 is not said. */
  readonly countOf: (node: Node) => number
  /** A node at the top. */
  readonly add: { readonly label: string; readonly right: Right | Endpoint; readonly run: () => void }
  /** What can be done with a node, in its menu. */
  readonly actions: (node: Node) => readonly Acting[]
  /** Nodes are dragged where this is given. */
  readonly onMove?: ((id: string, place: Place) => void) | undefined
}

const everything = 'everything'

/** Categories beside a list: one is chosen, and they are made, changed, moved and removed here. */
export function CategoryTree<Node extends Branching<Node>>(props: CategoryTreeProps<Node>): ReactNode {
  const { title, of, add } = props
  return (
    <>
      <div className="kp-category-head">
        <h2>{title}</h2>
        <RightButton
          right={add.right}
          type="text"
          size="small"
          icon={<PlusOutlined />}
          aria-label={add.label}
          title={add.label}
          onClick={add.run}
        />
      </div>
      <Loaded
        of={of}
        skeleton={
          <Delayed>
            <Bones rows={5} />
          </Delayed>
        }
      >
        {(nodes) => <Branches {...props} nodes={nodes} />}
      </Loaded>
    </>
  )
}

function Branches<Node extends Branching<Node>>(props: CategoryTreeProps<Node> & { readonly nodes: readonly Node[] }): ReactNode {
  const { title, nodes, value, onChange, allTitle, without, countOf, actions, onMove } = props
  // What is closed is kept, not what is open: a new node shall be seen.
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const act = useActing()
  const ids = idsOf(nodes)
  const titleOf = (node: Node) => {
    const known = actions(node)
    const items = known.map(({ label, isDangerous = false }) => ({ key: label, label, danger: isDangerous }))
    const start = (label: string) => act(known.find((action) => action.label === label))
    return <Branch name={node.name} count={countOf(node)} menu={<NodeMenu name={node.name} items={items} act={start} />} />
  }
  const drop: TreeProps['onDrop'] = ({ dragNode, node, dropToGap, dropPosition }) => {
    const isAfter = dropPosition > Number(node.pos.split('-').at(-1))
    const dragged = String(dragNode.key)
    onMove?.(dragged, placeOfDrop(nodes, dragged, { id: String(node.key), isInside: !dropToGap, isAfter }))
  }
  return (
    <Tree
      aria-label={title}
      className="kp-category-tree"
      blockNode
      height={Math.max(240, window.innerHeight - 260)}
      expandedKeys={ids.filter((id) => !closed.has(id))}
      onExpand={(keys) => setClosed(new Set(ids.filter((id) => !keys.includes(id))))}
      treeData={[
        { key: everything, title: allTitle, isLeaf: true },
        ...nodes.map((node) => branchOf(node, titleOf)),
        ...(without ? [{ key: without.id, title: without.title, isLeaf: true }] : []),
      ]}
      selectedKeys={[value ?? everything]}
      onSelect={(_keys, { node }) => onChange(node.key === everything ? undefined : String(node.key))}
      draggable={onMove ? { icon: false, nodeDraggable: ({ key }) => ids.includes(String(key)) } : false}
      allowDrop={({ dropNode, dropPosition }) =>
        ids.includes(String(dropNode.key)) || (dropNode.key === everything && dropPosition === 1)
      }
      onDrop={drop}
    />
  )
}

function branchOf<Node extends Branching<Node>>(node: Node, titleOf: (node: Node) => ReactNode): TreeDataNode {
  return {
    key: node.id,
    title: titleOf(node),
    isLeaf: node.children.length === 0,
    children: node.children.map((child) => branchOf(child, titleOf)),
  }
}

function Branch({ name, count, menu }: { readonly name: string; readonly count: number; readonly menu: ReactNode }): ReactNode {
  return (
    <span className="kp-category">
      <span className="kp-category-name" title={name}>
        {name}
      </span>
      <span className="kp-category-count kp-node-count">{count > 0 ? count : ''}</span>
      {menu}
    </span>
  )
}
