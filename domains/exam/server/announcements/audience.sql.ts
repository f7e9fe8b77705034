/** Whom announcements are for, and who of them waits. */
import { id } from '@kaopei/contract'
import { changesOf, type Db, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { inReach, type Reach } from '../rooms/reach.ts'
import { type Hold, isHeldFor } from './hold.ts'

export interface AudienceWish {
  readonly examId: string
  readonly hold: Hold
  /** Nobody else is asked about. */
  readonly staffIds: readonly string[] | undefined
}

/** Candidate `c`; the exam as a value, so that its rooms are read once and not for each candidate. */
const heldFor = (db: Db, { examId, hold }: AudienceWish): RawBuilder<unknown> =>
  isHeldFor(db, hold, { examId: sql`${examId}::uuid`, staffId: sql`c.staff_id` })

function isOneOf(staffIds: readonly string[] | undefined, staffId: RawBuilder<unknown>): RawBuilder<unknown> {
  return staffIds === undefined ? sql`true` : sql`${staffId} = any(${[...staffIds]}::uuid[])`
}

/** Of one exam: an index has exactly these. */
const sitters = (db: Db, examId: string): RawBuilder<unknown> => sql`
  select a.staff_id, a.id as attempt_id
  from sitting.standing a
  where a.company_id = ${db.companyId} and a.owner_id = ${examId} and a.state in ('in_progress', 'paused', 'submitting')`

/**
 * Whoever sits or has not begun waits for them; who does so already is left as they are. Answers how many came. Asked every half minute of exams in
 * which hardly anything changes: attempts are looked at only of those who are new.
 */
export function insertAnnounced(db: Db, announcementIds: readonly string[], wish: AudienceWish): Promise<number> {
  const { examId, staffIds } = wish
  return changesOf(db)`
    with fresh as materialized (
      select c.company_id, i.id, c.staff_id, c.exam_id
      from exam.candidate c
      cross join unnest(${[...announcementIds]}::uuid[]) as i (id)
      where c.company_id = ${db.companyId}
        and c.exam_id = ${examId}
        and ${heldFor(db, wish)}
        and ${isOneOf(staffIds, sql`c.staff_id`)}
        and not exists (
          select from exam.announced d
          where d.company_id = ${db.companyId} and d.announcement_id = i.id and d.staff_id = c.staff_id
        )
    ), people as materialized (
      select f.staff_id
      from (select distinct staff_id from fresh) f
      where not exists (
          select from sitting.standing a
          where a.company_id = ${db.companyId} and a.owner_id = ${examId} and a.staff_id = f.staff_id
        )
        or f.staff_id in (select w.staff_id from (${sitters(db, examId)}) w)
    )
    insert into exam.announced (company_id, announcement_id, staff_id, exam_id)
    select f.company_id, f.id, f.staff_id, f.exam_id
    from fresh f
    join people p on p.staff_id = f.staff_id
    order by f.id, f.staff_id
    on conflict do nothing`
}

/** Who waited for them and belongs to them no more: taken off the list, or moved to another room. */
export async function deleteFormer(db: Db, announcementIds: readonly string[], wish: AudienceWish): Promise<void> {
  const { examId, staffIds } = wish
  await sql`
    delete from exam.announced d
    where d.company_id = ${db.companyId}
      and d.exam_id = ${examId}
      and d.announcement_id = any(${[...announcementIds]}::uuid[])
      and d.telling_id is null
      and ${isOneOf(staffIds, sql`d.staff_id`)}
      and not exists (
        select from exam.candidate c
        where c.company_id = d.company_id
          and c.exam_id = ${examId}
          and c.staff_id = d.staff_id
          and ${heldFor(db, wish)}
      )`.execute(db)
}

const waitingSitterRow = z.object({ announcementId: id, text: z.string(), byId: id, staffId: id, attemptId: id })
export type WaitingSitter = z.output<typeof waitingSitterRow>

/** Who sits and has not been told, or one of them: held, and whoever tells them at this moment is left to it. */
export function lockWaitingSitters(
  db: Db,
  { examId, staffId }: { examId: string; staffId?: string | undefined },
): Promise<WaitingSitter[]> {
  return rowsOf(db, waitingSitterRow)`
    select a.id as "announcementId", a.text, a.by_id as "byId", d.staff_id as "staffId", w.attempt_id as "attemptId"
    from exam.announced d
    join exam.announcement a on a.company_id = d.company_id and a.id = d.announcement_id
    join (${sitters(db, examId)}) w on w.staff_id = d.staff_id
    where d.company_id = ${db.companyId}
      and d.exam_id = ${examId}
      and d.telling_id is null
      and ${isOneOf(staffId === undefined ? undefined : [staffId], sql`d.staff_id`)}
    order by a.id, d.staff_id
    for update of d skip locked`
}

const leftOutRow = z.object({ name: z.string() })

/** Names of those candidates within reach for whom the announcement is not: they have handed in. */
export async function selectLeftOut(
  db: Db,
  {
    announcementId,
    examId,
    reach,
    staffIds,
  }: { announcementId: string; examId: string; reach: Reach; staffIds: readonly string[] },
): Promise<string[]> {
  const rows = await rowsOf(db, leftOutRow)`
    select s.name
    from exam.candidate c
    join org.person s on s.company_id = c.company_id and s.id = c.staff_id
    where c.company_id = ${db.companyId}
      and c.exam_id = ${examId}
      and c.staff_id = any(${[...staffIds]}::uuid[])
      and ${inReach(db, reach, { examId: sql`c.exam_id`, staffId: sql`c.staff_id` })}
      and not exists (
        select from exam.announced d
        where d.company_id = c.company_id and d.announcement_id = ${announcementId} and d.staff_id = c.staff_id
      )
    order by s.name, s.id`
  return rows.map(({ name }) => name)
}
