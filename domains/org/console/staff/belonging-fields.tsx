import { choiceState, FoundSelect, formFor, useCall } from '@kaopei/web'
import { Select } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import { label, type PostRow, post, rank } from '../../contract/post.ts'
import { type StaffRow, staff } from '../../contract/staff.ts'
import { DepartmentTreeSelect } from '../departments/department-tree-select.tsx'

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
const staleMs = 60_000

/** One post, searched for by name: a company may have thousands. */
export function PostSelect({ names, ...props }: SelectProps): ReactNode {
  const { value } = props
  const known = names?.[value ?? '']
  const own = useCall(post.list, { ids: value ? [value] : [] }, { enabled: Boolean(value) && known === undefined, staleMs })
  const name = known ?? own.data?.dataList.map(nameOfPost)[0] ?? (own.data && '已删除的岗位')
  return <OneSelect {...props} what="岗位" name={name} useFound={usePosts} />
}

function usePosts(keyWords: string) {
  const posts = useCall(post.list, { pageSize: atOnce, ...(keyWords && { keyWords }) }, { keepPrevious: true })
  const options = (posts.data?.dataList ?? []).map((one) => ({ value: one.id, label: nameOfPost(one) }))
  return { ...posts, options, totalCount: posts.data?.totalCount ?? 0 }
}

const nameOfPost = ({ name, groupName }: PostRow) => (groupName ? `${name}（${groupName}）` : name)

/** One rank, searched for by name as posts are. */
export function RankSelect(props: SelectProps): ReactNode {
  const { value } = props
  const own = useCall(rank.list, { ids: value ? [value] : [] }, { enabled: Boolean(value), staleMs })
  const name = own.data?.dataList[0]?.name ?? (own.data && '已删除的职级')
  return <OneSelect {...props} what="职级" name={name} useFound={useRanks} />
}

function useRanks(keyWords: string) {
  const ranks = useCall(rank.list, { pageSize: atOnce, ...(keyWords && { keyWords }) }, { keepPrevious: true })
  const options = (ranks.data?.dataList ?? []).map((one) => ({ value: one.id, label: one.name }))
  return { ...ranks, options, totalCount: ranks.data?.totalCount ?? 0 }
}

interface OneProps extends Omit<SelectProps, 'names'> {
  readonly what: string
  /** Of the chosen one; undefined before it is read. */
  readonly name: string | undefined
  readonly useFound: ComponentProps<typeof FoundSelect>['useFound']
}

function OneSelect({ id, label: ariaLabel, value, name = '…', what, onChange, placeholder, useFound }: OneProps): ReactNode {
  return (
    <FoundSelect
      {...(id !== undefined && { id })}
      label={ariaLabel}
      value={value ?? null}
      former={value ? { id: value, name } : undefined}
      onChange={(chosen) => onChange?.(chosen)}
      onClear={() => onChange?.(undefined)}
      placeholder={placeholder ?? `请选择${what}`}
      emptyText={`没有找到${what}`}
      useFound={useFound}
    />
  )
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
