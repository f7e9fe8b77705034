import { id } from '@kaopei/contract'
import { type Db, hasRows, idsOf, rowsOf } from '@kaopei/server'
import { z } from 'zod'

const dueRow = z.object({
  fileId: id,
  fileName: z.string(),
  validUntil: z.string(),
  teacherName: z.string(),
  staffId: id.nullable(),
  keeperId: id.nullable(),
})
export type EndingFile = z.output<typeof dueRow>

/** Files in force that end from this day on, at the latest on that. */
export function selectEnding(db: Db, { today, until }: { today: string; until: string }) {
  return rowsOf(db, dueRow)`
    select f.id as "fileId", f.name as "fileName", f.valid_until::text as "validUntil", c.name as "teacherName", i.staff_id as "staffId",
      i.keeper_id as "keeperId"
    from instructor.file f
    join instructor.instructor i on i.company_id = f.company_id and i.id = f.instructor_id and i.removed_at is null
    join instructor.card c on c.company_id = i.company_id and c.id = i.id
    where f.company_id = ${db.companyId}
      and f.replaced_by is null
      and f.removed_at is null
      and f.valid_until between ${today}::date and ${until}::date
    order by f.valid_until, f.id`
}

const receiverRow = z.object({ id, name: z.string(), phone: z.string().nullable(), email: z.string().nullable() })

/** Enabled people of these. */
export function selectReceivers(db: Db, staffIds: readonly string[]) {
  return rowsOf(db, receiverRow)`
    select p.id, p.name, p.phone, p.email
    from org.person p
    where p.company_id = ${db.companyId} and p.id = any (${staffIds}::uuid[]) and p.removed_at is null and p.is_enabled`
}

interface Alert {
  readonly fileId: string
  readonly days: number
  readonly staffId: string
  readonly isWritten: boolean
  readonly now: Date
}

/** Whether nobody has noted it before. */
export function noteAlert(db: Db, { fileId, days, staffId, isWritten, now }: Alert): Promise<boolean> {
  return hasRows(db)`
    insert into instructor.file_alert (company_id, file_id, days, staff_id, is_written, at)
    values (${db.companyId}, ${fileId}, ${days}, ${staffId}, ${isWritten}, ${now})
    on conflict do nothing
    returning file_id`
}

export const companiesWithEndingFiles = (db: Db, days: number): Promise<string[]> =>
  idsOf(db)`select c.id from instructor.companies_with_ending_files(${days}) as c (id)`
