import type { Db, Fail } from '@kaopei/server'
import { platformErrors } from '../contract/errors.ts'
import type { Use } from './consumption.sql.ts'
import { quotaAndUse } from './ledger.sql.ts'

export type NoUsesLeft = typeof platformErrors.quotaUsedUp

const subjects = { exam: '考试', measurement: '测评' } as const

/**
 * Refuses when `more` people would go beyond what the company may still use up. Ask before people are let in, never of somebody who has been
 * let in: whoever has a place in an exam takes it. The ledger is some minute behind; without a quota nothing is refused.
 */
export async function guardUses(db: Db, kind: Use['kind'], more: number, fail: Fail<NoUsesLeft>): Promise<void> {
  const { quota, used } = await quotaAndUse(db, kind)
  if (quota === null || used + more <= quota) return
  const subject = subjects[kind]
  const text = `${subject}额度不足：已用 ${used} / 共 ${quota} 人次，本次需要 ${more} 人次，请联系平台管理员`
  fail(platformErrors.quotaUsedUp, { text })
}
