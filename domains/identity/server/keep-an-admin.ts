import type { Db, Fail } from '@kaopei/server'
import { identityErrors } from '../contract/errors.ts'
import { countAdmins, lockAdminRole } from './grants.sql.ts'

export type LastAdmin = typeof identityErrors.lastAdmin

/**
 * Runs a change that may take administrators away. A company that had one who can log in must have one afterwards; otherwise the request ends and the
 * change with it. Two administrators who remove one another at once wait for each other here.
 */
export async function keepAnAdmin(db: Db, change: () => Promise<void>, fail: Fail<LastAdmin>): Promise<void> {
  await lockAdminRole(db)
  const before = await countAdmins(db)
  await change()
  const after = await countAdmins(db)
  const isLost = (before.enabled > 0 && after.enabled === 0) || (before.withPassword > 0 && after.withPassword === 0)
  if (isLost) fail(identityErrors.lastAdmin)
}
