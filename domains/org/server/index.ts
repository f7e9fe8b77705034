import { implement, type Module } from '@kaopei/server'
import { department } from '../contract/department.ts'
import { directStaff } from '../contract/direct-staff.ts'
import { departmentErrors } from '../contract/errors.ts'
import { invitation } from '../contract/invitation.ts'
import { label, post, postGroup, rank } from '../contract/post.ts'
import { outerStaff, restore } from '../contract/restore.ts'
import { staff } from '../contract/staff.ts'
import { staffImport } from '../contract/staff-import.ts'
import { departmentHandlers } from './department.handlers.ts'
import { directStaffHandlers } from './direct-staff.handlers.ts'
import { staffChanged } from './events.ts'
import { invitationHandlers } from './invitation.handlers.ts'
import { logNames } from './log-names.sql.ts'
import { postConstraints, postGroupHandlers, postHandlers } from './post.handlers.ts'
import { labelConstraints, labelHandlers, rankConstraints, rankHandlers } from './rank-label.handlers.ts'
import { outerStaffHandlers, restoreHandlers } from './restore.handlers.ts'
import { staffConstraints, staffHandlers } from './staff.handlers.ts'
import { staffExport } from './staff-export.ts'
import { staffImportHandlers } from './staff-import.handlers.ts'
import { staffCheckJob, staffImportJob } from './staff-import.job.ts'

export { accountHolds, isReadable } from './contact-sight.sql.ts'
export {
  type ContactSight,
  type Contacts,
  contactSight,
  contactSightShape,
  readableContacts,
  searchesContacts,
  shownAccount,
  shownContacts,
  shownText,
} from './contact-sight.ts'
export { staffChanged, tellStaffChanged } from './events.ts'
export { addPerson, changePerson, type FirstPerson, foundOrganisation } from './found-organisation.ts'
export { guardHeadcount } from './headcount.ts'
export { acceptanceModule } from './invitation.handlers.ts'
export { departmentsOn, departmentsOnDay, type Membership } from './membership.sql.ts'
export {
  completePerson,
  type EnrolledPerson,
  enrolOuterStaff,
  type Registration,
  registerOuterPerson,
} from './outer-staff.service.ts'
export { hasConsole } from './picker-scope.ts'
export { type LinkedOuter, linkedOuterStaff } from './restore.sql.ts'
export { type GainedRole, letRulesDecide } from './ruled-roles.ts'
export { seesStaff } from './sees-staff.ts'
export { selectedStaff, staffOfFilter } from './selected-staff.ts'
export { type StaffCard, staffByIds } from './staff-card.sql.ts'
export { allowsNewPhoneRanges, removeStaff } from './staff-change.sql.ts'
export { peopleInScope, scopedStaff, staffOfDepartments } from './staff-scope.sql.ts'

export const orgModule: Module = {
  logNames,
  endpoints: [
    ...implement(department, departmentHandlers, { department_name_unique: departmentErrors.nameTaken }),
    ...implement(staff, staffHandlers, staffConstraints),
    ...implement(postGroup, postGroupHandlers, postConstraints),
    ...implement(post, postHandlers, postConstraints),
    ...implement(rank, rankHandlers, rankConstraints),
    ...implement(label, labelHandlers, labelConstraints),
    ...implement(restore, restoreHandlers, staffConstraints),
    ...implement(outerStaff, outerStaffHandlers),
    ...implement(invitation, invitationHandlers),
    ...implement(directStaff, directStaffHandlers),
    ...implement(staffImport, staffImportHandlers, staffConstraints),
  ],
  jobs: [staffExport.job, staffImportJob.job, staffCheckJob.job],
  events: [staffChanged],
}
