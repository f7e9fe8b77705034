import { sql } from 'kysely'

/** The exam `e` of a list is a task of a project. */
export const hasExam = sql`exists (
  select from training.task t
  join training.project p on p.company_id = t.company_id and p.id = t.project_id
  where t.company_id = e.company_id and t.kind = 'exam' and t.target_id = e.id and t.removed_at is null and p.removed_at is null
)`
