import { CategoryTree, formFor, useAction, useCall } from '@kaopei/web'
import { Form, Input, InputNumber, Modal, Select } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type ProjectCategoryRow, projectCategory } from '../contract/category.ts'

const { listPage, create, modify, delete: remove } = projectCategory
const { Field, FormDrawer } = formFor([create, modify])

type Opened =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit'; readonly row: ProjectCategoryRow }
  | { readonly kind: 'delete'; readonly row: ProjectCategoryRow }

/** All of them: they stand at one level, and are few. */
export const allCategories = { pageIndex: 1, pageSize: 100 } as const

interface CategoryNode extends ProjectCategoryRow {
  readonly children: readonly CategoryNode[]
}

/** 项目分类: chosen in the address; added, changed and removed here. */
export function ProjectCategories(): ReactNode {
  const [params, setParams] = useSearchParams()
  const asked = useCall(listPage, allCategories)
  const nodes = useMemo(() => asked.data?.dataList.map((row): CategoryNode => ({ ...row, children: [] })), [asked.data])
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const choose = (id: string | undefined) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.delete('pageIndex')
      if (id === undefined) next.delete('category')
      else next.set('category', id)
      return next
    })
  const chosen = nodes?.find(({ id }) => id === params.get('category'))
  return (
    <>
      <CategoryTree<CategoryNode>
        title="项目分类"
        of={{ data: nodes, error: asked.error, refetch: asked.refetch }}
        value={chosen?.id}
        onChange={choose}
        allTitle="全部项目"
        countOf={({ projectCount }) => projectCount}
        add={{ label: '新增分类', right: create, run: () => setOpened({ kind: 'add' }) }}
        actions={(row) => [
          { label: '编辑', right: modify, run: () => setOpened({ kind: 'edit', row }) },
          { label: '删除', right: remove, isDangerous: true, run: () => setOpened({ kind: 'delete', row }) },
        ]}
      />
      {(opened?.kind === 'add' || opened?.kind === 'edit') && (
        <CategoryDrawer row={opened.kind === 'edit' ? opened.row : undefined} onClose={close} />
      )}
      {opened?.kind === 'delete' && (
        <DeleteDialog
          row={opened.row}
          others={nodes?.filter(({ id }) => id !== opened.row.id) ?? []}
          onClose={close}
          onDeleted={() => opened.row.id === chosen?.id && choose(undefined)}
        />
      )}
    </>
  )
}

function CategoryDrawer({
  row,
  onClose,
}: {
  readonly row: ProjectCategoryRow | undefined
  readonly onClose: () => void
}): ReactNode {
  const fields = (
    <>
      <Field name="name" label="分类名称" required>
        <Input maxLength={40} showCount placeholder="例如：新员工培训" />
      </Field>
      <Field name="sort" label="排序" required={false} extra="数字小的排在前面">
        <InputNumber precision={0} min={-1_000_000} max={1_000_000} placeholder="默认排在最后" style={{ width: '100%' }} />
      </Field>
    </>
  )
  if (!row) {
    return (
      <FormDrawer open title="新增分类" width={480} onClose={onClose} endpoint={create} successText="添加成功" initialValues={{}}>
        {fields}
      </FormDrawer>
    )
  }
  const { id, name, sort, version } = row
  return (
    <FormDrawer
      open
      title="编辑分类"
      width={480}
      onClose={onClose}
      endpoint={modify}
      successText="修改成功"
      initialValues={{ id, name, sort, version }}
    >
      {fields}
    </FormDrawer>
  )
}

interface DeleteProps {
  readonly row: ProjectCategoryRow
  readonly others: readonly ProjectCategoryRow[]
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Says what becomes of what is in it, and lets it go elsewhere. */
function DeleteDialog({ row, others, onClose, onDeleted }: DeleteProps): ReactNode {
  const [targetId, setTargetId] = useState<string | null>(null)
  const removing = useAction(remove, { successText: '删除成功' })
  const run = async () => {
    const done = await removing.run({ id: row.id, ...(row.projectCount > 0 && { targetId }) })
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
      <p>确定删除分类“{row.name}”吗？其中的项目不会被删除。</p>
      {row.projectCount > 0 && (
        <Form layout="vertical">
          <Form.Item label={`其中的 ${row.projectCount} 个项目移动到`} htmlFor="kp-training-target">
            <Select
              id="kp-training-target"
              allowClear
              placeholder="未分类"
              value={targetId}
              options={others.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(id?: string) => setTargetId(id ?? null)}
            />
          </Form.Item>
        </Form>
      )}
    </Modal>
  )
}
