import { listOf } from '@kaopei/web'
import type { ReactNode } from 'react'
import { courseByDepartment } from '../../contract/menus.ts'
import { skillReport } from '../../contract/report.ts'
import { departmentCourseFields, departmentGroup } from './columns.tsx'
import { ListReport } from './people-report.tsx'
import { department, departmentName, postFilter } from './report-filters.tsx'

const source = listOf(skillReport.courseDepartments)

/** /…/recommended_course_data/recommended_course_department: which courses departments need most. */
export default function CourseDepartmentsPage(): ReactNode {
  return (
    <ListReport
      title="部门推荐课程"
      description="各部门最需要哪些课程；不足 5 人的部门不显示。"
      source={source}
      exporting={skillReport.exportCourseDepartments}
      exportRight={courseByDepartment.rights.export.code}
      conditions={[department, departmentName, postFilter]}
      rowKey="id"
      groupsOf={(_open, onPlan) => [departmentGroup(onPlan), departmentCourseFields]}
    />
  )
}
