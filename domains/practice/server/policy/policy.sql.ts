import { changesOf, type Db, findOne } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { defaultPolicy } from '../../contract/practice-policy.ts'

const policyRow = z.object({
  retentionPercent: z.int(),
  dailyCount: z.int(),
  leaveStreak: z.int(),
  leaveDays: z.int(),
  version: z.int(),
})
export type Policy = z.output<typeof policyRow>

const read = (db: Db, lock: boolean) => findOne(db, policyRow)`
  select p.retention_percent as "retentionPercent", p.daily_count as "dailyCount", p.leave_streak as "leaveStreak",
    p.leave_days as "leaveDays", p.version
  from practice.policy p
  where p.company_id = ${db.companyId}
  ${lock ? sql`for update` : sql``}`

/** A company that never said otherwise has version 0. */
export async function policyOf(db: Db): Promise<Policy> {
  return (await read(db, false)) ?? { ...defaultPolicy, version: 0 }
}

export async function lockPolicy(db: Db): Promise<Policy> {
  return (await read(db, true)) ?? { ...defaultPolicy, version: 0 }
}

/** False: somebody else was first. */
export async function writePolicy(db: Db, policy: Policy): Promise<boolean> {
  const { retentionPercent, dailyCount, leaveStreak, leaveDays, version } = policy
  const written = await changesOf(db)`
    insert into practice.policy (company_id, retention_percent, daily_count, leave_streak, leave_days)
    values (${db.companyId}, ${retentionPercent}, ${dailyCount}, ${leaveStreak}, ${leaveDays})
    on conflict (company_id) do update
    set retention_percent = excluded.retention_percent, daily_count = excluded.daily_count, leave_streak = excluded.leave_streak,
      leave_days = excluded.leave_days, version = policy.version + 1
    where policy.version = ${version}`
  return written === 1
}
