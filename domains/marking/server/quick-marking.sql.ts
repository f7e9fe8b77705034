import { examStatus } from '@kaopei/exam/contract/exam-codes'
import { type Db, findOne } from '@kaopei/server'
import { z } from 'zod'

const linkedReviewerRow = z.object({
  name: z.string(),
  email: z.string().nullable(),
  companyName: z.string(),
  /** Suspended, over or not begun. */
  isCompanyClosed: z.boolean(),
  isCancelled: z.boolean(),
})
export type LinkedReviewer = z.output<typeof linkedReviewerRow>

/** Whom a link leads to which exam; undefined where they have left or are disabled. */
export async function findLinkedReviewer(
  db: Db,
  { examId, staffId }: { examId: string; staffId: string },
): Promise<LinkedReviewer | undefined> {
  return findOne(db, linkedReviewerRow)`
    select s.name, nullif(btrim(s.email), '') as email, c.name as "companyName", c.is_closed as "isCompanyClosed",
      e.status = ${examStatus.cancelled} as "isCancelled"
    from org.person s
    join identity.company_card c on c.id = s.company_id
    join exam.exam_card e on e.company_id = s.company_id and e.id = ${examId}
    join identity.account_state a on a.company_id = s.company_id and a.id = s.id
    where s.company_id = ${db.companyId}
      and s.id = ${staffId}
      and s.removed_at is null
      and s.is_enabled
      and a.is_enabled
      and a.removed_at is null
  `
}
