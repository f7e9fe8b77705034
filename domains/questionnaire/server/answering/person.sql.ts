/** What is known of whoever answers, and which questionnaires are theirs. */
import { id } from '@kaopei/contract'
import { staffSource } from '@kaopei/org/contract/codes'
import { type Db, lit, rowsOf, rowsOfNamed } from '@kaopei/server'
import { groupsHolding } from '@kaopei/usergroup/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Person } from '../../contract/answers.ts'
import { answerState, audienceMode, questionnaireStatus } from '../../contract/codes.ts'
import type { Questionnaire } from '../questionnaires/questionnaire.sql.ts'

const personRow = z.object({
  departmentId: id.nullable(),
  isEmployee: z.boolean(),
  departments: z.array(z.string()),
  posts: z.array(z.string()),
  labels: z.array(z.string()),
})

export interface Answering {
  readonly staffId: string
  readonly isEmployee: boolean
  /** The main department of the moment. */
  readonly departmentId: string | null
  readonly person: Person
}

export async function selectPerson(db: Db, staffId: string): Promise<Answering> {
  const [row] = await rowsOfNamed(db, 'questionnaire_person', personRow)`
    select s.department_id as "departmentId", s.staff_source = ${lit(staffSource.employee)} as "isEmployee",
      array(
        select distinct unnest(string_to_array(trim(both '/' from d.path), '/'))
        from org.person_department m
        join org.department_tree d on d.company_id = m.company_id and d.id = m.department_id
        where m.company_id = s.company_id and m.staff_id = s.id and m.until is null
      ) as departments,
      case when s.post_id is null then '{}'::text[] else array[s.post_id::text] end as posts,
      array(select l.label_id::text from org.person_label l where l.company_id = s.company_id and l.staff_id = s.id) as labels
    from org.person s
    where s.company_id = ${db.companyId} and s.id = ${staffId} and s.removed_at is null`
  const { departments = [], posts = [], labels = [], departmentId = null, isEmployee = false } = row ?? {}
  const person: Person = { department: departments, post: posts, label: labels, entry: ['account'] }
  return { staffId, departmentId, isEmployee, person }
}

const targetRow = z.object({ questionnaireId: id, targetId: id, kind: z.string() })

/** Of these questionnaires those that this person is asked to answer. */
export async function askedOf(
  db: Db,
  { staffId, isEmployee, person }: Answering,
  questionnaires: readonly Pick<Questionnaire, 'id' | 'audienceMode'>[],
): Promise<ReadonlySet<string>> {
  const ofMode = (mode: number) => questionnaires.flatMap((one) => (one.audienceMode === mode ? [one.id] : []))
  const [chosen, grouped] = [ofMode(audienceMode.chosen), ofMode(audienceMode.groups)]
  const everyones = ofMode(audienceMode.everyone)
  const asked = new Set(isEmployee ? everyones : [])
  const listed = [...chosen, ...grouped, ...(isEmployee ? [] : everyones)]
  if (listed.length > 0) {
    for (const one of await listedAmong(db, staffId, listed)) if (one.isByTask || chosen.includes(one.id)) asked.add(one.id)
  }
  if (grouped.length === 0) return asked
  const targets = await rowsOf(db, targetRow)`
    select questionnaire_id as "questionnaireId", target_id as "targetId", kind
    from questionnaire.audience
    where company_id = ${db.companyId} and questionnaire_id = any (${grouped}::uuid[])`
  const groupIds = [...new Set(targets.flatMap(({ kind, targetId }) => (kind === 'group' ? [targetId] : [])))]
  const mine = new Set([...person.department, ...(groupIds.length > 0 ? await groupsHolding(db, staffId, groupIds) : [])])
  for (const { questionnaireId, targetId } of targets) if (mine.has(targetId)) asked.add(questionnaireId)
  return asked
}

const listedRow = z.object({ id, isByTask: z.boolean() })

function listedAmong(db: Db, staffId: string, questionnaireIds: readonly string[]): Promise<z.input<typeof listedRow>[]> {
  return rowsOf(db, listedRow)`
    select questionnaire_id as id, is_by_task as "isByTask"
    from questionnaire.participant
    where company_id = ${db.companyId} and staff_id = ${staffId} and questionnaire_id = any (${questionnaireIds}::uuid[])`
}

const mineRow = z.object({
  id,
  name: z.string(),
  status: z.int(),
  isAnonymous: z.boolean(),
  isChangeable: z.boolean(),
  audienceMode: audienceMode.schema,
  admissionStartAt: z.date().nullable(),
  admissionEndAt: z.date().nullable(),
  questionCount: z.int(),
  state: answerState.schema,
})
export type MyQuestionnaire = z.input<typeof mineRow>
const mostOpen = 500

/** Published ones that somebody may still answer, and those that this person has answered; newest first. */
export function selectMine(db: Db, staffId: string, now: Date): Promise<MyQuestionnaire[]> {
  const isOpen: RawBuilder<unknown> = sql`q.status = ${lit(questionnaireStatus.published)} and (q.admission_end_at is null or q.admission_end_at > ${now})`
  return rowsOf(db, mineRow)`
    select q.id, q.name, q.status, q.is_anonymous as "isAnonymous", q.is_changeable as "isChangeable", q.audience_mode as "audienceMode",
      q.admission_start_at as "admissionStartAt", q.admission_end_at as "admissionEndAt", q.question_count as "questionCount",
      (case when p.staff_id is not null then ${lit(answerState.answered)} when u.staff_id is not null then ${lit(answerState.begun)}
        else ${lit(answerState.open)} end)::int as state
    from questionnaire.questionnaire q
    left join questionnaire.participation p on p.company_id = q.company_id and p.questionnaire_id = q.id and p.staff_id = ${staffId}
    left join questionnaire.partial u on u.company_id = q.company_id and u.questionnaire_id = q.id and u.staff_id = ${staffId}
    where q.company_id = ${db.companyId} and q.removed_at is null and q.status > ${lit(questionnaireStatus.draft)} and q.audience_mode <> ${lit(audienceMode.link)}
      and (p.staff_id is not null or ${isOpen})
    order by q.id desc
    limit ${mostOpen}`
}
