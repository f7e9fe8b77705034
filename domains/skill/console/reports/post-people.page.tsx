import { listOf } from '@kaopei/web'
import type { ReactNode } from 'react'
import { postByPerson } from '../../contract/menus.ts'
import { skillReport } from '../../contract/report.ts'
import { fitFields, personGroup } from './columns.tsx'
import { ListReport } from './people-report.tsx'
import { department, onePostFilter, peopleFilter } from './report-filters.tsx'

const source = listOf(skillReport.postPeople)

const conditions = [onePostFilter, department, peopleFilter]

/** /…/post_report_data/post_report_personal: who fits a post best. */
export default function PostPeoplePage(): ReactNode {
  return (
    <ListReport
      title="个人岗位匹配"
      description="按所选岗位当前的模型，为数据范围内的人员排名；已测比重不足 60% 为数据不足，不排名。"
      source={source}
      exporting={skillReport.exportPostPeople}
      exportRight={postByPerson.rights.export.code}
      conditions={conditions}
      rowKey="staffId"
      groupsOf={(open) => [personGroup(open), fitFields]}
    />
  )
}
