/** Rights to files that may be shortened or taken back while links of them are out: whoever uses such a link is asked for anew. */
import type { Db } from '@kaopei/server'

/** What a right rests on: a licence. Links never outlive `until` (null: no end), and end before it where the room that gave it says so. */
export interface Grant {
  readonly companyId: string
  readonly id: string
  readonly until: Date | null
}

type Holds = (db: Db, grantId: string, now: Date) => Promise<boolean>

const askers: Holds[] = []

/** A room above says of its grants whether they still hold; it is asked in the company of the grant, at each use of a link. */
export function answerForGrants(holds: Holds): void {
  askers.push(holds)
}

/** One that nobody knows does not. */
export async function stillHolds(db: Db, grantId: string, now: Date): Promise<boolean> {
  for (const holds of askers) if (await holds(db, grantId, now)) return true
  return false
}

export const grantOver = '使用期已结束或已变更，请重新打开页面'
