import { id } from '@kaopei/contract'
import { type Db, findOne, idOf, oneOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

export interface Opening {
  readonly staffId: string
  readonly courseId: string
  readonly taskId: string
  readonly versionId: string
  readonly coursewareType: number
  readonly lengthSeconds: number
  readonly pageCount: number
  /** Of a micro-course the versions of the coursewares in it, by courseware. */
  readonly films: Readonly<Record<string, string>>
  /** Where each of its films begins among the seconds of all; null of anything else. */
  readonly filmStarts: readonly number[] | null
  readonly now: Date
}

type Place = Pick<Opening, 'staffId' | 'courseId' | 'taskId' | 'now'>

const fixedRow = z.object({
  versionId: id,
  lengthSeconds: z.int(),
  pageCount: z.int(),
  position: z.int(),
  watched: z.array(z.tuple([z.int(), z.int()])),
})

/**
 * Fixes what the task is made of: for whoever opens it first, and anew where a later version was meant for those who had begun. What was seen stays, and
 * counts within the new length: as its reports have it, for a version between them may have been shorter.
 */
export function fixMedia(db: Db, opening: Opening) {
  const { staffId, courseId, taskId, versionId, coursewareType, lengthSeconds, pageCount, films, filmStarts, now } = opening
  return oneOf(db, fixedRow)`
    insert into course.media_progress as m
      (company_id, staff_id, course_id, task_id, courseware_version_id, courseware_type, length_seconds, page_count, films, film_starts, begun_at,
        last_at)
    values (${db.companyId}, ${staffId}, ${courseId}, ${taskId}, ${versionId}, ${coursewareType}, ${lengthSeconds}, ${pageCount},
      ${JSON.stringify(films)}::jsonb, ${filmStarts}::integer[], ${now}, ${now})
    on conflict (company_id, staff_id, course_id, task_id) do update
    set courseware_version_id = excluded.courseware_version_id,
      courseware_type = excluded.courseware_type,
      length_seconds = excluded.length_seconds,
      page_count = excluded.page_count,
      films = m.films || excluded.films,
      film_starts = excluded.film_starts,
      watched = case
        when m.courseware_version_id = excluded.courseware_version_id and m.length_seconds = excluded.length_seconds then m.watched
        else (m.watched + coalesce((
          select range_agg(told.credited)
          from (
            select p.credited
            from course.ping p
            where p.company_id = m.company_id and p.course_id = m.course_id and p.staff_id = m.staff_id and p.task_id = m.task_id
            union all
            select s.credited
            from course.ping_sum s
            where s.company_id = m.company_id and s.course_id = m.course_id and s.staff_id = m.staff_id and s.task_id = m.task_id
          ) told
        ), '{}')) * int4multirange(int4range(0, excluded.length_seconds))
      end
    returning m.courseware_version_id as "versionId", m.length_seconds as "lengthSeconds", m.page_count as "pageCount", m.last_position as position,
      (select coalesce(json_agg(json_build_array(lower(r), upper(r)) order by r), '[]') from unnest(m.watched) r) as watched`
}

const filmsRow = z.object({ films: z.record(id, id) })

/** Which versions somebody began of the coursewares in a micro-course. */
export async function findBegunFilms(db: Db, { staffId, courseId, taskId }: Place): Promise<Readonly<Record<string, string>>> {
  const row = await findOne(db, filmsRow)`
    select m.films
    from course.media_progress m
    where m.company_id = ${db.companyId} and m.staff_id = ${staffId} and m.course_id = ${courseId} and m.task_id = ${taskId}`
  return row?.films ?? {}
}

/** A player: its reports bear this id. */
export function insertSession(db: Db, { staffId, courseId, taskId, now }: Place): Promise<string> {
  return idOf(db)`
    insert into course.learn_session (company_id, staff_id, id, course_id, task_id, begun_at, last_at)
    values (${db.companyId}, ${staffId}, kit.new_id(), ${courseId}, ${taskId}, ${now}, ${now})
    returning id`
}

/** Players that were opened more than eight days ago: no report of theirs can count any more. */
export async function deleteOldSessions(db: Db, staffId: string, now: Date): Promise<void> {
  await sql`
    delete from course.learn_session s
    where s.company_id = ${db.companyId} and s.staff_id = ${staffId} and s.last_at < ${now}::timestamptz - interval '8 days'`.execute(
    db,
  )
}
