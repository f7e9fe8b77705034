import { recordUses } from '@kaopei/platform/server'
import { databaseNow, inTransaction, type RawServices, type Sweep } from '@kaopei/server'
import { companiesWithNewUses, lockCursor, moveCursor, nextExamUses } from './exam-uses.sql.ts'

/** Attempts younger than this may still be uncommitted: their ids are born before their commit. */
const settleMs = 60_000
const companiesAtOnce = 200
const usesAtOnce = 2000

/**
 * Takes begun attempts into the ledger, behind the exams' back: starting one costs nothing more. Each company has a cursor, moved in the
 * transaction that writes the uses, so that a killed worker loses and doubles nothing.
 */
export async function recordExamUses(services: Pick<RawServices, 'pool'>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - settleMs)
  const companies = await inTransaction(services.pool, undefined, (db) => companiesWithNewUses(db, before, companiesAtOnce))
  let taken = 0
  for (const companyId of companies) taken += await takeUsesOf(services, companyId, before)
  return taken
}

function takeUsesOf({ pool }: Pick<RawServices, 'pool'>, companyId: string, before: Date): Promise<number> {
  return inTransaction(pool, companyId, async (db) => {
    const after = await lockCursor(db)
    const uses = await nextExamUses(db, { after, before, most: usesAtOnce })
    const last = uses.at(-1)
    if (!last) return 0
    await recordUses(db, uses)
    await moveCursor(db, last.attemptId)
    return uses.length
  })
}

export const examUsesSweep: Sweep = {
  name: 'tenant-exam-uses',
  everySeconds: 30,
  run: async (services) => {
    while ((await recordExamUses(services, databaseNow())) >= usesAtOnce);
  },
}
