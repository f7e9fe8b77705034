import { formFor, useCall } from '@kaopei/web'
import { Input, InputNumber } from 'antd'
import { type ReactNode, useState } from 'react'
import { type DepartmentInfo, type DepartmentNode, department } from '../../contract/department.ts'
import { StaffField } from '../staff/staff-field.tsx'
import { useKeptInput } from '../use-kept-input.ts'
import { DepartmentTreeSelect } from './department-tree-select.tsx'

const { Field, FormDrawer } = formFor([department.save, department.update])
const editing = formFor(department.update)
const moving = formFor(department.move)

/** The department that a new one goes below, with its name where that is known already. */
export interface DepartmentAbove {
  readonly id: string
  readonly name?: string
}

interface CreateProps {
  readonly title: string
  readonly above: DepartmentAbove | undefined
  readonly onClose: () => void
}

export function CreateDepartment({ title, above, onClose }: CreateProps): ReactNode {
  return (
    <FormDrawer
      open
      title={title}
      width={480}
      onClose={onClose}
      endpoint={department.save}
      successText="添加成功"
      initialValues={{ parentId: above?.id ?? null }}
    >
      <DepartmentFields names={above?.name === undefined ? {} : { [above.id]: above.name }} />
    </FormDrawer>
  )
}

/** Renames and moves. */
export function EditDepartment({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const asked = useCall(department.getDepartmentInfo, { id })
  if (!asked.data) {
    return (
      <FormDrawer open reading={asked} title="编辑部门" width={480} onClose={onClose} endpoint={department.update}>
        {null}
      </FormDrawer>
    )
  }
  return <EditKnown info={asked.data} onClose={onClose} />
}

function EditKnown({ info, onClose }: { readonly info: DepartmentInfo; readonly onClose: () => void }): ReactNode {
  const form = editing.useFormInstance()
  const fromRow = useKeptInput(form, valuesOf(info), (current) => valuesOf(department.update.output.parse(current)))
  // The one that the form was opened with: while somebody types, a refreshed list must change nothing under their hands.
  const [opened] = useState(info)
  return (
    <FormDrawer
      open
      form={form}
      title="编辑部门"
      width={480}
      onClose={onClose}
      endpoint={department.update}
      successText="修改成功"
      fromRow={fromRow}
      initialValues={valuesOf(opened)}
    >
      <DepartmentFields excludedIds={[opened.id]} />
      <Field name="headStaffId" label="负责人">
        <StaffField nameBefore={opened.headName ?? ''} title="选择负责人" />
      </Field>
    </FormDrawer>
  )
}

function valuesOf({ id, version, name, parentId, code, sort, headStaffId }: DepartmentInfo) {
  return { id, version, name, parentId, code, sort, headStaffId }
}

/** What a drag in the tree does, for the keyboard. */
export function MoveDepartment({ node, onClose }: { readonly node: DepartmentNode; readonly onClose: () => void }): ReactNode {
  const { id, name, parentId } = node
  return (
    <moving.FormDrawer
      open
      title={`移动部门“${name}”`}
      width={480}
      onClose={onClose}
      endpoint={department.move}
      successText="移动成功"
      initialValues={{ id, parentId, fromParentId: parentId }}
    >
      <moving.Field name="parentId" label="移动到" required={false} getValueFromEvent={orNull}>
        <DepartmentTreeSelect excludedIds={[id]} placeholder="无，作为顶级部门" />
      </moving.Field>
      <p className="kp-hint">部门下的{node.totalCount}人随部门一起移动，排在新的同级部门之后；历史成绩仍归属考试时所在的部门。</p>
    </moving.FormDrawer>
  )
}

interface FieldsProps {
  readonly names?: Readonly<Record<string, string>>
  readonly excludedIds?: readonly string[]
}

/** Without a department above it stands at the top; null says so, for what is not given stays as it is. */
const orNull = (departmentId: string | undefined) => departmentId ?? null

function DepartmentFields(above: FieldsProps): ReactNode {
  return (
    <>
      <Field name="name" label="部门名称" required>
        <Input maxLength={50} showCount placeholder="请输入部门名称" />
      </Field>
      <Field name="parentId" label="上级部门" getValueFromEvent={orNull}>
        <DepartmentTreeSelect {...above} placeholder="无，作为顶级部门" />
      </Field>
      <Field name="code" label="部门编码">
        <Input maxLength={50} placeholder="请输入部门编码" />
      </Field>
      <Field name="sort" label="排序" required={false} extra="数字小的排在前面">
        <InputNumber precision={0} min={-1_000_000} max={1_000_000} placeholder="默认排在最后" style={{ width: '100%' }} />
      </Field>
    </>
  )
}
