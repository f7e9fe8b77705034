import { listOf } from '@kaopei/web'
import type { ReactNode } from 'react'
import { skillByPerson } from '../../contract/menus.ts'
import { skillReport } from '../../contract/report.ts'
import { personGroup, skillFields } from './columns.tsx'
import { ListReport } from './people-report.tsx'
import { department, peopleFilter, reachFilter, skillFilter } from './report-filters.tsx'

const conditions = [department, reachFilter, peopleFilter, skillFilter]
const source = listOf(skillReport.skillPeople)

/** /…/skill_test/test_personal: people and their levels; a name opens the evidence. */
export default function SkillPeoplePage(): ReactNode {
  return (
    <ListReport
      title="个人技能"
      description="每人有多少技能有级别，截至时间范围的最后一天；选择一项技能后，从高到低列出有级别的人。点击姓名查看级别的依据。"
      source={source}
      exporting={skillReport.exportSkillPeople}
      exportRight={skillByPerson.rights.export.code}
      conditions={conditions}
      rowKey="staffId"
      groupsOf={(open) => [personGroup(open), skillFields]}
    />
  )
}
