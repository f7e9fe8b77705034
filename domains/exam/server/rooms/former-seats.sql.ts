import type { Db } from '@kaopei/server'
import { freePlaces } from '@kaopei/venue/server'
import { sql } from 'kysely'
import { examOwner } from '../times/terms.ts'

/** Who is no longer a candidate holds no seat against others, and no room. */
export function freeFormerSeats(db: Db, examId: string): Promise<void> {
  return freePlaces(
    db,
    examOwner(examId),
    sql`select c.staff_id from exam.candidate c where c.company_id = ${db.companyId} and c.exam_id = ${examId}`,
  )
}
