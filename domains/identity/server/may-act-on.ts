import type { Db } from '@kaopei/server'
import type { Strength } from './strength.ts'
import { type ExcessRole, selectExcess } from './stronger.sql.ts'

/** The roles of these people that let them do, or see, something that the actor may not. Nobody is beyond an administrator. */
export async function excessRoles(db: Db, actor: Strength, accountIds: readonly string[]): Promise<readonly ExcessRole[]> {
  return actor.isAdmin || accountIds.length === 0 ? [] : selectExcess(db, actor, accountIds)
}

/** Of these people those who may do, or see, something that the actor may not. */
export async function strongerThan(db: Db, actor: Strength, accountIds: readonly string[]): Promise<Set<string>> {
  return new Set((await excessRoles(db, actor, accountIds)).map(({ accountId }) => accountId))
}

/**
 * Whose account the actor may take in hand. Resetting a password, or changing where a code is sent, is logging in as somebody: nobody does it to people
 * who are stronger than themselves.
 */
export async function mayActOn(db: Db, actor: Strength, accountIds: readonly string[]): Promise<Set<string>> {
  const stronger = await strongerThan(db, actor, accountIds)
  return new Set(accountIds.filter((id) => id === actor.staffId || !stronger.has(id)))
}
