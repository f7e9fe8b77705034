import { type Db, findOne, lit } from '@kaopei/server'
import { z } from 'zod'
import { certificateState, proposalState } from '../../contract/codes.ts'

const formerRow = z.object({
  ruleId: z.string(),
  staffId: z.string(),
  sourceId: z.string().nullable(),
  state: certificateState.schema,
  facts: z.record(z.string(), z.string()),
  validUntil: z.date().nullable(),
  isProposed: z.boolean(),
})
export type Former = z.input<typeof formerRow>

/** One that another is to take the place of, locked. */
export function lockFormer(db: Db, certificateId: string): Promise<Former | undefined> {
  return findOne(db, formerRow)`
    select c.rule_id as "ruleId", c.staff_id as "staffId", c.source_id as "sourceId", c.state, c.facts, c.valid_until as "validUntil",
      exists (select from certificate.proposal p where p.company_id = c.company_id and p.certificate_id = c.id and p.state = ${lit(proposalState.open)}) as "isProposed"
    from certificate.certificate c
    where c.company_id = ${db.companyId} and c.id = ${certificateId}
    for update of c`
}
