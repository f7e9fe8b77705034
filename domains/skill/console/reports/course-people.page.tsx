import { listOf } from '@kaopei/web'
import type { ReactNode } from 'react'
import { courseByPerson } from '../../contract/menus.ts'
import { skillReport } from '../../contract/report.ts'
import { courseFields, personGroup } from './columns.tsx'
import { ListReport } from './people-report.tsx'
import { department, peopleFilter, postFilter } from './report-filters.tsx'

const source = listOf(skillReport.coursePeople)

/** /…/recommended_course_data/recommended_course_personal: which courses close whose gaps, and why. */
export default function CoursePeoplePage(): ReactNode {
  return (
    <ListReport
      title="个人推荐课程"
      description="对照岗位模型的差距，按每学时的加权提升依次推荐课程；没有课程可以弥补的也会列出。"
      source={source}
      exporting={skillReport.exportCoursePeople}
      exportRight={courseByPerson.rights.export.code}
      conditions={[department, peopleFilter, postFilter]}
      rowKey="staffId"
      groupsOf={(open) => [personGroup(open), courseFields]}
    />
  )
}
