import { sql } from 'kysely'

/** The exam `e` of a list is a task of a course, as it is published or being changed. */
export const hasExam = sql`exists (
  select from course.task t
  join course.version v on v.company_id = t.company_id and v.id = t.version_id
  join course.course c on c.company_id = v.company_id and c.id = v.course_id and v.id in (c.published_id, c.draft_id)
  where t.company_id = e.company_id and t.kind = 'exam' and t.target_id = e.id and c.removed_at is null
)`
