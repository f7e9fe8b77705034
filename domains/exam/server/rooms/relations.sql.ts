/** Which exams use which rooms. */
import { id } from '@kaopei/contract'
import { countOf, type Db, rowsOf } from '@kaopei/server'
import { usesOf } from '@kaopei/venue/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { examStatus } from '../../contract/exam-codes.ts'
import { examKind } from '../times/terms.ts'

export interface RelationFilter {
  readonly roomName?: string | undefined
  readonly examName?: string | undefined
}

const relationRow = z.object({
  examinationId: id,
  examName: z.string(),
  status: examStatus.schema,
  openAt: z.date().nullable(),
  closeAt: z.date().nullable(),
  roomId: id,
  roomName: z.string(),
  address: z.string(),
  layoutName: z.string(),
})

function matching(db: Db, { roomName, examName }: RelationFilter): RawBuilder<unknown> {
  const parts = [sql`e.company_id = ${db.companyId}`]
  if (roomName) parts.push(sql`strpos(lower(u."roomName"), lower(${roomName})) > 0`)
  if (examName) parts.push(sql`strpos(lower(e.name), lower(${examName})) > 0`)
  return sql`
    from (${usesOf(db, examKind)}) u
    join exam.exam e on e.company_id = ${db.companyId} and e.id = u."ownerId"
    where ${sql.join(parts, sql` and `)}`
}

export function selectRelations(db: Db, filter: RelationFilter, { limit, offset }: { limit: number; offset: number }) {
  return rowsOf(db, relationRow)`
    select e.id as "examinationId", e.name as "examName", e.status, e.admission_start_at as "openAt",
      e.admission_end_at as "closeAt", u."roomId", u."roomName", u.address, u."layoutName"
    ${matching(db, filter)}
    order by e.id desc, u.sort
    limit ${limit} offset ${offset}`
}

export function countRelations(db: Db, filter: RelationFilter): Promise<number> {
  return countOf(db)`select count(*)::int as count ${matching(db, filter)}`
}
