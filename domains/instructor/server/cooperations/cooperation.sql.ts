import { id } from '@kaopei/contract'
import { countOf, type DataScope, type Db, findOne, idOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { cooperationState } from '../../contract/codes.ts'
import type { Terms } from '../rules/pay.ts'
import { inScope, there } from '../sight.sql.ts'

const rates = z.array(z.object({ validFrom: z.string(), centsPerHour: z.int() }))
const cooperationRow = z.object({
  id,
  teacherId: id,
  teacherName: z.string(),
  institution: z.string(),
  beginDate: z.string(),
  endDate: z.string().nullable(),
  rates,
  note: z.string(),
  version: z.int(),
})
export type StoredCooperation = z.output<typeof cooperationRow>

const ratesOf = sql`coalesce((
      select jsonb_agg(jsonb_build_object('validFrom', r.valid_from::text, 'centsPerHour', r.cents_per_hour) order by r.valid_from)
      from instructor.rate r
      where r.company_id = o.company_id and r.cooperation_id = o.id
    ), '[]')`
const columns = sql`o.id, o.instructor_id as "teacherId", coalesce(p.name, i.name) as "teacherName", o.institution,
    o.begin_on::text as "beginDate", o.end_on::text as "endDate", ${ratesOf} as rates, o.note, o.version`
const from = sql`
  from instructor.cooperation o
  join instructor.instructor i on i.company_id = o.company_id and i.id = o.instructor_id
  left join org.person p on p.company_id = i.company_id and p.id = i.staff_id`

export interface CooperationFilter {
  readonly scope: DataScope
  readonly teacherId?: string | undefined
  readonly keyWords?: string | undefined
  readonly state?: number | undefined
  readonly today: string
}

function conditions(db: Db, { scope, teacherId, keyWords, state, today }: CooperationFilter): RawBuilder<unknown> {
  const parts = [there(db), inScope(db, scope)]
  if (teacherId !== undefined) parts.push(sql`o.instructor_id = ${teacherId}`)
  if (keyWords)
    parts.push(
      sql`(strpos(lower(coalesce(p.name, i.name)), lower(${keyWords})) > 0 or strpos(lower(o.institution), lower(${keyWords})) > 0)`,
    )
  if (state === cooperationState.ahead) parts.push(sql`o.begin_on > ${today}::date`)
  if (state === cooperationState.over) parts.push(sql`o.end_on < ${today}::date`)
  if (state === cooperationState.running)
    parts.push(sql`o.begin_on <= ${today}::date and (o.end_on is null or o.end_on >= ${today}::date)`)
  return sql.join(parts, sql` and `)
}

export function selectCooperations(db: Db, filter: CooperationFilter, { limit, offset }: { limit: number; offset: number }) {
  return rowsOf(db, cooperationRow)`
    select ${columns} ${from}
    where ${conditions(db, filter)}
    order by o.begin_on desc, o.id
    limit ${limit} offset ${offset}`
}

export const countCooperations = (db: Db, filter: CooperationFilter): Promise<number> =>
  countOf(db)`select count(*)::int as count ${from} where ${conditions(db, filter)}`

export function lockCooperation(db: Db, scope: DataScope, cooperationId: string): Promise<StoredCooperation | undefined> {
  return findOne(db, cooperationRow)`
    select ${columns} ${from}
    where ${there(db)} and o.id = ${cooperationId} and ${inScope(db, scope)}
    for update of o`
}

export interface CooperationFields {
  readonly institution: string
  readonly beginDate: string
  readonly endDate: string | null
  readonly rates: readonly { readonly validFrom: string; readonly perHour: number }[]
  readonly note: string
}

export async function insertCooperation(db: Db, teacherId: string, fields: CooperationFields, by: string): Promise<string> {
  const made = await idOf(db)`
    insert into instructor.cooperation (company_id, instructor_id, institution, begin_on, end_on, note, created_by)
    values (${db.companyId}, ${teacherId}, ${fields.institution}, ${fields.beginDate}, ${fields.endDate}, ${fields.note}, ${by})
    returning id`
  await insertRates(db, made, fields)
  return made
}

export async function updateCooperation(db: Db, cooperationId: string, fields: CooperationFields): Promise<void> {
  await sql`
    update instructor.cooperation
    set institution = ${fields.institution}, begin_on = ${fields.beginDate}, end_on = ${fields.endDate}, note = ${fields.note},
      version = version + 1
    where company_id = ${db.companyId} and id = ${cooperationId}`.execute(db)
  await sql`delete from instructor.rate where company_id = ${db.companyId} and cooperation_id = ${cooperationId}`.execute(db)
  await insertRates(db, cooperationId, fields)
}

async function insertRates(db: Db, cooperationId: string, fields: CooperationFields): Promise<void> {
  await sql`
    insert into instructor.rate (company_id, cooperation_id, valid_from, cents_per_hour)
    select ${db.companyId}, ${cooperationId}, r.day, r.cents
    from unnest(${fields.rates.map(({ validFrom }) => validFrom)}::date[], ${fields.rates.map(({ perHour }) => perHour)}::int[])
      as r (day, cents)`.execute(db)
}

const termsRow = z.object({
  teacherId: id,
  cooperationId: id,
  beginDate: z.string(),
  endDate: z.string().nullable(),
  rates,
})

/** The terms of these instructors. */
export async function termsOf(db: Db, teacherIds: readonly string[]): Promise<ReadonlyMap<string, Terms[]>> {
  const rows = await rowsOf(db, termsRow)`
    select o.instructor_id as "teacherId", o.id as "cooperationId", o.begin_on::text as "beginDate", o.end_on::text as "endDate",
      ${ratesOf} as rates
    from instructor.cooperation o
    where o.company_id = ${db.companyId} and o.instructor_id = any (${teacherIds}::uuid[])`
  return Map.groupBy(rows, ({ teacherId }) => teacherId)
}
