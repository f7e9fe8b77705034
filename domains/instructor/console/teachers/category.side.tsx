import {
  CategoryDelete,
  CategorySelect,
  type CategorySelectProps,
  CategoryTree,
  formFor,
  useCall,
  useChosenCategory,
} from '@kaopei/web'
import { Input, InputNumber } from 'antd'
import { type ReactNode, useState } from 'react'
import { type TeacherCategoryNode, teacherCategory } from '../../contract/category.ts'

type Opened =
  | { readonly kind: 'add'; readonly parentId: string | null }
  | { readonly kind: 'edit' | 'delete'; readonly node: TeacherCategoryNode }

const { list, saveOrUpdate, remove } = teacherCategory
const { Field, FormDrawer } = formFor(saveOrUpdate)

/** 讲师分类: chosen in the address; added, changed and removed here. */
export function TeacherCategories(): ReactNode {
  const asked = useCall(list)
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const { chosen, choose } = useChosenCategory(asked.data ?? [])
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
          of={asked}
          {...('node' in opened ? { node: opened.node } : { parentId: opened.parentId })}
          onClose={close}
        />
      )}
      {opened?.kind === 'delete' && (
        <CategoryDelete
          {...{ remove }}
          of={asked}
          node={opened.node}
          things="讲师"
          count={opened.node.teacherCount}
          onClose={close}
          onDeleted={() => opened.node.id === chosen?.id && choose(undefined)}
        />
      )}
    </>
  )
}

interface DrawerProps {
  readonly of: CategorySelectProps<TeacherCategoryNode>['of']
  readonly node?: TeacherCategoryNode
  /** Of a new one. */
  readonly parentId?: string | null
  readonly onClose: () => void
}

function CategoryDrawer({ of, node, parentId = null, onClose }: DrawerProps): ReactNode {
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
        <CategorySelect of={of} exceptId={node?.id} placeholder="最上级" />
      </Field>
      <Field name="sort" label="排序" required={false} extra="数字小的排在前面">
        <InputNumber precision={0} min={-1_000_000} max={1_000_000} placeholder="默认排在最后" style={{ width: '100%' }} />
      </Field>
    </FormDrawer>
  )
}
