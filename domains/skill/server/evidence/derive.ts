import type { Db } from '@kaopei/server'
import { markDepartmentsOf } from '../reports/count.sql.ts'
import { levelOf } from '../rules/level-of.ts'
import { type DerivedRow, deleteStandings, evidenceOfPairs, type Pair, upsertStandings } from './evidence.sql.ts'

const keyOf = ({ staffId, skillId }: Pair) => `${staffId}:${skillId}`
/** So many are read and written at a time. */
const atOnce = 2000

/** Makes the level of these people in these skills anew of all their evidence. Their rows are held. */
export async function derivePairs(db: Db, pairs: readonly Pair[], now: Date): Promise<void> {
  const different = [...new Map(pairs.map((pair) => [keyOf(pair), pair])).values()]
  for (let from = 0; from < different.length; from += atOnce) await deriveBatch(db, different.slice(from, from + atOnce), now)
}

async function deriveBatch(db: Db, pairs: readonly Pair[], now: Date): Promise<void> {
  const evidence = Map.groupBy(await evidenceOfPairs(db, pairs), keyOf)
  const derived: DerivedRow[] = []
  const nothing: Pair[] = []
  for (const pair of pairs) {
    const standing = levelOf(evidence.get(keyOf(pair)) ?? [], now)
    if (standing) derived.push({ ...pair, ...standing })
    else nothing.push(pair)
  }
  await upsertStandings(db, derived)
  await deleteStandings(db, nothing)
  await markDepartmentsOf(db, [...new Set(pairs.map(({ staffId }) => staffId))])
}
