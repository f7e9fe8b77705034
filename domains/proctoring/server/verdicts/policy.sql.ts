import { changesOf, type Db, findOne } from '@kaopei/server'
import { z } from 'zod'

const policyRow = z.object({
  needsSecond: z.boolean(),
  appealDays: z.int(),
  violationScore: z.enum(['keep', 'zero']),
  version: z.int(),
})
export type VerdictPolicy = z.output<typeof policyRow>

/** Of a company that has said nothing. */
const usual: VerdictPolicy = { needsSecond: true, appealDays: 7, violationScore: 'keep', version: 0 }

export async function selectPolicy(db: Db): Promise<VerdictPolicy> {
  const found = await findOne(db, policyRow)`
    select needs_second as "needsSecond", appeal_days as "appealDays", violation_score as "violationScore", version
    from proctoring.verdict_policy
    where company_id = ${db.companyId}`
  return found ?? usual
}

/** False when somebody else has changed it since that version. */
export async function savePolicy(db: Db, { needsSecond, appealDays, violationScore, version }: VerdictPolicy): Promise<boolean> {
  const written =
    version === 0
      ? await changesOf(db)`
          insert into proctoring.verdict_policy (company_id, needs_second, appeal_days, violation_score)
          values (${db.companyId}, ${needsSecond}, ${appealDays}, ${violationScore})
          on conflict do nothing`
      : await changesOf(db)`
          update proctoring.verdict_policy
          set needs_second = ${needsSecond}, appeal_days = ${appealDays}, violation_score = ${violationScore}, version = version + 1
          where company_id = ${db.companyId} and version = ${version}`
  return written > 0
}
