import { letRulesDecide } from '@kaopei/org/server'
import { implement, type Module } from '@kaopei/server'
import { groupCategory } from '../contract/category.ts'
import { groupCategoryErrors } from '../contract/errors.ts'
import { group } from '../contract/group.ts'
import { groupMember } from '../contract/member.ts'
import { categoryHandlers } from './category.handlers.ts'
import { groupExport, memberExport } from './export.ts'
import { calendarSweep, followJobs, staffChangedListener } from './follow.jobs.ts'
import { groupConstraints, groupHandlers } from './group.handlers.ts'
import { logNames } from './log-names.sql.ts'
import { memberHandlers } from './member.handlers.ts'
import { hasRuledRoles, joinRuledGroups } from './ruled-roles.sql.ts'

export {
  type GroupCard,
  groupsByIds,
  groupsHolding,
  groupsWith,
  holdGroups,
  membersOfGroups,
  membersOfSnapshot,
  peopleOfSnapshots,
  snapshotOfGroups,
} from './door.sql.ts'

letRulesDecide({ giveRoles: hasRuledRoles, join: joinRuledGroups })

export const usergroupModule: Module = {
  logNames,
  endpoints: [
    ...implement(groupCategory, categoryHandlers, { category_name_unique: groupCategoryErrors.nameTaken }),
    ...implement(group, groupHandlers, groupConstraints),
    ...implement(groupMember, memberHandlers),
  ],
  jobs: [...followJobs, groupExport.job, memberExport.job],
  listeners: [staffChangedListener],
  sweeps: [calendarSweep],
}
