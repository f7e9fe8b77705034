import type { Menu } from '@kaopei/contract'
import {
  type Actor,
  bindDb,
  type Db,
  Gathering,
  inTransaction,
  type RawServices,
  type Session,
  type SessionSource,
} from '@kaopei/server'
import { findGrants } from '../grants.sql.ts'
import { strongerThan } from '../may-act-on.ts'
import { dataScopesOf } from '../rules/data-scopes.ts'
import { menusOfPackage, rightsOfMenus } from '../rules/permitted-menus.ts'
import { findSessions, type SessionRow, type Touch, touchSessions } from './session.sql.ts'

/** Where the server finds who is calling: one prepared statement for sessions, persons, roles, rights and data scopes. */
export function sessionSource(pool: RawServices['pool'], menus: readonly Menu[]): SessionSource {
  const db = bindDb(pool)
  /** What is asked at the same time is one statement: a crowd's sessions are read again every half a minute. */
  const finding = new Gathering<string, SessionRow | null>({
    most: 50,
    subjectOf: (tokenHash) => tokenHash,
    run: (tokenHashes) => findSessions(db, tokenHashes),
  })
  /** A crowd that is at work touches its sessions together. */
  const touching = new Gathering<Touch, true>({ most: 200, subjectOf: ({ sessionId }) => sessionId, run: touchSessions })
  return {
    find: async (tokenHash) => {
      const row = await finding.ask('everybody', tokenHash)
      const session = row ? sessionOf(row, menus) : undefined
      const lookerId = session?.actor.impersonatorId
      return session && lookerId ? seenBy(session, lookerId, pool) : session
    },
    touch: async ({ actor: { companyId, sessionId } }, at) => {
      await touching.ask(companyId, { db, companyId, sessionId, at })
    },
  }
}

/** Nobody sees through another's eyes what they could not do themselves, whatever either of them has been granted since. */
async function seenBy(session: Session, lookerId: string, pool: RawServices['pool']): Promise<Session> {
  const { actor } = session
  const { looker, seesMore } = await inTransaction(pool, actor.companyId, (db) => compare(db, actor, lookerId))
  if (!looker || seesMore || (actor.isAdmin && !looker.isAdmin)) return { ...session, endedReason: 'kicked' }
  const granted = new Set([...looker.menus.map(({ menu }) => `${menu}:view`), ...looker.rights])
  const rights = looker.isAdmin ? actor.rights : new Set([...actor.rights].filter((code) => granted.has(code)))
  // A person who must change their password is looked at all the same: nothing can be changed here.
  return { ...session, actor: { ...actor, rights, mustChangePassword: false } }
}

/** Does the person see anybody, on a menu of both, whom the looker does not? Rights are not compared: they are cut. */
async function compare(db: Db, { companyId, staffId }: Actor, lookerId: string) {
  const looker = await findGrants(db, lookerId)
  const person = await findGrants(db, staffId)
  if (!looker || !person) return { looker: undefined, seesMore: true }
  const scopes = dataScopesOf(looker.menus, { staffId: lookerId, departmentId: looker.departmentId })
  const rights = new Set([...person.menus.map(({ menu }) => `${menu}:view`), ...person.rights])
  const stronger = await strongerThan(db, { companyId, staffId: lookerId, isAdmin: looker.isAdmin, rights, scopes }, [staffId])
  return { looker, seesMore: stronger.size > 0 }
}

function sessionOf(row: SessionRow, menus: readonly Menu[]): Session {
  return {
    actor: {
      sessionId: row.session_id,
      companyId: row.company_id,
      staffId: row.account_id,
      name: row.name,
      loginAccount: row.login_account,
      isPlatform: row.is_platform,
      impersonatorId: row.impersonator_id,
      confinement: row.confinement,
      ...(row.confinement ? nothingElse : powersOf(row, menus)),
    },
    expiresAt: row.expires_at,
    lastOperationAt: row.last_operation_at,
    endedReason: row.ended_reason,
    isKept: row.is_kept,
  }
}

type Powers = Pick<Actor, 'isAdmin' | 'mustChangePassword' | 'rights' | 'scopes'>

/** Whatever its person may do elsewhere, and whatever they have to do first: a key to one thing opens that and nothing else. */
const nothingElse: Powers = { isAdmin: false, mustChangePassword: false, rights: new Set(), scopes: new Map() }

/** Most people have none: learners, candidates. */
const noRights: ReadonlySet<string> = new Set()

function rightsOfPackage(
  { is_platform: isPlatform, menu_package: menuPackage }: SessionRow,
  menus: readonly Menu[],
): ReadonlySet<string> {
  return new Set(rightsOfMenus(menusOfPackage(menus, { isPlatform, menuPackage })))
}

function powersOf(row: SessionRow, menus: readonly Menu[]): Powers {
  const granted = [...row.menus.map(({ menu }) => `${menu}:view`), ...row.rights]
  const everyRight = row.is_admin || granted.length > 0 ? rightsOfPackage(row, menus) : noRights
  return {
    isAdmin: row.is_admin,
    mustChangePassword: row.must_change_password,
    rights: row.is_admin ? everyRight : new Set(granted.filter((code) => everyRight.has(code))),
    scopes: dataScopesOf(row.menus, { staffId: row.account_id, departmentId: row.department_id }),
  }
}
