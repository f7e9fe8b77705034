import { id } from '@kaopei/contract'
import { changesOf, type Db, findOne, lit, rowsOf, rowsOfNamed } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { appointmentStatus } from '../../contract/codes.ts'

const consent = z.object({
  versionNumber: z.int(),
  purpose: z.string(),
  readers: z.string(),
  retentionMonths: z.int(),
})
export type Consent = z.output<typeof consent>

const sittingRow = z.object({
  id,
  raterId: id,
  appointmentId: id,
  scaleVersionId: id,
  staffId: id,
  consent,
  startedAt: z.date(),
  dueAt: z.date().nullable(),
  submittedAt: z.date().nullable(),
  leaseEpoch: z.int(),
  leaseDevice: z.string(),
  given: z.array(z.int().nullable()).nullable(),
})
export type Sitting = z.input<typeof sittingRow>

/** `update`: one after another, whoever writes. */
export async function findSitting(db: Db, raterId: string, lock?: 'update'): Promise<Sitting | undefined> {
  const [found] = await rowsOfNamed(db, `evaluation_sitting_${lock ?? 'free'}`, sittingRow)`
    select t.id, t.rater_id as "raterId", t.appointment_id as "appointmentId", t.scale_version_id as "scaleVersionId", t.staff_id as "staffId", t.consent,
      t.started_at as "startedAt", t.due_at as "dueAt", t.submitted_at as "submittedAt", t.lease_epoch as "leaseEpoch", t.lease_device as "leaseDevice",
      t.given
    from evaluation.sitting t
    where t.company_id = ${db.companyId} and t.rater_id = ${raterId}
    ${lock ? sql`for update` : sql``}`
  return found
}

export interface NewSitting {
  readonly raterId: string
  readonly appointmentId: string
  readonly scaleVersionId: string
  readonly staffId: string
  readonly consent: Consent
  readonly device: string
  readonly now: Date
  readonly dueAt: Date | null
}

/** Of two at once the second finds the first's. */
export async function insertSitting(
  db: Db,
  { raterId, appointmentId, scaleVersionId, staffId, ...rest }: NewSitting,
): Promise<boolean> {
  const count = await changesOf(db)`
    insert into evaluation.sitting (company_id, rater_id, appointment_id, scale_version_id, staff_id, consent, started_at, due_at, lease_device)
    values (${db.companyId}, ${raterId}, ${appointmentId}, ${scaleVersionId}, ${staffId}, ${JSON.stringify(rest.consent)}::jsonb, ${rest.now},
      ${rest.dueAt}, ${rest.device})
    on conflict do nothing`
  return count > 0
}

export async function takeLease(db: Db, sittingId: string, device: string): Promise<void> {
  await sql`
    update evaluation.sitting set lease_epoch = lease_epoch + 1, lease_device = ${device}
    where company_id = ${db.companyId} and id = ${sittingId}`.execute(db)
}

const answerRow = z.object({
  slot: z.int(),
  rev: z.int(),
  kind: z.string(),
  option: z.int().nullable(),
  clientSeq: z.coerce.number<unknown>(),
  clientTime: z.date().nullable(),
  leaseEpoch: z.int(),
  savedAt: z.date(),
})
export type KeptAnswer = z.output<typeof answerRow>

/** Every revision of these slots, or of all. */
export async function selectAnswers(db: Db, sittingId: string, slots?: readonly number[]): Promise<KeptAnswer[]> {
  const rows = await rowsOf(db, answerRow)`
    select n.slot, n.rev, n.kind, n.option, n.client_seq as "clientSeq", n.client_time as "clientTime", n.lease_epoch as "leaseEpoch",
      n.server_time as "savedAt"
    from evaluation.answer n
    where n.company_id = ${db.companyId} and n.sitting_id = ${sittingId} ${slots ? sql`and n.slot = any (${slots}::smallint[])` : sql``}
    order by n.slot, n.rev`
  return rows.map((row) => ({ ...row, clientSeq: Number(row.clientSeq) }))
}

export interface NewAnswer {
  readonly slot: number
  readonly rev: number
  readonly kind: 'save' | 'conflict' | 'late' | 'replaced'
  readonly option: number | null
  readonly baseRev: number
  readonly clientSeq: number
  readonly clientTime: Date | null
}

export async function insertAnswers(
  db: Db,
  { sittingId, leaseEpoch, now }: { sittingId: string; leaseEpoch: number; now: Date },
  answers: readonly NewAnswer[],
): Promise<void> {
  if (answers.length === 0) return
  await sql`
    insert into evaluation.answer (company_id, sitting_id, slot, rev, kind, option, base_rev, client_seq, client_time, lease_epoch, server_time)
    select ${db.companyId}, ${sittingId}, x.slot, x.rev, x.kind, x.option, x."baseRev", x."clientSeq", x."clientTime", ${leaseEpoch}, ${now}
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb)
      as x (slot smallint, rev integer, kind text, option smallint, "baseRev" integer, "clientSeq" bigint, "clientTime" timestamptz)`.execute(
    db,
  )
}

export async function markSubmitted(
  db: Db,
  sittingId: string,
  { given, secondsAnItem, at }: { given: readonly (number | null)[]; secondsAnItem: number | null; at: Date },
): Promise<void> {
  await sql`
    update evaluation.sitting
    set submitted_at = ${at}, seconds_an_item = ${secondsAnItem},
      given = array(select x.v::smallint from jsonb_array_elements_text(${JSON.stringify(given)}::jsonb) with ordinality as x (v, at) order by x.at)
    where company_id = ${db.companyId} and id = ${sittingId}`.execute(db)
}

/** With everything that was answered. Answers how many answers went. */
export async function deleteSitting(db: Db, sittingId: string): Promise<void> {
  await sql`delete from evaluation.answer where company_id = ${db.companyId} and sitting_id = ${sittingId}`.execute(db)
  await sql`delete from evaluation.sitting where company_id = ${db.companyId} and id = ${sittingId}`.execute(db)
}

const dueRow = z.object({ raterId: id })

/** Whose time, and half a minute, is over. */
export function selectDue(db: Db, before: Date, most: number): Promise<{ raterId: string }[]> {
  return rowsOf(db, dueRow)`
    select t.rater_id as "raterId" from evaluation.sitting t
    where t.company_id = ${db.companyId} and t.submitted_at is null and t.due_at < ${before}
    order by t.due_at
    limit ${most}`
}

const mineRow = z.object({
  raterId: id,
  appointmentName: z.string(),
  scaleName: z.string(),
  kind: z.literal([1, 2, 3, 4]),
  personName: z.string(),
  role: z.literal([1, 2, 3, 4]),
  status: z.int(),
  startAt: z.date().nullable(),
  endAt: z.date().nullable(),
  limitMinutes: z.int().nullable(),
  itemCount: z.int(),
  isBegun: z.boolean(),
  submittedAt: z.date().nullable(),
  withdrawnAt: z.date().nullable(),
})
export type MyEvaluation = z.input<typeof mineRow>

/** What somebody is asked to answer, or has answered. */
export function selectMine(db: Db, staffId: string): Promise<MyEvaluation[]> {
  return rowsOf(db, mineRow)`
    select x.id as "raterId", a.name as "appointmentName", s.name as "scaleName", s.kind, p.name as "personName", x.role, a.status,
      a.start_at as "startAt", a.end_at as "endAt", a.limit_minutes as "limitMinutes", v.item_count::int as "itemCount", t.id is not null as "isBegun",
      t.submitted_at as "submittedAt", x.withdrawn_at as "withdrawnAt"
    from evaluation.rater x
    join evaluation.appointment a on a.company_id = x.company_id and a.id = x.appointment_id
    join evaluation.scale s on s.company_id = a.company_id and s.id = a.scale_id
    join evaluation.scale_version v on v.company_id = a.company_id and v.id = a.scale_version_id
    join org.person p on p.company_id = x.company_id and p.id = x.staff_id
    left join evaluation.sitting t on t.company_id = x.company_id and t.rater_id = x.id
    where x.company_id = ${db.companyId} and x.rater_staff_id = ${staffId} and a.status > ${lit(appointmentStatus.draft)} and a.removed_at is null and a.owner_id is null
    order by t.submitted_at is not null, x.id desc`
}

const nameRow = z.object({ name: z.string() })

export async function nameOfStaff(db: Db, staffId: string): Promise<string> {
  const found = await findOne(
    db,
    nameRow,
  )`select s.name from org.person s where s.company_id = ${db.companyId} and s.id = ${staffId}`
  return found?.name ?? ''
}
