import type { Db } from '@kaopei/server'
import { lockRefusals } from './issue.sql.ts'
import { issue } from './issue.ts'

export interface Retry {
  /** Of those who wait. */
  readonly ids: readonly string[]
  readonly actorId: string
  readonly isWithoutPhoto: boolean
  readonly now: Date
}

/** Issues once more what could not be written; answers how many were found waiting, and how many came of it. */
export async function retryRefused(db: Db, { ids, actorId, isWithoutPhoto, now }: Retry) {
  const refused = await lockRefusals(db, ids)
  let issuedCount = 0
  for (const [ruleId, ofRule] of Map.groupBy(refused, (one) => one.ruleId)) {
    // One person may wait for several certificates of a rule; each has a turn of its own.
    for (const [, same] of Map.groupBy(ofRule, (one) => one.earning.staffId))
      for (const { earning } of same) {
        const given = { ruleId, earnings: [earning], actorId, isWithoutPhoto, now }
        const counts = await issue(db, { ...given, reason: isWithoutPhoto ? '不带照片签发' : '补齐字形或照片后签发' })
        issuedCount += counts.issuedCount
      }
  }
  return { refused, issuedCount }
}
