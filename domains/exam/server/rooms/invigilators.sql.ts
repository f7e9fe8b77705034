import { id } from '@kaopei/contract'
import { changesOf, countOf, type Db, rowsOf } from '@kaopei/server'
import { usesOf } from '@kaopei/venue/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { examSignIn, hallMenu } from '../../contract/menus.ts'
import { examKind } from '../times/terms.ts'

const invigilatorRow = z.object({
  id,
  staffId: id,
  name: z.string(),
  department: z.string().nullable(),
  roomId: id.nullable(),
  roomName: z.string().nullable(),
  mayWatch: z.boolean(),
  maySignIn: z.boolean(),
})

/** Whether roles of `granted` have a menu. */
const has = (menu: string): RawBuilder<unknown> =>
  sql`(granted.is_admin or granted.menus @> ${JSON.stringify([{ menu }])}::jsonb)`

export function selectInvigilators(db: Db, examId: string, { limit, offset }: { limit: number; offset: number }) {
  return rowsOf(db, invigilatorRow)`
    select i.id, i.staff_id as "staffId", s.name, d.name as department, i.room_id as "roomId", u."roomName",
      ${has(hallMenu)} as "mayWatch", ${has(examSignIn.name)} as "maySignIn"
    from exam.invigilator i
    join org.person s on s.company_id = i.company_id and s.id = i.staff_id
    cross join lateral identity.grants_of(i.company_id, i.staff_id) granted
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    left join (${usesOf(db, examKind)}) u on u."ownerId" = i.exam_id and u."roomId" = i.room_id
    where i.company_id = ${db.companyId} and i.exam_id = ${examId}
    order by u.sort nulls first, s.name, i.id
    limit ${limit} offset ${offset}`
}

export function countInvigilators(db: Db, examId: string): Promise<number> {
  return countOf(db)`
    select count(*)::int as count from exam.invigilator i where i.company_id = ${db.companyId} and i.exam_id = ${examId}`
}

/** Invigilators whose roles have no hall. */
export function countBlind(db: Db, examId: string): Promise<number> {
  return countOf(db)`
    select count(distinct i.staff_id)::int as count
    from exam.invigilator i
    cross join lateral identity.grants_of(i.company_id, i.staff_id) granted
    where i.company_id = ${db.companyId} and i.exam_id = ${examId} and not ${has(hallMenu)}`
}

export interface NewInvigilators {
  readonly examId: string
  readonly staffIds: readonly string[]
  readonly roomId: string | undefined
  readonly by: string
  readonly now: Date
}

/** Whoever is one already stays so once. Answers how many are new. */
export function insertInvigilators(db: Db, { examId, staffIds, roomId, by, now }: NewInvigilators): Promise<number> {
  return changesOf(db)`
    insert into exam.invigilator (company_id, exam_id, staff_id, room_id, added_by, added_at)
    select ${db.companyId}, ${examId}, s.id, ${roomId ?? null}::uuid, ${by}, ${now}
    from unnest(${[...staffIds]}::uuid[]) as s (id)
    on conflict on constraint invigilator_unique do nothing`
}

const removedRow = z.object({ name: z.string() })

export async function deleteInvigilators(db: Db, examId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await rowsOf(db, removedRow)`
    delete from exam.invigilator i
    using org.person s
    where i.company_id = ${db.companyId}
      and i.exam_id = ${examId}
      and i.id = any(${[...ids]}::uuid[])
      and s.company_id = i.company_id
      and s.id = i.staff_id
    returning s.name`
  return rows.map(({ name }) => name)
}

/** Whoever watches all of one exam watches another one; who watches a room of it does not. */
export async function copyInvigilators(db: Db, { from, to, now }: { from: string; to: string; now: Date }): Promise<void> {
  await sql`
    insert into exam.invigilator (company_id, exam_id, staff_id, added_by, added_at)
    select company_id, ${to}, staff_id, added_by, ${now}
    from exam.invigilator where company_id = ${db.companyId} and exam_id = ${from} and room_id is null`.execute(db)
}
