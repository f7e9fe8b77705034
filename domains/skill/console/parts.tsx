/** What other rooms show of skills. */
import { TreeSelect } from 'antd'
import type { ReactNode } from 'react'
import { type SkillNode, useSkills } from './skill-options.ts'

export interface SkillPickerProps {
  readonly label: string
  readonly value?: string | null | undefined
  readonly onChange?: (skillId: string | undefined) => void
  readonly id?: string
  readonly placeholder?: string
}

/** One skill of the tree; groups and retired ones cannot be chosen. */
export function SkillPicker({ placeholder = '请选择技能', ...props }: SkillPickerProps): ReactNode {
  const { nodes, asked } = useSkills()
  return <TreePicker {...props} placeholder={placeholder} nodes={nodes} isLoading={asked.isPending} />
}

/** One group of skills. */
export function SkillGroupPicker({ placeholder = '请选择分类', ...props }: SkillPickerProps): ReactNode {
  const { groups, asked } = useSkills()
  return <TreePicker {...props} placeholder={placeholder} nodes={groups} isLoading={asked.isPending} />
}

interface TreePickerProps extends SkillPickerProps {
  readonly nodes: SkillNode[]
  readonly isLoading: boolean
}

function TreePicker({ label, value, onChange, id, placeholder, nodes, isLoading }: TreePickerProps): ReactNode {
  return (
    <TreeSelect
      {...(id !== undefined && { id })}
      aria-label={label}
      style={{ width: '100%', minWidth: 160 }}
      value={value ?? undefined}
      onChange={(next: string | undefined) => onChange?.(next)}
      treeData={nodes}
      loading={isLoading}
      showSearch
      allowClear
      treeDefaultExpandAll
      treeNodeFilterProp="title"
      placeholder={placeholder}
      notFoundContent="没有技能，请先在“技能与岗位”中新增"
    />
  )
}
