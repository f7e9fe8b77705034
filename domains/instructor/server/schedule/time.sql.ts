import { id } from '@kaopei/contract'
import { type DataScope, type Db, findOne, idOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { bookingState, rangeKind, teacherLevel } from '../../contract/codes.ts'
import type { WeekHours } from '../../contract/schedule.ts'
import { hasLeft, inScope, there } from '../sight.sql.ts'
import { withinCategory } from '../teachers/list.sql.ts'

const weekRow = z.object({ teacherId: id, weekday: z.int(), fromMinute: z.int(), toMinute: z.int() })

export function selectWeeks(db: Db, teacherIds: readonly string[]) {
  return rowsOf(db, weekRow)`
    select w.instructor_id as "teacherId", w.weekday, w.from_minute as "fromMinute", w.to_minute as "toMinute"
    from instructor.week_hours w
    where w.company_id = ${db.companyId} and w.instructor_id = any (${teacherIds}::uuid[])
    order by w.weekday, w.from_minute`
}

export async function replaceWeek(db: Db, teacherId: string, hours: readonly WeekHours[]): Promise<void> {
  await sql`delete from instructor.week_hours where company_id = ${db.companyId} and instructor_id = ${teacherId}`.execute(db)
  await sql`
    insert into instructor.week_hours (company_id, instructor_id, weekday, from_minute, to_minute)
    select ${db.companyId}, ${teacherId}, h.weekday, h."fromMinute", h."toMinute"
    from jsonb_to_recordset(${JSON.stringify(hours)}::jsonb) as h (weekday smallint, "fromMinute" smallint, "toMinute" smallint)`.execute(
    db,
  )
}

const rangeRow = z.object({
  id,
  teacherId: id,
  kind: rangeKind.schema,
  beginTime: z.date(),
  endTime: z.date(),
  reason: z.string(),
})

interface Between {
  readonly beginTime: Date
  readonly endTime: Date
}

export function selectRanges(db: Db, teacherIds: readonly string[], { beginTime, endTime }: Between) {
  return rowsOf(db, rangeRow)`
    select r.id, r.instructor_id as "teacherId", r.kind, r.begin_at as "beginTime", r.end_at as "endTime", r.reason
    from instructor.time_range r
    where r.company_id = ${db.companyId} and r.instructor_id = any (${teacherIds}::uuid[])
      and r.begin_at < ${endTime} and r.end_at > ${beginTime}
    order by r.begin_at, r.id`
}

interface NewRange extends Between {
  readonly teacherId: string
  readonly kind: number
  readonly reason: string
  readonly by: string
}

export const insertRange = (db: Db, { teacherId, kind, beginTime, endTime, reason, by }: NewRange): Promise<string> =>
  idOf(db)`
    insert into instructor.time_range (company_id, instructor_id, kind, begin_at, end_at, reason, created_by)
    values (${db.companyId}, ${teacherId}, ${kind}, ${beginTime}, ${endTime}, ${reason}, ${by})
    returning id`

const goneRow = rangeRow.extend({ teacherName: z.string() })

export function deleteRange(db: Db, scope: DataScope, rangeId: string) {
  return findOne(db, goneRow)`
    delete from instructor.time_range r
    using instructor.instructor i
    left join org.person p on p.company_id = i.company_id and p.id = i.staff_id
    where r.company_id = ${db.companyId} and r.id = ${rangeId} and i.company_id = r.company_id and i.id = r.instructor_id
      and ${inScope(db, scope)}
    returning r.id, r.instructor_id as "teacherId", r.kind, r.begin_at as "beginTime", r.end_at as "endTime", r.reason,
      coalesce(p.name, i.name) as "teacherName"`
}

const bookedRow = z.object({ teacherId: id, beginTime: z.date(), endTime: z.date() })

/** What stands of these instructors in a span. */
export function selectBookedOf(db: Db, teacherIds: readonly string[], { beginTime, endTime }: Between) {
  return rowsOf(db, bookedRow)`
    select b.instructor_id as "teacherId", b.begin_at as "beginTime", b.end_at as "endTime"
    from instructor.booking b
    where b.company_id = ${db.companyId} and b.instructor_id = any (${teacherIds}::uuid[]) and b.state <> ${bookingState.cancelled}
      and b.begin_at < ${endTime} and b.end_at > ${beginTime}`
}

const candidateRow = z.object({ id, name: z.string(), level: teacherLevel.schema })

export interface FreeFilter extends Between {
  readonly scope: DataScope
  readonly weekday: number
  readonly keyWords?: string | undefined
  readonly level?: number | undefined
  readonly categoryId?: string | undefined
}

/** Enabled ones who may teach at all on a day: by their week or by a range. Who is free for long enough is the rule's to say. */
export function selectCandidates(db: Db, filter: FreeFilter) {
  return rowsOf(db, candidateRow)`
    select i.id, coalesce(p.name, i.name) as name, i.level
    from instructor.instructor i
    left join org.person p on p.company_id = i.company_id and p.id = i.staff_id
    where ${there(db)} and i.is_enabled and not ${hasLeft} and ${inScope(db, filter.scope)} and ${more(db, filter)}
      and (
        exists (
          select from instructor.week_hours w
          where w.company_id = i.company_id and w.instructor_id = i.id and w.weekday = ${filter.weekday}
        )
        or exists (
          select from instructor.time_range r
          where r.company_id = i.company_id and r.instructor_id = i.id and r.kind = ${rangeKind.also}
            and r.begin_at < ${filter.endTime} and r.end_at > ${filter.beginTime}
        )
      )
    order by i.level desc, i.id`
}

function more(db: Db, { keyWords, level, categoryId }: FreeFilter): RawBuilder<unknown> {
  const parts = [sql`true`]
  if (keyWords) parts.push(sql`strpos(lower(coalesce(p.name, i.name)), lower(${keyWords})) > 0`)
  if (level !== undefined) parts.push(sql`i.level = ${level}`)
  if (categoryId !== undefined) parts.push(sql`i.category_id in (${withinCategory(db.companyId, categoryId)})`)
  return sql.join(parts, sql` and `)
}
