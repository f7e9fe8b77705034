import { id } from '@kaopei/contract'
import { type Db, findOne, idsOf, oneOf, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { raterRole } from '../../contract/codes.ts'
import type { Report } from '../../contract/report.ts'

const idRow = z.object({ id })

const personRow = z.object({ name: z.string(), departmentId: id.nullable(), departmentName: z.string().nullable() })

/** As they are called and stand now: the report keeps it. */
export async function selectAssessed(db: Db, staffId: string): Promise<z.input<typeof personRow>> {
  return oneOf(db, personRow)`
    select s.name, s.department_id as "departmentId", d.name as "departmentName"
    from org.person s
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    where s.company_id = ${db.companyId} and s.id = ${staffId}`
}

const givenRow = z.object({
  role: raterRole.schema,
  given: z.array(z.int().nullable()),
  secondsAnItem: z.number().nullable(),
  submittedAt: z.date(),
  /** How many months whoever answered agreed that it is kept. */
  agreedMonths: z.int(),
})
export type GivenSheet = z.input<typeof givenRow>

/** Everybody who handed in about this person and did not leave. */
export function selectGiven(db: Db, appointmentId: string, staffId: string): Promise<GivenSheet[]> {
  return rowsOf(db, givenRow)`
    select x.role, t.given, t.seconds_an_item as "secondsAnItem", t.submitted_at as "submittedAt",
      (t.consent ->> 'retentionMonths')::int as "agreedMonths"
    from evaluation.sitting t
    join evaluation.rater x on x.company_id = t.company_id and x.id = t.rater_id
    where t.company_id = ${db.companyId} and t.appointment_id = ${appointmentId} and t.staff_id = ${staffId} and t.submitted_at is not null
      and x.withdrawn_at is null
    order by t.id`
}

/** Assessed, with something handed in and no result yet. */
export function selectUnissued(db: Db, appointmentId: string): Promise<string[]> {
  return idsOf(db)`
    select p.staff_id as id
    from evaluation.participant p
    where p.company_id = ${db.companyId} and p.appointment_id = ${appointmentId}
      and not exists (select from evaluation.result r where r.company_id = p.company_id and r.appointment_id = p.appointment_id and r.staff_id = p.staff_id)
      and exists (
        select from evaluation.sitting t
        where t.company_id = p.company_id and t.appointment_id = p.appointment_id and t.staff_id = p.staff_id and t.submitted_at is not null)
    order by p.staff_id`
}

export interface NewResult {
  readonly appointmentId: string
  readonly staffId: string
  readonly departmentId: string | null
  readonly scaleId: string
  readonly scaleVersionId: string
  readonly normId: string | null
  readonly report: Report
  readonly state: number
  readonly now: Date
  readonly keepUntil: Date
}

/** Its id; undefined where it was issued before. */
export async function insertResult(db: Db, result: NewResult): Promise<string | undefined> {
  const { report } = result
  const raws = Object.fromEntries(report.dimensions.map(({ id: dimension, raw }) => [dimension, raw]))
  const made = await findOne(db, idRow)`
    insert into evaluation.result (company_id, appointment_id, staff_id, department_id, scale_id, scale_version_id, norm_id, scoring_version, report,
      raws, state, issued_at, keep_until)
    values (${db.companyId}, ${result.appointmentId}, ${result.staffId}, ${result.departmentId}, ${result.scaleId}, ${result.scaleVersionId},
      ${result.normId}, ${report.scoringVersion}, ${JSON.stringify(report)}::jsonb, ${JSON.stringify(raws)}::jsonb, ${result.state}, ${result.now},
      ${result.keepUntil})
    on conflict (company_id, appointment_id, staff_id) do nothing
    returning id`
  return made?.id
}

export async function findResultId(db: Db, appointmentId: string, staffId: string): Promise<string | null> {
  const found = await findOne(db, idRow)`
    select r.id from evaluation.result r
    where r.company_id = ${db.companyId} and r.appointment_id = ${appointmentId} and r.staff_id = ${staffId}`
  return found?.id ?? null
}
