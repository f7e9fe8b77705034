import { id } from '@kaopei/contract'
import { type Db, lit, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { source } from '../../../contract/capture.ts'
import { composeStatus } from '../../../contract/review.ts'

const markRow = z.object({
  abnormalType: z.int(),
  shotId: id.nullable(),
  isMarked: z.boolean(),
  byId: id,
  byName: z.string().nullable(),
  at: z.date(),
})

/** Every mark that was ever set or cancelled. */
export function selectMarkRows(db: Db, attemptId: string): Promise<z.output<typeof markRow>[]> {
  return rowsOf(db, markRow)`
    select m.abnormal_type as "abnormalType", m.shot_id as "shotId", m.is_marked as "isMarked", m.by_id as "byId", p.name as "byName", m.at
    from proctoring.mark m
    left join org.person p on p.company_id = m.company_id and p.id = m.by_id
    where m.company_id = ${db.companyId}
      and m.attempt_id = ${attemptId}
    order by m.id`
}

const lookRow = z.object({ staffId: id, name: z.string().nullable(), what: z.string(), reason: z.string(), at: z.date() })

/** Who opened the recordings or the replay, when, and why. */
export function selectLookRows(db: Db, attemptId: string): Promise<z.output<typeof lookRow>[]> {
  return rowsOf(db, lookRow)`
    select l.staff_id as "staffId", p.name, l.what, l.reason, l.at
    from proctoring.look l
    left join org.person p on p.company_id = l.company_id and p.id = l.staff_id
    where l.company_id = ${db.companyId}
      and l.attempt_id = ${attemptId}
    order by l.id`
}

const sightRow = z.object({
  staffId: id,
  staffName: z.string().nullable(),
  name: z.string(),
  firstAt: z.date(),
  lastAt: z.date(),
  count: z.int(),
})

/** Every fetch of a film, a piece or a picture, whether of the record or in the live hall. */
export function selectSightRows(db: Db, attemptId: string): Promise<z.output<typeof sightRow>[]> {
  return rowsOf(db, sightRow)`
    select s.staff_id as "staffId", p.name as "staffName", s.name, s.first_at as "firstAt", s.last_at as "lastAt", s.count
    from proctoring.sight s
    left join org.person p on p.company_id = s.company_id and p.id = s.staff_id
    where s.company_id = ${db.companyId}
      and s.attempt_id = ${attemptId}
    order by s.first_at, s.staff_id, s.name`
}

const filmRow = z.object({ source: source.schema, edition: z.int(), contentType: z.string() })

/** Films that are composed by now; they can be made again of the pieces. */
export function selectReadyFilms(db: Db, attemptId: string): Promise<z.output<typeof filmRow>[]> {
  return rowsOf(db, filmRow)`
    select source, edition, content_type as "contentType"
    from proctoring.film
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}
      and state = ${lit(composeStatus.ready)}
      and content_type is not null
    order by source`
}
