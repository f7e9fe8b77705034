import { id } from '@kaopei/contract'
import { countOf, type Db, findOne, hasRows, idOf, idsOf, lit, oneOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { appointmentMode, appointmentStatus, scaleKind } from '../../contract/codes.ts'

const open = lit(appointmentStatus.open)

const appointmentRow = z.object({
  id,
  name: z.string(),
  scaleId: id,
  scaleVersionId: id,
  scaleName: z.string(),
  kind: scaleKind.schema,
  retentionMonths: z.int(),
  information: z.string(),
  source: z.string(),
  mode: appointmentMode.schema,
  purpose: z.string(),
  status: z.int(),
  startAt: z.date().nullable(),
  endAt: z.date().nullable(),
  limitMinutes: z.int().nullable(),
  itemsAPage: z.int(),
  normKey: z.string().nullable(),
  openedAt: z.date().nullable(),
  closedAt: z.date().nullable(),
  createTime: z.date(),
  creatorName: z.string().nullable(),
  ownerId: id.nullable(),
  /** Of what it is a part. */
  ownerName: z.string().nullable(),
  version: z.int(),
})
export type Appointment = z.input<typeof appointmentRow>

const columns = sql`a.id, a.name, a.scale_id as "scaleId", a.scale_version_id as "scaleVersionId", s.name as "scaleName", s.kind,
  s.retention_months as "retentionMonths", s.information, s.source, a.mode, a.purpose, a.status, a.start_at as "startAt", a.end_at as "endAt", a.limit_minutes as "limitMinutes",
  a.items_a_page as "itemsAPage", a.norm_key as "normKey", a.opened_at as "openedAt", a.closed_at as "closedAt", a.created_at as "createTime",
  c.name as "creatorName", a.owner_id as "ownerId", o.name as "ownerName", a.version`
const joined = sql`evaluation.appointment a
    join evaluation.scale s on s.company_id = a.company_id and s.id = a.scale_id
    left join org.person c on c.company_id = a.company_id and c.id = a.created_by
    left join evaluation.post_assessment o on o.company_id = a.company_id and o.id = a.owner_id`

/** `share`: nobody closes it meanwhile. */
export function findAppointment(db: Db, appointmentId: string, lock?: 'update' | 'share'): Promise<Appointment | undefined> {
  const locked = lock === undefined ? sql`` : lock === 'update' ? sql`for update of a` : sql`for share of a`
  return findOne(db, appointmentRow)`
    select ${columns}
    from ${joined}
    where a.company_id = ${db.companyId} and a.id = ${appointmentId} and a.removed_at is null
    ${locked}`
}

export interface AppointmentFields {
  readonly name: string
  readonly scaleId: string
  readonly mode: number
  readonly purpose: string
  readonly startTime: Date | null
  readonly endTime: Date | null
  readonly limitMinutes: number | null
  readonly itemsAPage: number
  readonly normKey: string | null
}

export interface Owned {
  readonly ownerKind: string
  readonly ownerId: string
}

export function insertAppointment(
  db: Db,
  fields: AppointmentFields,
  { versionId, actorId, owner }: { versionId: string; actorId: string | null; owner?: Owned | undefined },
): Promise<string> {
  return idOf(db)`
    insert into evaluation.appointment (company_id, name, scale_id, scale_version_id, mode, purpose, start_at, end_at, limit_minutes, items_a_page,
      norm_key, owner_kind, owner_id, created_by)
    values (${db.companyId}, ${fields.name}, ${fields.scaleId}, ${versionId}, ${fields.mode}, ${fields.purpose}, ${fields.startTime}, ${fields.endTime},
      ${fields.limitMinutes}, ${fields.itemsAPage}, ${fields.normKey}, ${owner?.ownerKind ?? null}, ${owner?.ownerId ?? null}, ${actorId})
    returning id`
}

export async function updateAppointment(
  db: Db,
  appointmentId: string,
  fields: AppointmentFields,
  { versionId, now }: { versionId: string; now: Date },
): Promise<void> {
  await sql`
    update evaluation.appointment
    set name = ${fields.name}, scale_id = ${fields.scaleId}, scale_version_id = ${versionId}, mode = ${fields.mode}, purpose = ${fields.purpose},
      start_at = ${fields.startTime}, end_at = ${fields.endTime}, limit_minutes = ${fields.limitMinutes}, items_a_page = ${fields.itemsAPage},
      norm_key = ${fields.normKey}, updated_at = ${now}, version = version + 1
    where company_id = ${db.companyId} and id = ${appointmentId}`.execute(db)
}

/** Opened with the version of the scale that is published now. */
export async function markOpen(
  db: Db,
  appointmentId: string,
  { versionId, now }: { versionId: string; now: Date },
): Promise<void> {
  await sql`
    update evaluation.appointment
    set status = ${open}, scale_version_id = ${versionId}, opened_at = ${now}, updated_at = ${now}, version = version + 1
    where company_id = ${db.companyId} and id = ${appointmentId}`.execute(db)
}

export async function markClosed(db: Db, appointmentId: string, now: Date): Promise<void> {
  await sql`
    update evaluation.appointment set status = ${lit(appointmentStatus.closed)}, closed_at = ${now}, updated_at = ${now}, version = version + 1
    where company_id = ${db.companyId} and id = ${appointmentId}`.execute(db)
}

export async function removeAppointment(db: Db, appointmentId: string, now: Date): Promise<void> {
  await sql`
    update evaluation.appointment set removed_at = ${now}, updated_at = ${now}
    where company_id = ${db.companyId} and id = ${appointmentId}`.execute(db)
}

export function hasSittings(db: Db, appointmentId: string): Promise<boolean> {
  return hasRows(db)`
    select 1 from evaluation.sitting where company_id = ${db.companyId} and appointment_id = ${appointmentId} limit 1`
}

export interface AppointmentFilter {
  readonly name?: string | undefined
  readonly status?: number | undefined
  readonly kind?: number | undefined
  readonly scaleId?: string | undefined
  readonly now: Date
}

/** As statusAt has it. */
export function standing(status: number, now: Date): RawBuilder<unknown> {
  const begun = sql`(a.start_at is null or a.start_at <= ${now})`
  const over = sql`(a.end_at is not null and a.end_at <= ${now})`
  if (status === appointmentStatus.notStarted) return sql`a.status = ${open} and not ${begun}`
  if (status === appointmentStatus.inProgress) return sql`a.status = ${open} and ${begun} and not ${over}`
  if (status === appointmentStatus.ended) return sql`a.status = ${open} and ${begun} and ${over}`
  return sql`a.status = ${status}`
}

function matching(db: Db, { name, status, kind, scaleId, now }: AppointmentFilter): RawBuilder<unknown> {
  // One that is a part of something larger is arranged there.
  const conditions = [sql`a.company_id = ${db.companyId}`, sql`a.removed_at is null`, sql`a.owner_id is null`]
  if (name) conditions.push(sql`a.name ilike ${`%${name.replace(/[\\%_]/g, '\\$&')}%`}`)
  if (status !== undefined) conditions.push(standing(status, now))
  if (scaleId) conditions.push(sql`a.scale_id = ${scaleId}`)
  if (kind !== undefined)
    conditions.push(
      sql`exists (select from evaluation.scale k where k.company_id = a.company_id and k.id = a.scale_id and k.kind = ${kind})`,
    )
  return sql`from evaluation.appointment a where ${sql.join(conditions, sql` and `)}`
}

const listedRow = appointmentRow.extend({ personCount: z.int(), resultCount: z.int() })

export function selectAppointments(db: Db, filter: AppointmentFilter, page: { limit: number; offset: number }) {
  return rowsOf(db, listedRow)`
    select ${columns},
      (select count(*)::int from evaluation.participant p where p.company_id = a.company_id and p.appointment_id = a.id) as "personCount",
      (select count(*)::int from evaluation.result r where r.company_id = a.company_id and r.appointment_id = a.id) as "resultCount"
    from (select a.company_id, a.id ${matching(db, filter)} order by a.id desc limit ${page.limit} offset ${page.offset}) found
    join ${joined} on a.company_id = found.company_id and a.id = found.id
    order by a.id desc`
}

export function countAppointments(db: Db, filter: AppointmentFilter): Promise<number> {
  return countOf(db)`select count(*)::int as count ${matching(db, filter)}`
}

const countsRow = z.object({ personCount: z.int(), resultCount: z.int(), raterCount: z.int(), submittedCount: z.int() })

export function appointmentCounts(db: Db, appointmentId: string): Promise<z.input<typeof countsRow>> {
  return oneOf(db, countsRow)`
    select
      (select count(*)::int from evaluation.participant p where p.company_id = ${db.companyId} and p.appointment_id = ${appointmentId}) as "personCount",
      (select count(*)::int from evaluation.result r where r.company_id = ${db.companyId} and r.appointment_id = ${appointmentId}) as "resultCount",
      (select count(*)::int from evaluation.rater x
        where x.company_id = ${db.companyId} and x.appointment_id = ${appointmentId} and x.withdrawn_at is null) as "raterCount",
      (select count(*)::int from evaluation.sitting t
        where t.company_id = ${db.companyId} and t.appointment_id = ${appointmentId} and t.submitted_at is not null) as "submittedCount"`
}

/** Whose time is over and that nobody has closed; another worker's are passed over. */
export function selectToClose(db: Db, now: Date, most: number): Promise<string[]> {
  return idsOf(db)`
    select a.id from evaluation.appointment a
    where a.company_id = ${db.companyId} and a.status = ${open} and a.removed_at is null and a.end_at < ${now}
    order by a.id
    limit ${most}`
}
