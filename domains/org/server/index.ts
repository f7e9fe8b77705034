import { letPeopleBeKnown } from '@kaopei/identity/server'
import { implement, type Module } from '@kaopei/server'
import { department } from '../contract/department.ts'
import { directStaff } from '../contract/direct-staff.ts'
import { departmentErrors } from '../contract/errors.ts'
import { invitation } from '../contract/invitation.ts'
import { label, post, postGroup, rank } from '../contract/post.ts'
import { outerStaff, restore } from '../contract/restore.ts'
import { staff } from '../contract/staff.ts'
import { staffImport } from '../contract/staff-import.ts'
import { invitationHandlers } from './accounts/invitation.handlers.ts'
import { departmentHandlers } from './departments/tree.handlers.ts'
import { staffChanged } from './events.ts'
import { staffImportHandlers } from './import/requests.handlers.ts'
import { staffCheckJob, staffImportJob } from './import/rows.job.ts'
import { knownPeople } from './known-people.sql.ts'
import { logNames } from './log-names.sql.ts'
import { labelConstraints, labelHandlers, rankConstraints, rankHandlers } from './posts/ranks-and-labels.handlers.ts'
import { postConstraints, postGroupHandlers, postHandlers } from './posts/tree.handlers.ts'
import { directStaffHandlers } from './staff/direct.handlers.ts'
import { staffExport } from './staff/export.ts'
import { outerStaffHandlers, restoreHandlers } from './staff/restore.handlers.ts'
import { staffConstraints, staffHandlers } from './staff/roster.handlers.ts'

export { acceptanceModule } from './accounts/invitation.handlers.ts'
export { type GainedRole, letRulesDecide } from './accounts/ruled-roles.ts'
export { guardHeadcount } from './departments/headcount.ts'
export { staffChanged, tellStaffChanged } from './events.ts'
export { addPerson, changePerson, type FirstPerson, foundOrganisation } from './found-organisation.ts'
export { deletePortraits, type Portrait, portraitsOf, savePortraits, selectPortraits } from './portraits/portrait.sql.ts'
export { accountHolds, isReadable } from './sight/contacts.sql.ts'
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
} from './sight/contacts.ts'
export { seesStaff } from './sight/people.ts'
export { peopleInScope, scopedStaff, staffOfDepartments } from './sight/scope.sql.ts'
export { type StaffCard, staffByIds } from './staff/card.sql.ts'
export { allowsNewPhoneRanges, removeStaff } from './staff/change.sql.ts'
export { departmentCondition, staffConditions } from './staff/conditions.ts'
export { leftOutOf } from './staff/left-out.sql.ts'
export { departmentsOn, departmentsOnDay, type Membership } from './staff/membership.sql.ts'
export {
  completePerson,
  type EnrolledPerson,
  enrolOuterStaff,
  type Registration,
  registerOuterPerson,
} from './staff/outer.service.ts'
export { askPeopleFor, type OwnFields, type OwnValues } from './staff/own-fields.ts'
export { type LinkedOuter, linkedOuterStaff } from './staff/restore.sql.ts'
export { selectedStaff, staffOfFilter } from './staff/selected.ts'

letPeopleBeKnown(knownPeople)

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
