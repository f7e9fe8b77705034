import { type Acting, CategoryTree, calling, findNode, useAction, useAddress, useCall, useListRefresh, useMay } from '@kaopei/web'
import { type ReactNode, useState } from 'react'
import { bank } from '../../contract/bank.ts'
import { type CategoryNode, category } from '../../contract/category.ts'
import { MoveDrawer, NameDrawer, RemoveDrawer } from './category-drawers.tsx'

type Opened =
  | { readonly kind: 'create'; readonly parent?: CategoryNode }
  | { readonly kind: 'rename' | 'move' | 'remove'; readonly node: CategoryNode }

/** 题库分类: chosen in the address; added, renamed, moved (also by dragging) and removed here. */
export function BankCategories(): ReactNode {
  const [params, setParams] = useAddress()
  const [opened, setOpened] = useState<Opened>()
  const asked = useCall(category.list)
  const refresh = useListRefresh()
  const mayMove = useMay(category.move)
  const move = useAction(category.move, { refreshes: [category.list] })
  const nodes = asked.data ?? []
  const chosen = findNode(nodes, params.get('category'))
  const choose = (id: string | undefined) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.delete('pageIndex')
      if (id === undefined) next.delete('category')
      else next.set('category', id)
      return next
    })
  const removed = (id: string) => {
    if (chosen?.id === id) choose(undefined)
    refresh(category.list, bank.list)
  }
  return (
    <>
      <CategoryTree
        title="题库分类"
        of={asked}
        value={chosen?.id}
        onChange={choose}
        allTitle="全部题库"
        countOf={({ bankCount }) => bankCount}
        add={{ label: '新增分类', right: category.create, run: () => setOpened({ kind: 'create' }) }}
        actions={(node) => actionsOf(node, setOpened, removed)}
        onMove={mayMove ? (id, place) => void move.run({ id, ...place }) : undefined}
      />
      {opened && <CategoryDrawer opened={opened} nodes={nodes} onClose={() => setOpened(undefined)} onRemoved={removed} />}
    </>
  )
}

function actionsOf(node: CategoryNode, open: (opened: Opened) => void, onRemoved: (id: string) => void): readonly Acting[] {
  const { id, name, bankCount, children } = node
  const isEmpty = bankCount === 0 && children.length === 0
  return [
    { label: '新增下级分类', right: category.create, run: () => open({ kind: 'create', parent: node }) },
    { label: '重命名', right: category.rename, run: () => open({ kind: 'rename', node }) },
    { label: '移动', right: category.move, run: () => open({ kind: 'move', node }) },
    isEmpty
      ? calling(category.remove, {
          label: '删除',
          isDangerous: true,
          input: { id },
          confirm: `确定要删除分类“${name}”吗？`,
          successText: '删除成功',
          onDone: () => onRemoved(id),
        })
      : { label: '删除', isDangerous: true, right: category.remove, run: () => open({ kind: 'remove', node }) },
  ]
}

interface DrawerProps {
  readonly opened: Opened
  readonly nodes: readonly CategoryNode[]
  readonly onClose: () => void
  readonly onRemoved: (id: string) => void
}

function CategoryDrawer({ opened, nodes, onClose, onRemoved }: DrawerProps): ReactNode {
  switch (opened.kind) {
    case 'create':
      return <NameDrawer parent={opened.parent} onClose={onClose} />
    case 'rename':
      return <NameDrawer node={opened.node} onClose={onClose} />
    case 'move':
      return <MoveDrawer nodes={nodes} node={opened.node} onClose={onClose} />
    case 'remove':
      return <RemoveDrawer nodes={nodes} node={opened.node} onClose={onClose} onRemoved={() => onRemoved(opened.node.id)} />
  }
}
