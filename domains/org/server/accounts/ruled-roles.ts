import { excessRoles, type Strength } from '@kaopei/identity/server'
import type { Db } from '@kaopei/server'

// Where a rule decides who is in a group with roles, whoever edits people decides it too: what such an edit gives is looked at in its own transaction.

export interface GainedRole {
  readonly staffId: string
  readonly roleId: string
}

export interface RuledGroups {
  /** Does a rule decide anywhere in the company who has a role? */
  readonly giveRoles: (db: Db) => Promise<boolean>
  /**
   * Lets people join the groups with roles whose rules they fit by now, and answers what roles they have come to by it. `staffIds` null: anybody may have
   * come to fit (a department moved, a label deleted).
   */
  readonly join: (db: Db, staffIds: readonly string[] | null) => Promise<readonly GainedRole[]>
}

let ruledGroups: RuledGroups = { giveRoles: async () => false, join: async () => [] }

/** The groups' room stands above this one and knows the rules: it says here how they decide. */
export function letRulesDecide(groups: RuledGroups): void {
  ruledGroups = groups
}

export const hasRuledRoles = (db: Db) => ruledGroups.giveRoles(db)

const keyOf = (accountId: string, roleId: string) => `${accountId}/${roleId}`

/**
 * Runs a change of people, and answers beside its result who has gained by it, through departments or through rules, a role that lets them do or see more
 * than the actor may; the actor is one of those people as well.
 */
export async function findGrowth<T>(
  db: Db,
  actor: Strength,
  staffIds: readonly string[] | null | ((result: T) => readonly string[]),
  change: () => Promise<T>,
): Promise<{ result: T; grown: string[] }> {
  if (actor.isAdmin) return { result: await change(), grown: [] }
  const known = typeof staffIds === 'function' ? [] : (staffIds ?? [])
  const before = new Set((await excessRoles(db, actor, known)).map(({ accountId, roleId }) => keyOf(accountId, roleId)))
  const result = await change()
  const changed = typeof staffIds === 'function' ? staffIds(result) : staffIds
  const gained = (await hasRuledRoles(db)) ? await ruledGroups.join(db, changed) : []
  const gainedKeys = new Set(gained.map(({ staffId, roleId }) => keyOf(staffId, roleId)))
  const looked = new Set([...(changed ?? []), ...gained.map(({ staffId }) => staffId)])
  const named = new Set(changed ?? [])
  const after = await excessRoles(db, actor, [...looked])
  const fresh = after.filter(({ accountId, roleId }) => {
    const key = keyOf(accountId, roleId)
    return named.has(accountId) ? !before.has(key) : gainedKeys.has(key)
  })
  return { result, grown: [...new Set(fresh.map(({ accountId }) => accountId))] }
}
