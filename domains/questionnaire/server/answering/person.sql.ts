/** What is known of whoever answers, and which questionnaires are theirs. */
import { id } from '@kaopei/contract'
import { staffSource } from '@kaopei/org/contract/codes'
import { scopedStaff } from '@kaopei/org/server'
import { countOf, type Db, dataScopeShape, hasRows, lit, oneOf, rowsOf, rowsOfNamed } from '@kaopei/server'
import { groupsHolding } from '@kaopei/usergroup/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Person } from '../../contract/answers.ts'
import { answerState, audienceMode, questionnaireStatus } from '../../contract/codes.ts'

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

interface ByAudience {
  /** Departments and groups by which somebody may be asked: their own, groups among those that the questionnaires name. */
  readonly targetIds: readonly string[]
  /** Scopes of attaching that show them. */
  readonly scopes: readonly string[]
}
const byNone: ByAudience = { targetIds: [], scopes: [] }

const namedRow = z.object({ groupIds: z.array(id), isScoped: z.boolean() })
const scopeRow = z.object({ text: z.string(), scope: dataScopeShape })

async function audienceOf(db: Db, { staffId, person }: Answering, which: RawBuilder<unknown>): Promise<ByAudience> {
  const among = sql`
    from questionnaire.audience a
    join questionnaire.questionnaire q on q.company_id = a.company_id and q.id = a.questionnaire_id
    where a.company_id = ${db.companyId} and q.audience_mode = ${lit(audienceMode.groups)} and ${which}`
  const { groupIds, isScoped } = await oneOf(db, namedRow)`
    select coalesce(array_agg(distinct a.target_id) filter (where a.kind = 'group'), '{}') as "groupIds",
      coalesce(bool_or(a.scope is not null), false) as "isScoped"
    ${among}`
  const targetIds = [...person.department, ...(groupIds.length > 0 ? await groupsHolding(db, staffId, groupIds) : [])]
  if (!isScoped || targetIds.length === 0) return { targetIds, scopes: [] }
  const scopes = await rowsOf(db, scopeRow)`
    select distinct a.scope::text as text, a.scope
    ${among} and a.scope is not null and a.target_id = any (${targetIds}::uuid[])`
  return { targetIds, scopes: await scopesShowing(db, staffId, scopes) }
}

const shownRow = z.object({ text: z.string() })

async function scopesShowing(db: Db, staffId: string, scopes: readonly z.input<typeof scopeRow>[]): Promise<string[]> {
  if (scopes.length === 0) return []
  const shows = scopes.map(
    ({ text, scope }) =>
      sql`select ${text}::text as text where exists (select from (${scopedStaff(db, scope)}) s where s.id = ${staffId})`,
  )
  return (await rowsOf(db, shownRow)`${sql.join(shows, sql` union all `)}`).map(({ text }) => text)
}

/** Whether the questionnaire `q` asks somebody: everybody who is employed, those on its list, whom its departments and groups hold, whoever a task leads there. */
function asks({ staffId, isEmployee }: Answering, { targetIds, scopes }: ByAudience): RawBuilder<unknown> {
  return sql`q.audience_mode <> ${lit(audienceMode.link)} and (
      (q.audience_mode = ${lit(audienceMode.everyone)} and ${isEmployee})
      or exists (
        select from questionnaire.participant t
        where t.company_id = q.company_id and t.questionnaire_id = q.id and t.staff_id = ${staffId}
          and (t.is_by_task or q.audience_mode = ${lit(audienceMode.chosen)})
      )
      or q.audience_mode = ${lit(audienceMode.groups)} and exists (
        select from questionnaire.audience a
        where a.company_id = q.company_id and a.questionnaire_id = q.id and a.target_id = any (${targetIds}::uuid[])
          and (a.scope is null or a.scope::text = any (${scopes}::text[]))
      )
    )`
}

export async function isAsked(db: Db, answering: Answering, questionnaireId: string): Promise<boolean> {
  const audience = await audienceOf(db, answering, sql`q.id = ${questionnaireId}`)
  return hasRows(db)`
    select from questionnaire.questionnaire q
    where q.company_id = ${db.companyId} and q.id = ${questionnaireId} and ${asks(answering, audience)}`
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

interface MineFilter {
  readonly only: 'all' | 'open' | 'answered'
  readonly now: Date
}

const isOpenAt = (now: Date): RawBuilder<unknown> =>
  sql`q.status = ${lit(questionnaireStatus.published)} and (q.admission_end_at is null or q.admission_end_at > ${now})`

/** Published ones that ask somebody and may still be answered, and those that they have answered; newest first. */
export async function mineOf(
  db: Db,
  answering: Answering,
  { only, now, limit, offset }: MineFilter & { readonly limit: number; readonly offset: number },
): Promise<{ dataList: MyQuestionnaire[]; totalCount: number }> {
  const audience = only === 'answered' ? byNone : await audienceOf(db, answering, isOpenAt(now))
  const isTheirs = sql`${isOpenAt(now)} and ${asks(answering, audience)}`
  const wanted = {
    answered: sql`p.staff_id is not null`,
    open: sql`p.staff_id is null and ${isTheirs}`,
    all: sql`(p.staff_id is not null or ${isTheirs})`,
  }
  const rows = sql`
    from questionnaire.questionnaire q
    left join questionnaire.participation p
      on p.company_id = q.company_id and p.questionnaire_id = q.id and p.staff_id = ${answering.staffId}
    where q.company_id = ${db.companyId} and q.removed_at is null and q.status > ${lit(questionnaireStatus.draft)}
      and q.audience_mode <> ${lit(audienceMode.link)} and ${wanted[only]}`
  const dataList = await rowsOf(db, mineRow)`
    select q.id, q.name, q.status, q.is_anonymous as "isAnonymous", q.is_changeable as "isChangeable", q.audience_mode as "audienceMode",
      q.admission_start_at as "admissionStartAt", q.admission_end_at as "admissionEndAt", q.question_count as "questionCount",
      (case when p.staff_id is not null then ${lit(answerState.answered)}
        when exists (
          select from questionnaire.partial u
          where u.company_id = q.company_id and u.questionnaire_id = q.id and u.staff_id = ${answering.staffId}
        ) then ${lit(answerState.begun)}
        else ${lit(answerState.open)} end)::int as state
    ${rows}
    order by q.id desc
    limit ${limit} offset ${offset}`
  return { dataList, totalCount: await countOf(db)`select count(*)::int as count ${rows}` }
}
