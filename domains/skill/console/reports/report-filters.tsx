import { departmentFilter } from '@kaopei/org/parts'
import { type FilterSpec, toast, useCall } from '@kaopei/web'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { postModel } from '../../contract/post-model.ts'
import { SkillPicker } from '../parts.tsx'

interface PostSelectProps {
  readonly value: string | undefined
  readonly onChange: (postId: string | undefined) => void
  readonly id?: string
  readonly placeholder?: string
}

/** Posts that have a model. */
export function PostSelect({ value, onChange, id, placeholder = '全部' }: PostSelectProps): ReactNode {
  const asked = useCall(postModel.allPost, undefined, { staleMs: 30_000 })
  const options = (asked.data ?? []).flatMap(({ id: postId, name, hasModel }) =>
    hasModel ? [{ value: postId, label: name }] : [],
  )
  return (
    <Select
      {...(id !== undefined && { id })}
      aria-label="岗位"
      style={{ width: '100%', minWidth: 160 }}
      value={value}
      onChange={onChange}
      options={options}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={placeholder}
      loading={asked.isPending}
    />
  )
}

const postFilterOf = (placeholder: string): FilterSpec => ({
  name: 'postId',
  label: '岗位',
  kind: 'custom',
  render: ({ value, onChange, id }) => (
    <PostSelect id={id} value={typeof value === 'string' ? value : undefined} onChange={onChange} placeholder={placeholder} />
  ),
})
export const postFilter = postFilterOf('全部')
/** Where people are ranked by one. */
export const onePostFilter: FilterSpec = { ...postFilterOf('请选择岗位'), isRequired: true }
export const skillFilter: FilterSpec = {
  name: 'skillId',
  label: '技能',
  kind: 'custom',
  render: ({ value, onChange, id }) => (
    <SkillPicker id={id} label="技能" value={typeof value === 'string' ? value : null} onChange={onChange} placeholder="全部" />
  ),
}
export const peopleFilter: FilterSpec = { name: 'keyWords', label: '姓名或工号', kind: 'text' }
export const departmentName: FilterSpec = { name: 'keyWords', label: '部门名称', kind: 'text' }
export const department: FilterSpec = departmentFilter

/** With everything below the department, unless told otherwise. */
export const reachFilter: FilterSpec = {
  name: 'isDirect',
  label: '部门范围',
  kind: 'select',
  options: [{ value: 1, label: '仅直属' }],
  placeholder: '含下级',
}

export const exportStarted = () => toast.success('已开始导出，请在下载中心查看')
