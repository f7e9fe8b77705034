import { FocusReturn } from '@kaopei/web'
import { Drawer } from 'antd'
import { type ReactNode, useState } from 'react'
import { PostSelect } from '../reports/report-filters.tsx'
import { PlanDrawer } from './plan.drawer.tsx'

export interface PlannedDepartment {
  readonly id: string
  readonly name: string
  readonly isOwn: boolean
  /** Of which post alone; null: it is asked for. */
  readonly postId: string | null
}

interface Props {
  readonly department: PlannedDepartment
  readonly onClose: () => void
}

/** A project of the gaps of a department's people, of one post. */
export function DepartmentPlan({ department, onClose }: Props): ReactNode {
  const [postId, setPostId] = useState(department.postId ?? undefined)
  const { id, name, isOwn } = department
  if (postId !== undefined)
    return (
      <PlanDrawer
        postId={postId}
        who={{ departmentId: id, postId, ...(isOwn && { isDirect: 1 }) }}
        about={`部门“${name}”中该岗位的人员`}
        suggestedName={`${name}差距培训`}
        onClose={onClose}
      />
    )
  return (
    <Drawer open title="生成培训项目" size={680} onClose={onClose}>
      <FocusReturn />
      <p className="kp-hint">部门“{name}”有多个岗位，请先选择岗位，再按该岗位的模型查看差距和课程。</p>
      <PostSelect value={postId} onChange={setPostId} placeholder="请选择岗位" />
    </Drawer>
  )
}
