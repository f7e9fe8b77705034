import type { Db } from '@kaopei/server'
import type { Strength } from './strength.ts'
import { selectStronger } from './stronger.sql.ts'

/** Of these people those who may do, or see, something that the actor may not. Nobody is beyond an administrator. */
export async function strongerThan(db: Db, actor: Strength, accountIds: readonly string[]): Promise<Set<string>> {
  if (actor.isAdmin || accountIds.length === 0) return new Set()
  return new Set(await selectStronger(db, actor, accountIds))
}

/**
 * Whose account the actor may take in hand. Resetting a password, or changing where a code is sent, is logging in as somebody: nobody does it to people
 * who are stronger than themselves.
 */
export async function mayActOn(db: Db, actor: Strength, accountIds: readonly string[]): Promise<Set<string>> {
  const stronger = await strongerThan(db, actor, accountIds)
  return new Set(accountIds.filter((id) => id === actor.staffId || !stronger.has(id)))
}
