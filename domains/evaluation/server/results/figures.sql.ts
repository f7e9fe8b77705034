import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { type DataScope, type Db, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { appointmentMode, resultState } from '../../contract/codes.ts'

const voided = lit(resultState.void)

const rawRow = z.object({ mode: appointmentMode.schema, raws: z.record(z.string(), z.number().nullable()) })

/** Results of a version that are not void, with how they were answered. */
export function selectRawsIn(db: Db, versionId: string, scope: DataScope): Promise<z.input<typeof rawRow>[]> {
  const inScope = scope.kind === 'all' ? sql`true` : sql`r.staff_id in (${scopedStaff(db, scope)})`
  return rowsOf(db, rawRow)`
    select a.mode, r.raws
    from evaluation.result r
    join evaluation.appointment a on a.company_id = r.company_id and a.id = r.appointment_id
    where r.company_id = ${db.companyId} and r.scale_version_id = ${versionId} and r.state <> ${voided} and ${inScope}`
}

const givenRow = z.object({ given: z.array(z.int().nullable()) })

/** Everything that was handed in with this version in this mode, by whomever about whomever; of void results nothing. */
export function selectGivenIn(
  db: Db,
  { versionId, mode }: { readonly versionId: string; readonly mode: number },
  scope: DataScope,
): Promise<z.input<typeof givenRow>[]> {
  const inScope = scope.kind === 'all' ? sql`true` : sql`t.staff_id in (${scopedStaff(db, scope)})`
  return rowsOf(db, givenRow)`
    select t.given
    from evaluation.sitting t
    join evaluation.result r on r.company_id = t.company_id and r.appointment_id = t.appointment_id and r.staff_id = t.staff_id and r.state <> ${voided}
    join evaluation.appointment a on a.company_id = t.company_id and a.id = t.appointment_id and a.mode = ${mode}
    where t.company_id = ${db.companyId} and t.scale_version_id = ${versionId} and t.submitted_at is not null and ${inScope}`
}

const meansRow = z.object({
  departmentId: id.nullable(),
  departmentName: z.string().nullable(),
  means: z.record(z.string(), z.number().nullable()),
})

export interface AnalysisFilter {
  readonly appointmentId: string
  readonly departmentId?: string | undefined
  readonly scope: DataScope
}

/**
 * Each person of an appointment with the department that the result was issued in. A filter chooses among these departments, not among people: a group is
 * there whole or not at all, or two filters would differ by whoever has moved since.
 */
export function selectMeans(db: Db, { appointmentId, departmentId, scope }: AnalysisFilter): Promise<z.input<typeof meansRow>[]> {
  const inScope = scope.kind === 'all' ? sql`true` : sql`r.staff_id in (${scopedStaff(db, scope)})`
  const inDepartment = departmentId
    ? sql`exists (
        select from org.department_tree t
        join org.department_tree d on d.company_id = t.company_id and d.path >= t.path and d.path < t.path_end
        where t.company_id = ${db.companyId} and t.id = ${departmentId} and d.id = r.department_id
      )`
    : sql`true`
  return rowsOf(db, meansRow)`
    select r.department_id as "departmentId", r.report ->> 'departmentName' as "departmentName",
      coalesce((select jsonb_object_agg(x ->> 'id', x -> 'mean') from jsonb_array_elements(r.report -> 'dimensions') x), '{}'::jsonb) as means
    from evaluation.result r
    where r.company_id = ${db.companyId} and r.appointment_id = ${appointmentId} and r.state <> ${voided} and ${inScope} and ${inDepartment}`
}
