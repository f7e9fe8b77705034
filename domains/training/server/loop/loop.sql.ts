import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { changesOf, countOf, type DataScope, type Db, findOne, idOf, lit, oneOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { participation } from '../../contract/codes.ts'

const loopRow = z.object({
  id,
  version: z.int(),
  examId: id,
  afterExamId: id.nullable(),
  knowledgeIds: z.array(id),
  isChosenByScore: z.boolean(),
  createdAt: z.date(),
})
export type LoopRow = z.output<typeof loopRow>

/** Undefined: the project was not made from an exam, or there is none. */
export function findLoop(db: Db, projectId: string): Promise<LoopRow | undefined> {
  return findOne(db, loopRow)`
    select l.id, l.version, l.exam_id as "examId", l.after_exam_id as "afterExamId", l.knowledge_ids as "knowledgeIds",
      l.is_chosen_by_score as "isChosenByScore", l.created_at as "createdAt"
    from training.loop l
    join training.project t on t.company_id = l.company_id and t.id = l.project_id and t.removed_at is null
    where l.company_id = ${db.companyId} and l.project_id = ${projectId}`
}

/** Whom it was made for, as far as the scope shows them. */
export function countLoopPeople(db: Db, loopId: string, scope: DataScope): Promise<number> {
  const seen = scope.kind === 'all' ? sql`true` : sql`p.staff_id in (${scopedStaff(db, scope)})`
  return countOf(db)`
    select count(*)::int as count from training.loop_person p where p.company_id = ${db.companyId} and p.loop_id = ${loopId} and ${seen}`
}

interface NewLoop {
  readonly projectId: string
  readonly examId: string
  readonly afterExamId: string | null
  readonly knowledgeIds: readonly string[]
  readonly isChosenByScore: boolean
  readonly staffIds: readonly string[]
  readonly createdBy: string
  readonly now: Date
}

export async function insertLoop(db: Db, loop: NewLoop): Promise<void> {
  const { projectId, examId, afterExamId, knowledgeIds, isChosenByScore, staffIds, createdBy, now } = loop
  const loopId = await idOf(db)`
    insert into training.loop (company_id, project_id, exam_id, after_exam_id, knowledge_ids, is_chosen_by_score, created_by, created_at)
    values (${db.companyId}, ${projectId}, ${examId}, ${afterExamId}, ${knowledgeIds}::uuid[], ${isChosenByScore}, ${createdBy}, ${now})
    returning id`
  await changesOf(db)`
    insert into training.loop_person (company_id, loop_id, staff_id)
    select ${db.companyId}, ${loopId}, n.id from unnest(${staffIds}::uuid[]) as n (id)`
}

/** Answers whether the version was still the one given. */
export async function updateAfterExam(
  db: Db,
  { loopId, version, examId }: { loopId: string; version: number; examId: string },
): Promise<boolean> {
  const changes = await changesOf(db)`
    update training.loop l
    set after_exam_id = ${examId}, version = l.version + 1
    where l.company_id = ${db.companyId} and l.id = ${loopId} and l.version = ${version}`
  return changes === 1
}

/** Who takes part in a project, and who was taken out of it: the former are the trained, the latter belong to neither side. */
export const trainedOf = (db: Db, projectId: string) => sql`
  select e.staff_id, true as is_trained
  from training.enrolment e
  where e.company_id = ${db.companyId} and e.project_id = ${projectId} and e.state = ${lit(participation.takesPart)}`
export const takenOutOf = (db: Db, projectId: string) => sql`
  select e.staff_id
  from training.enrolment e
  where e.company_id = ${db.companyId} and e.project_id = ${projectId} and e.state = ${lit(participation.takenOut)}`

const takingPartRow = z.object({ peopleCount: z.int(), completedCount: z.int() })

export function countTrained(db: Db, { projectId, scope }: { projectId: string; scope: DataScope }) {
  const seen = scope.kind === 'all' ? sql`true` : sql`e.staff_id in (${scopedStaff(db, scope)})`
  return oneOf(db, takingPartRow)`
    select count(*)::int as "peopleCount", (count(*) filter (where e.completed_at is not null))::int as "completedCount"
    from training.enrolment e
    where e.company_id = ${db.companyId} and e.project_id = ${projectId} and e.state = ${lit(participation.takesPart)} and ${seen}`
}
