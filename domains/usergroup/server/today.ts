import { dayIn } from '@kaopei/contract'
import { timeZoneOf } from '@kaopei/platform/server'
import type { Db } from '@kaopei/server'

/** The day where the company is, yyyy-MM-dd. */
export async function today(db: Db, now: Date): Promise<string> {
  return dayIn(now, await timeZoneOf(db))
}
