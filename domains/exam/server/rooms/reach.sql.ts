import { type Db, hasRows } from '@kaopei/server'
import { seatsOfKind } from '@kaopei/venue/server'
import { type RawBuilder, sql } from 'kysely'
import { examKind } from '../times/terms.ts'

interface Whom {
  readonly examId: RawBuilder<unknown>
  readonly staffId: RawBuilder<unknown>
}

/** Of the whole exam, or of the room in which the candidate has their seat. */
export const isAssigned = (db: Db, invigilatorId: string, { examId, staffId }: Whom): RawBuilder<unknown> => sql`exists (
  select from exam.invigilator i
  where i.company_id = ${db.companyId}
    and i.staff_id = ${invigilatorId}
    and i.exam_id = ${examId}
    and (
      i.room_id is null
      or exists (
        select from (${seatsOfKind(db, examKind)}) seat
        where seat."ownerId" = i.exam_id and seat."staffId" = ${staffId} and seat."roomId" = i.room_id
      )
    )
)`

/** Whether somebody watches the exam or any room of it. */
export function invigilates(db: Db, examId: string, staffId: string): Promise<boolean> {
  return hasRows(db)`
    select from exam.invigilator i
    where i.company_id = ${db.companyId} and i.exam_id = ${examId} and i.staff_id = ${staffId}`
}

export const staffWithin = ({ staffId }: Whom, people: RawBuilder<unknown> | object | null): RawBuilder<unknown> =>
  people === null ? sql`true` : sql`${staffId} in (${people})`
