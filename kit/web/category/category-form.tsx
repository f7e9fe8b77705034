import type { Endpoint } from '@kaopei/contract'
import { Input, InputNumber } from 'antd'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { formFor } from '../form/form-for.tsx'
import type { Branching } from './category-nodes.ts'
import { type AskedNodes, CategorySelect } from './category-select.tsx'

interface Fields {
  readonly name: string
  readonly parentId?: string | null | undefined
  readonly sort?: unknown
}

/** Makes a node. */
export type CategoryCreate = Endpoint<z.ZodType<unknown, Fields>>
/** Renames, moves and sorts one. */
export type CategoryUpdate = Endpoint<
  z.ZodType<
    unknown,
    Omit<Fields, 'name'> & { readonly id: string; readonly name?: string | undefined; readonly version: unknown }
  >
>

/** A node as the form changes it. */
export interface SortedNode extends Branching<SortedNode> {
  readonly parentId: string | null
  readonly sort: number
  readonly version: number
}

export interface CategoryFormProps {
  /** What a node is called: 分类, 岗位组. */
  readonly noun: string
  readonly create: CategoryCreate
  readonly update: CategoryUpdate
  readonly of: AskedNodes<SortedNode>
  /** Changed; without it a new one is made. */
  readonly node?: SortedNode | undefined
  /** Of a new one. */
  readonly parentId?: string | null
  readonly onClose: () => void
}

const { Field, FormDrawer } = formFor<CategoryCreate | CategoryUpdate>([])

/** Name, parent and order of a new node or of one that stands. */
export function CategoryForm({ noun, create, update, of, node, parentId = null, onClose }: CategoryFormProps): ReactNode {
  const fields = <CategoryFields noun={noun} of={of} exceptId={node?.id} />
  if (!node) {
    return (
      <FormDrawer
        open
        title={parentId === null ? `新增${noun}` : `新增下级${noun}`}
        width={480}
        onClose={onClose}
        endpoint={create}
        successText="添加成功"
        initialValues={{ parentId }}
      >
        {fields}
      </FormDrawer>
    )
  }
  const { id, name, sort, version } = node
  return (
    <FormDrawer
      open
      title={`编辑${noun}`}
      width={480}
      onClose={onClose}
      endpoint={update}
      successText="修改成功"
      initialValues={{ id, name, sort, version, parentId: node.parentId }}
    >
      {fields}
    </FormDrawer>
  )
}

interface FieldsProps {
  readonly noun: string
  readonly of: AskedNodes<SortedNode>
  readonly exceptId: string | undefined
}

function CategoryFields({ noun, of, exceptId }: FieldsProps): ReactNode {
  return (
    <>
      <Field name="name" label={`${noun}名称`} required>
        <Input maxLength={50} showCount placeholder={`请输入${noun}名称`} />
      </Field>
      <Field name="parentId" label={`上级${noun}`}>
        <CategorySelect of={of} exceptId={exceptId} placeholder={`无，作为顶级${noun}`} />
      </Field>
      <Field name="sort" label="排序" required={false} extra="数字小的排在前面">
        <InputNumber precision={0} min={-1_000_000} max={1_000_000} placeholder="默认排在最后" style={{ width: '100%' }} />
      </Field>
    </>
  )
}
