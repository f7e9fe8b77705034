import { listOf } from '@kaopei/web'
import type { ReactNode } from 'react'
import { postByDepartment } from '../../contract/menus.ts'
import { skillReport } from '../../contract/report.ts'
import { departmentFitFields, departmentGroup } from './columns.tsx'
import { ListReport } from './people-report.tsx'
import { department, departmentName, postFilter } from './report-filters.tsx'

const source = listOf(skillReport.postDepartments)

/** /…/post_report_data/post_report_department: how far departments are what their posts ask for. */
export default function PostDepartmentsPage(): ReactNode {
  return (
    <ListReport
      title="部门岗位匹配"
      description="每个人对照自己岗位当前的模型，按主部门统计；不足 5 人的部门不显示。"
      source={source}
      exporting={skillReport.exportPostDepartments}
      exportRight={postByDepartment.rights.export.code}
      conditions={[department, departmentName, postFilter]}
      rowKey="id"
      groupsOf={(_open, onPlan) => [departmentGroup(onPlan), departmentFitFields]}
    />
  )
}
