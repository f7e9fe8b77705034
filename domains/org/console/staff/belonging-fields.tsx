import { choiceState, FoundSelect, formFor, useCall, useSettled } from '@kaopei/web'
import { Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { label, post, rank } from '../../contract/post.ts'
import { type StaffRow, staff } from '../../contract/staff.ts'
import { DepartmentTreeSelect } from '../departments/department-tree-select.tsx'
import { settleMs } from '../pickers/settle-ms.ts'

const { Field } = formFor([staff.create, staff.modify])

interface SelectProps {
  readonly id?: string
  readonly label?: string
  readonly value?: string | null
  readonly onChange?: (id: string | undefined) => void
  readonly placeholder?: string
  /** Names that the caller knows already, by id. */
  readonly names?: Readonly<Record<string, string>>
}

const atOnce = 50

/** One post, searched for by name: a company may have thousands. */
export function PostSelect({ id, label: name, value, onChange, placeholder = '请选择岗位', names }: SelectProps): ReactNode {
  const [typed, setTyped] = useState('')
  const keyWords = useSettled(typed.trim(), settleMs)
  const posts = useCall(post.list, { pageSize: atOnce, ...(keyWords && { keyWords }) })
  const isUnknown = Boolean(value) && names?.[value ?? ''] === undefined && !posts.data?.dataList.some((one) => one.id === value)
  const own = useCall(post.list, { ids: value ? [value] : [] }, { enabled: isUnknown })
  const listed = [...(posts.data?.dataList ?? []), ...(own.data?.dataList ?? [])]
  const options = new Map(listed.map((one) => [one.id, one.groupName ? `${one.name}（${one.groupName}）` : one.name]))
  if (value && !options.has(value)) options.set(value, names?.[value] ?? '…')
  return (
    <Select
      {...(id !== undefined && { id })}
      {...(name !== undefined && { 'aria-label': name })}
      allowClear
      value={value ?? null}
      onChange={(chosen: string | null | undefined) => onChange?.(chosen ?? undefined)}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      {...choiceState(posts, '没有找到岗位')}
      options={[...options].map(([key, text]) => ({ value: key, label: text }))}
      placeholder={placeholder}
      style={{ width: '100%' }}
    />
  )
}

/** One rank, searched for by name as posts are. */
export function RankSelect({ id, label: name, value, onChange, placeholder = '请选择职级' }: SelectProps): ReactNode {
  const own = useCall(rank.list, { ids: value ? [value] : [] }, { enabled: Boolean(value), staleMs: 60_000 })
  return (
    <FoundSelect
      {...(id !== undefined && { id })}
      label={name}
      value={value ?? null}
      former={value ? { id: value, name: own.data?.dataList[0]?.name ?? '…' } : undefined}
      onChange={(chosen) => onChange?.(chosen)}
      onClear={() => onChange?.(undefined)}
      placeholder={placeholder}
      emptyText="没有找到职级"
      useFound={useRanks}
    />
  )
}

function useRanks(keyWords: string) {
  const ranks = useCall(rank.list, { pageSize: atOnce, ...(keyWords && { keyWords }) }, { keepPrevious: true })
  const options = (ranks.data?.dataList ?? []).map((one) => ({ value: one.id, label: one.name }))
  return { ...ranks, options, totalCount: ranks.data?.totalCount ?? 0 }
}

interface ManyProps {
  readonly id?: string
  readonly label?: string
  readonly value?: readonly string[]
  readonly onChange?: (ids: readonly string[]) => void
  readonly placeholder?: string
}

export function LabelSelect({ id, label: name, value, onChange, placeholder = '请选择标签' }: ManyProps): ReactNode {
  const labels = useCall(label.list)
  return (
    <Select
      {...(id !== undefined && { id })}
      {...(name !== undefined && { 'aria-label': name })}
      mode="multiple"
      allowClear
      value={[...(value ?? [])]}
      onChange={(chosen: string[]) => onChange?.(chosen)}
      showSearch={{ optionFilterProp: 'label' }}
      {...choiceState(labels, '还没有标签')}
      options={(labels.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
      placeholder={placeholder}
      style={{ width: '100%' }}
    />
  )
}

/** Not given stays as it is, so an emptied select says null. */
const orNull = (id: string | undefined) => id ?? null

/** Where and as what an employee belongs, beside the main department. */
export function BelongingFields({ row }: { readonly row: StaffRow | undefined }): ReactNode {
  const others = Object.fromEntries((row?.otherDepartments ?? []).map(({ id, name }) => [id, name]))
  const posts = row?.postId && row.post ? { [row.postId]: row.post } : {}
  return (
    <>
      <Field name="otherDepartmentIds" label="兼职部门" required={false}>
        <DepartmentTreeSelect isMultiple names={others} placeholder="可选择多个部门" />
      </Field>
      <div className="kp-form-columns">
        <Field name="postId" label="岗位" getValueFromEvent={orNull}>
          <PostSelect names={posts} />
        </Field>
        <Field name="rankId" label="职级" getValueFromEvent={orNull}>
          <RankSelect />
        </Field>
      </div>
    </>
  )
}
