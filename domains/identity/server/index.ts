import type { Menu } from '@kaopei/contract'
import { implement, type Module } from '@kaopei/server'
import { identityErrors } from '../contract/errors.ts'
import { permissionCalls } from '../contract/permission.ts'
import { resetPasswordCalls } from '../contract/reset-password.ts'
import { sessionCalls } from '../contract/session.ts'
import { staffCentreCalls } from '../contract/staff-centre.ts'
import { messageWanted } from './events.ts'
import type { PasswordKeys } from './passwords/password-keys.ts'
import { resetCodeJob, resetPasswordHandlers } from './passwords/reset-password.handlers.ts'
import { permissionHandlers } from './permission.handlers.ts'
import { sessionHandlers } from './sessions/session.handlers.ts'
import { type SeesStaff, staffCentreHandlers } from './staff-centre.handlers.ts'
import { identitySweeps } from './sweep.ts'

export {
  accountTables,
  createAccounts,
  endSessions,
  type NewAccount,
  removeAccounts,
  renameAccount,
  resetPasswords,
  restoreAccounts,
  setAccountsEnabled,
  setPassword,
  type TemporaryPassword,
  unlockAccounts,
} from './accounts.ts'
export { messageWanted } from './events.ts'
export { findGrants, type GroupGrants, grantsOfGroup, type HeldGrants, menuGrantRow } from './grants.sql.ts'
export { keepAnAdmin, type LastAdmin } from './keep-an-admin.ts'
export { excessRoles, mayActOn, strongerThan } from './may-act-on.ts'
export { type Channel, type Channels, everyChannel, workingChannels } from './passwords/channels.ts'
export { codeExpiry, isRightCode, secondsBetweenCodes, sendCode } from './passwords/code.service.ts'
export { readNewPassword } from './passwords/new-password.ts'
export { hashPassword } from './passwords/password-hash.ts'
export { loadPasswordKeys, type PasswordKeys } from './passwords/password-keys.ts'
export { openProof, resetLink } from './passwords/reset-proof.ts'
export { headsOf, letPeopleBeKnown, type People, type PersonOf, personName } from './people.ts'
export { assignRole, createAdminRole, createRole, type NewRole, unassignRole } from './role.sql.ts'
export { dataScopesOf, type MenuGrant } from './rules/data-scopes.ts'
export { menusOfPackage, menuTree, rightsOfMenus } from './rules/permitted-menus.ts'
export { openConfinedSession } from './sessions/confined-session.ts'
export { openFirstSession } from './sessions/open-session.ts'
export { endSessionsOfKeys, endViewsOf } from './sessions/session.sql.ts'
export { sessionSource } from './sessions/session-source.ts'
export { openViewSession } from './sessions/view-session.ts'
export { openVirtualSessions, removeVirtualAccounts, type VirtualSession } from './sessions/virtual-sessions.ts'
export { type Contacts, findContacts } from './staff-card.sql.ts'
export { type CarriedStrength, carried, carriedStrength, type Strength, unpacked } from './strength.ts'

interface Parts {
  /** Those of all rooms; only the application knows them. */
  readonly menus: readonly Menu[]
  readonly passwordKeys: PasswordKeys
  /** Whose card somebody may see besides their own: nobody's where the room of people is not there. */
  readonly seesStaff?: SeesStaff
}

export function identityModule({ menus, passwordKeys, seesStaff = async () => false }: Parts): Module {
  const contactConstraints = { staff_phone_unique: identityErrors.contactTaken, staff_email_unique: identityErrors.contactTaken }
  return {
    endpoints: [
      ...implement(sessionCalls, sessionHandlers(passwordKeys)),
      ...implement(permissionCalls, permissionHandlers(menus)),
      ...implement(staffCentreCalls, staffCentreHandlers(passwordKeys, seesStaff), contactConstraints),
      ...implement(resetPasswordCalls, resetPasswordHandlers(passwordKeys)),
    ],
    jobs: [resetCodeJob],
    events: [messageWanted],
    sweeps: identitySweeps,
  }
}
