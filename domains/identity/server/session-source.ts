import type { Menu } from '@kaopei/contract'
import { bindDb, inTransaction, type RawServices, type Session, type SessionSource } from '@kaopei/server'
import { dataScopesOf } from './rules/data-scopes.ts'
import { menusOfPackage, rightsOfMenus } from './rules/permitted-menus.ts'
import { findSession, type SessionRow, updateLastOperation } from './session.sql.ts'

/** Where the server finds who is calling: one prepared statement for session, person, roles, rights and data scopes. */
export function sessionSource(pool: RawServices['pool'], menus: readonly Menu[]): SessionSource {
  const db = bindDb(pool)
  return {
    find: async (tokenHash) => {
      const row = await findSession(db, tokenHash)
      return row && sessionOf(row, menus)
    },
    touch: ({ actor }, at) =>
      inTransaction(pool, actor.companyId, (tx) => updateLastOperation(tx, actor.companyId, actor.sessionId, at)),
  }
}

function sessionOf(row: SessionRow, menus: readonly Menu[]): Session {
  const ofPackage = menusOfPackage(menus, { isPlatform: row.is_platform, menuPackage: row.menu_package })
  const everyRight = new Set(rightsOfMenus(ofPackage))
  const granted = [...row.menus.map(({ menu }) => `${menu}:view`), ...row.rights]
  return {
    actor: {
      sessionId: row.session_id,
      companyId: row.company_id,
      staffId: row.account_id,
      name: row.name,
      loginAccount: row.login_account,
      isAdmin: row.is_admin,
      isPlatform: row.is_platform,
      mustChangePassword: row.must_change_password,
      rights: row.is_admin ? everyRight : new Set(granted.filter((code) => everyRight.has(code))),
      scopes: dataScopesOf(row.menus, { staffId: row.account_id, departmentId: row.department_id }),
      impersonatorId: row.impersonator_id,
    },
    expiresAt: row.expires_at,
    lastOperationAt: row.last_operation_at,
    endedReason: row.ended_reason,
    isKept: row.is_kept,
  }
}
