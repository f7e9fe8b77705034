/** For whom an announcement to everybody or to a room holds, now and later. */
import { id } from '@kaopei/contract'
import { type Db, dataScopeShape, rowsOf } from '@kaopei/server'
import { seatsOfKind } from '@kaopei/venue/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { inReach, type Reach, scopeWithin } from '../rooms/reach.ts'
import { examKind } from '../times/terms.ts'

export const holdShape = z.object({
  scope: dataScopeShape,
  /** Null: wherever they sit, or nowhere. */
  roomIds: z.array(id).nullable(),
})
export type Hold = z.output<typeof holdShape>

/** As things are now: whoever invigilates other rooms tomorrow has not spoken to those today. */
export async function holdOf(
  db: Db,
  { examId, reach, roomId }: { examId: string; reach: Reach; roomId: string | undefined },
): Promise<Hold> {
  const watched = reach.kind === 'assigned' ? await watchedRooms(db, examId, reach.staffId) : null
  const scope = scopeWithin(reach)
  if (roomId === undefined) return { scope, roomIds: watched }
  return { scope, roomIds: watched === null || watched.includes(roomId) ? [roomId] : [] }
}

const roomRow = z.object({ roomId: id.nullable() })

/** Null: the whole exam. */
async function watchedRooms(db: Db, examId: string, staffId: string): Promise<string[] | null> {
  const rows = await rowsOf(db, roomRow)`
    select i.room_id as "roomId"
    from exam.invigilator i
    where i.company_id = ${db.companyId} and i.exam_id = ${examId} and i.staff_id = ${staffId}`
  return rows.some(({ roomId }) => roomId === null) ? null : rows.flatMap(({ roomId }) => roomId ?? [])
}

/** Whether it holds for a candidate. */
export function isHeldFor(
  db: Db,
  { scope, roomIds }: Hold,
  { examId, staffId }: { readonly examId: RawBuilder<unknown>; readonly staffId: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const isSeated =
    roomIds === null
      ? sql`true`
      : sql`${staffId} in (
          select seat."staffId" from (${seatsOfKind(db, examKind)}) seat
          where seat."ownerId" = ${examId} and seat."roomId" = any(${roomIds}::uuid[])
        )`
  return sql`(${inReach(db, scope, { examId, staffId })} and ${isSeated})`
}
