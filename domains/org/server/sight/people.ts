import { type Actor, type Db, mayUse, scopeOn } from '@kaopei/server'
import { staffMenu } from '../../contract/menus.ts'
import { staffInScope } from './scope.sql.ts'

/** Whoever may open the roster sees the cards of those who stand on theirs. */
export async function seesStaff(db: Db, actor: Actor, staffId: string): Promise<boolean> {
  if (!mayUse(actor, staffMenu.rights.view.code)) return false
  return (await staffInScope(db, scopeOn(actor, staffMenu.name), [staffId])).length > 0
}
