import { type CodeOf, id } from '@kaopei/contract'
import { inReach, type Reach } from '@kaopei/exam/server'
import { countOf, type Db, findOne, oneOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { trialItem, trialStanding } from '../../contract/rehearsal/codes.ts'

export const storedChecks = z.array(
  z.object({ item: trialItem.schema, state: z.enum(['good', 'warn', 'bad']), text: z.string() }),
)

export interface NewTrial {
  readonly examId: string
  readonly staffId: string
  readonly device: string
  readonly deviceName: string
  readonly flags: string
  readonly state: number
  readonly checks: z.input<typeof storedChecks>
  readonly now: Date
}

export async function insertTrial(db: Db, trial: NewTrial): Promise<void> {
  await sql`
    insert into proctoring.device_trial (company_id, exam_id, staff_id, device, device_name, flags, state, checks, at)
    values (${db.companyId}, ${trial.examId}, ${trial.staffId}, ${trial.device}, ${trial.deviceName}, ${trial.flags}, ${trial.state},
      ${JSON.stringify(trial.checks)}::jsonb, ${trial.now})`.execute(db)
}

const triedExamRow = z.object({ examId: id })

/** Those of the exams for which somebody has tried a device. */
export async function selectTriedExams(db: Db, staffId: string, examIds: readonly string[]): Promise<string[]> {
  const rows = await rowsOf(db, triedExamRow)`
    select distinct t.exam_id as "examId"
    from proctoring.device_trial t
    where t.company_id = ${db.companyId} and t.staff_id = ${staffId} and t.exam_id = any(${examIds}::uuid[])`
  return rows.map(({ examId }) => examId)
}

const standingRow = z.object({
  staffId: id,
  state: trialStanding.schema,
  time: z.date().nullable(),
  deviceName: z.string().nullable(),
  checks: storedChecks.nullable(),
})
export type StandingRow = z.output<typeof standingRow>

export function findOwnStanding(
  db: Db,
  { examId, staffId, flags }: { examId: string; staffId: string; flags: string },
): Promise<StandingRow | undefined> {
  return findOne(db, standingRow)`
    select t.staff_id as "staffId", t.state, t.at as time, t.device_name as "deviceName", t.checks
    from proctoring.trial_standing(${db.companyId}, ${examId}, ${flags}) t
    where t.staff_id = ${staffId}`
}

export interface TrialFilter {
  readonly examId: string
  readonly flags: string
  readonly scope: Reach
  readonly name?: string | undefined
  readonly state?: CodeOf<typeof trialStanding> | undefined
}

/** Candidates within reach with how they stand. */
function matching(db: Db, { examId, flags, scope, name, state }: TrialFilter): RawBuilder<unknown> {
  const within = inReach(db, scope, { examId: sql`${examId}::uuid`, staffId: sql`c.staff_id` })
  return sql`
    from exam.candidates_of(${db.companyId}, ${examId}) c
    join org.person s on s.company_id = ${db.companyId} and s.id = c.staff_id
    left join proctoring.trial_standing(${db.companyId}, ${examId}, ${flags}) t on t.staff_id = c.staff_id
    left join proctoring.trial_reminder r on r.company_id = ${db.companyId} and r.exam_id = ${examId} and r.staff_id = c.staff_id
    where ${within}
      and ${name ? sql`strpos(lower(s.name), lower(${name})) > 0` : sql`true`}
      and ${state === undefined ? sql`true` : sql`coalesce(t.state, ${trialStanding.none}) = ${state}`}`
}

const trialRow = standingRow.extend({
  name: z.string(),
  department: z.string().nullable(),
  tries: z.int(),
  remindedTime: z.date().nullable(),
})
export type TrialRow = z.output<typeof trialRow>

export function selectTrials(
  db: Db,
  filter: TrialFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<TrialRow[]> {
  return rowsOf(db, trialRow)`
    select p.*, d.name as department
    from (
      select c.staff_id as "staffId", s.name, coalesce(c.department_id, s.department_id) as "departmentId",
        coalesce(t.state, ${trialStanding.none}) as state, t.at as time, t.device_name as "deviceName", t.checks,
        coalesce(t.tries, 0) as tries, r.at as "remindedTime"
      ${matching(db, filter)}
      order by coalesce(t.state, ${trialStanding.none}) desc, s.name, c.staff_id
      limit ${limit} offset ${offset}
    ) p
    left join org.department_tree d on d.company_id = ${db.companyId} and d.id = p."departmentId"
    order by p.state desc, p.name, p."staffId"`
}

export function countTrials(db: Db, filter: TrialFilter): Promise<number> {
  return countOf(db)`select count(*)::int as count ${matching(db, filter)}`
}

const figureRow = z.object({ state: trialStanding.schema, count: z.int() })

export function selectFigures(db: Db, filter: TrialFilter): Promise<z.output<typeof figureRow>[]> {
  return rowsOf(db, figureRow)`
    select coalesce(t.state, ${trialStanding.none}) as state, count(*)::int as count
    ${matching(db, filter)}
    group by 1`
}

/** The ways by which a reminder leaves the house now. */
export interface Ways {
  readonly mail: boolean
  readonly sms: boolean
}

/** Without a valid trial, not yet reminded and not yet inside. */
const isWithoutTrial = (db: Db, examId: string) => sql`
  coalesce(t.state, ${trialStanding.none}) in (${trialStanding.outdated}, ${trialStanding.none})
  and r.staff_id is null
  and s.is_enabled
  and s.removed_at is null
  and not exists (select from sitting.attempts_of(${db.companyId}, ${examId}) a where a.staff_id = c.staff_id)`

const isReached = ({ mail, sms }: Ways) => sql`(
  (${mail} and btrim(coalesce(s.email, '')) <> '') or (${sms} and btrim(coalesce(s.phone, '')) <> '')
)`

const remindableRow = z.object({ remindable: z.int(), unreachable: z.int() })

/** How many are reminded when somebody asks for it, and how many beside them nothing reaches. */
export function countRemindable(db: Db, filter: TrialFilter, ways: Ways): Promise<z.output<typeof remindableRow>> {
  return oneOf(db, remindableRow)`
    select count(*) filter (where ${isReached(ways)})::int as remindable, count(*) filter (where not ${isReached(ways)})::int as unreachable
    ${matching(db, filter)} and ${isWithoutTrial(db, filter.examId)}`
}

const remindedRow = z.object({ staffId: id })

/** Writes down whom the caller reminds: of two at once each person is the one's or the other's. */
export async function insertReminders(db: Db, filter: TrialFilter, { ways, now }: { ways: Ways; now: Date }): Promise<string[]> {
  const rows = await rowsOf(db, remindedRow)`
    insert into proctoring.trial_reminder (company_id, exam_id, staff_id, at)
    select ${db.companyId}, ${filter.examId}, c.staff_id, ${now}
    ${matching(db, filter)} and ${isWithoutTrial(db, filter.examId)} and ${isReached(ways)}
    on conflict do nothing
    returning staff_id as "staffId"`
  return rows.map(({ staffId }) => staffId)
}

const receiverRow = z.object({ staffId: id, name: z.string(), email: z.string().nullable(), phone: z.string().nullable() })

export function selectReceivers(db: Db, staffIds: readonly string[]): Promise<z.output<typeof receiverRow>[]> {
  return rowsOf(db, receiverRow)`
    select s.id as "staffId", s.name, nullif(btrim(s.email), '') as email, nullif(btrim(s.phone), '') as phone
    from org.person s
    where s.company_id = ${db.companyId} and s.id = any(${staffIds}::uuid[]) and s.is_enabled and s.removed_at is null
    order by s.id`
}

const historyRow = z.object({
  id,
  state: trialStanding.schema,
  isOutdated: z.boolean(),
  time: z.date(),
  deviceName: z.string(),
  checks: storedChecks,
})

type Whose = { readonly examId: string; readonly staffId: string }

export function selectHistory(
  db: Db,
  { examId, staffId }: Whose,
  { flags, limit, offset }: { flags: string; limit: number; offset: number },
): Promise<z.output<typeof historyRow>[]> {
  return rowsOf(db, historyRow)`
    select t.id, t.state, t.flags <> ${flags} as "isOutdated", t.at as time, t.device_name as "deviceName", t.checks
    from proctoring.device_trial t
    where t.company_id = ${db.companyId} and t.exam_id = ${examId} and t.staff_id = ${staffId}
    order by t.at desc, t.id desc
    limit ${limit} offset ${offset}`
}

export function countHistory(db: Db, { examId, staffId }: Whose): Promise<number> {
  return countOf(db)`
    select count(*)::int as count from proctoring.device_trial
    where company_id = ${db.companyId} and exam_id = ${examId} and staff_id = ${staffId}`
}

export function countCandidates(db: Db, examId: string): Promise<number> {
  return countOf(db)`select count(*)::int as count from exam.candidates_of(${db.companyId}, ${examId})`
}
