import { CategoryDelete, CategoryForm, CategoryTree, findNode, useAction, useCall, useChosenCategory, useMay } from '@kaopei/web'
import { type ReactNode, useState } from 'react'
import { type CategoryNode, category } from '../contract/category.ts'

type Opened =
  | { readonly kind: 'add'; readonly parentId: string | null }
  | { readonly kind: 'edit' | 'delete'; readonly node: CategoryNode }

/** 课程分类: chosen in the address; added, changed, moved (also by dragging) and removed here. */
export function CourseCategories(): ReactNode {
  const asked = useCall(category.list)
  const [opened, setOpened] = useState<Opened>()
  const mayMove = useMay(category.update)
  const move = useAction(category.update, { successText: '移动成功' })
  const nodes = asked.data ?? []
  const { create, update, remove } = category
  const close = () => setOpened(undefined)
  const { chosen, choose } = useChosenCategory(nodes)
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
        <CategoryForm noun="分类" {...{ create, update }} of={asked} parentId={opened.parentId} onClose={close} />
      )}
      {opened?.kind === 'edit' && (
        <CategoryForm noun="分类" {...{ create, update }} of={asked} node={opened.node} onClose={close} />
      )}
      {opened?.kind === 'delete' && (
        <CategoryDelete
          {...{ remove }}
          of={asked}
          node={opened.node}
          things="课程"
          count={opened.node.courseCount}
          onClose={close}
          onDeleted={() => opened.node.id === chosen?.id && choose(undefined)}
        />
      )}
    </>
  )
}
