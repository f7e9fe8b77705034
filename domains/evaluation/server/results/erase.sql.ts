/** Deletes results with everything they were made of, and leaves a line with a digest of what went. */
import { createHash } from 'node:crypto'
import { canonicalJson, id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, idsOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { erasureReason, privateKinds } from '../../contract/codes.ts'
import { takeBack } from './evidence.service.ts'

const goingRow = z.object({
  id,
  appointmentId: id,
  staffId: id,
  scaleId: id,
  kind: z.int(),
  appointmentName: z.string(),
  scaleName: z.string(),
  report: z.unknown(),
})

function selectGoing(db: Db, which: RawBuilder<unknown>) {
  return rowsOf(db, goingRow)`
    select r.id, r.appointment_id as "appointmentId", r.staff_id as "staffId", r.scale_id as "scaleId", k.kind::int as kind, a.name as "appointmentName", k.name as "scaleName", r.report
    from evaluation.result r
    join evaluation.appointment a on a.company_id = r.company_id and a.id = r.appointment_id
    join evaluation.scale k on k.company_id = r.company_id and k.id = r.scale_id
    where r.company_id = ${db.companyId} and ${which}
    order by r.id
    limit 500
    for update of r skip locked`
}

export interface Erasing {
  readonly reason: number
  readonly note: string
  readonly actorId: string | null
  readonly now: Date
}

/** Those that somebody chose, as far as they may see them. Answers how many went. */
export async function eraseChosen(
  db: Db,
  { ids, scope, seesPrivate }: { ids: readonly string[]; scope: DataScope; seesPrivate: boolean },
  erasing: Erasing,
): Promise<number> {
  const inScope = scope.kind === 'all' ? sql`true` : sql`r.staff_id in (${scopedStaff(db, scope)})`
  const kinds = seesPrivate ? sql`true` : sql`k.kind <> all (${privateKinds}::int[])`
  const going = await selectGoing(db, sql`r.id = any (${ids}::uuid[]) and ${inScope} and ${kinds}`)
  for (const one of going) await eraseOne(db, one, erasing)
  await takeBack(db, going, { because: 'erased', by: erasing.actorId, now: erasing.now })
  return going.length
}

/** Those that were kept as long as their scale says. */
export function selectOutdated(db: Db, now: Date, most: number): Promise<string[]> {
  return idsOf(db)`
    select r.id from evaluation.result r where r.company_id = ${db.companyId} and r.keep_until < ${now} order by r.id limit ${most}`
}

/** False: somebody was quicker. */
export async function eraseOutdated(db: Db, resultId: string, now: Date): Promise<boolean> {
  const going = await selectGoing(db, sql`r.id = ${resultId} and r.keep_until < ${now}`)
  const erasing = { reason: erasureReason.retention, note: '', actorId: null, now }
  for (const one of going) await eraseOne(db, one, erasing)
  await takeBack(db, going, { because: 'outdated', by: null, now })
  return going.length > 0
}

const loseRow = z.object({
  appointmentId: id,
  staffId: id,
  appointmentName: z.string(),
  scaleName: z.string(),
  sittingIds: z.array(id),
})

export type Unfinished = z.output<typeof loseRow>

/** Sittings that never became a result: begun as long ago as results are kept, or of an appointment that is over as long. */
export function selectUnfinished(db: Db, now: Date, most: number): Promise<Unfinished[]> {
  return rowsOf(db, loseRow)`
    select t.appointment_id as "appointmentId", t.staff_id as "staffId", a.name as "appointmentName", k.name as "scaleName",
      array_agg(t.id order by t.id) as "sittingIds"
    from evaluation.sitting t
    join evaluation.appointment a on a.company_id = t.company_id and a.id = t.appointment_id
    join evaluation.scale k on k.company_id = a.company_id and k.id = a.scale_id
    where t.company_id = ${db.companyId}
      and case when t.submitted_at is null then least(t.started_at, a.closed_at) else a.closed_at end
        < ${now}::timestamptz - make_interval(months => least(k.retention_months, (t.consent ->> 'retentionMonths')::int))
      and not exists (
        select from evaluation.result r
        where r.company_id = t.company_id and r.appointment_id = t.appointment_id and r.staff_id = t.staff_id)
    group by t.appointment_id, t.staff_id, a.name, k.name
    order by t.appointment_id, t.staff_id
    limit ${most}`
}

/** Answers how many sittings were still there. */
export function eraseUnfinished(db: Db, of: Unfinished, now: Date): Promise<number> {
  return eraseSittings(db, of, { because: {}, reason: erasureReason.retention, note: '未完成的作答', actorId: null, now })
}

async function eraseOne(db: Db, { id: resultId, report, ...of }: z.input<typeof goingRow>, erasing: Erasing): Promise<void> {
  const sittingIds = await idsOf(db)`
    select t.id from evaluation.sitting t
    where t.company_id = ${db.companyId} and t.appointment_id = ${of.appointmentId} and t.staff_id = ${of.staffId}`
  await eraseSittings(db, { ...of, sittingIds }, { ...erasing, because: { resultId, report } })
  await sql`delete from evaluation.result where company_id = ${db.companyId} and id = ${resultId}`.execute(db)
}

interface Going {
  readonly appointmentId: string
  readonly staffId: string
  readonly appointmentName: string
  readonly scaleName: string
  readonly sittingIds: readonly string[]
}

const answersRow = z.object({ id, raterId: id, consent: z.unknown(), answers: z.unknown(), answerCount: z.int() })

/** Answers and sittings, with a line that says what went. `because` is what else goes into the digest. */
async function eraseSittings(
  db: Db,
  { appointmentId, staffId, appointmentName, scaleName, sittingIds }: Going,
  { reason, note, actorId, now, because }: Erasing & { readonly because: object },
): Promise<number> {
  const sittings = await rowsOf(db, answersRow)`
    select t.id, t.rater_id as "raterId", t.consent, coalesce(n.answers, '[]'::jsonb) as answers, coalesce(n.count, 0)::int as "answerCount"
    from evaluation.sitting t
    left join lateral (
      select jsonb_agg(jsonb_build_array(n.slot, n.rev, n.kind, n.option, n.server_time) order by n.slot, n.rev) as answers, count(*) as count
      from evaluation.answer n
      where n.company_id = t.company_id and n.sitting_id = t.id
    ) n on true
    where t.company_id = ${db.companyId} and t.id = any (${[...sittingIds]}::uuid[])
    order by t.id
    for update of t`
  if (sittings.length === 0 && sittingIds.length > 0) return 0
  const digest = createHash('sha256')
    .update(canonicalJson({ ...because, sittings }))
    .digest('hex')
  const ids = sittings.map((one) => one.id)
  const answerCount = sittings.reduce((sum, one) => sum + one.answerCount, 0)
  await sql`delete from evaluation.answer where company_id = ${db.companyId} and sitting_id = any (${ids}::uuid[])`.execute(db)
  await sql`delete from evaluation.sitting where company_id = ${db.companyId} and id = any (${ids}::uuid[])`.execute(db)
  await sql`
    insert into evaluation.erasure (company_id, appointment_id, appointment_name, scale_name, staff_id, reason, note, sitting_count, answer_count, digest,
      erased_by, erased_at)
    values (${db.companyId}, ${appointmentId}, ${appointmentName}, ${scaleName}, ${staffId}, ${reason}, ${note}, ${sittings.length}, ${answerCount},
      ${digest}, ${actorId}, ${now})`.execute(db)
  return sittings.length
}

const erasureRow = z.object({
  id,
  appointmentName: z.string(),
  scaleName: z.string(),
  staffName: z.string().nullable(),
  reason: erasureReason.schema,
  note: z.string(),
  sittingCount: z.int(),
  answerCount: z.int(),
  digest: z.string(),
  erasedByName: z.string().nullable(),
  erasedAt: z.date(),
})

const seen = (db: Db, scope: DataScope) => (scope.kind === 'all' ? sql`true` : sql`e.staff_id in (${scopedStaff(db, scope)})`)

export function selectErasures(db: Db, scope: DataScope, page: { limit: number; offset: number }) {
  return rowsOf(db, erasureRow)`
    select e.id, e.appointment_name as "appointmentName", e.scale_name as "scaleName", s.name as "staffName", e.reason, e.note,
      e.sitting_count as "sittingCount", e.answer_count as "answerCount", e.digest, b.name as "erasedByName", e.erased_at as "erasedAt"
    from evaluation.erasure e
    left join org.person s on s.company_id = e.company_id and s.id = e.staff_id
    left join org.person b on b.company_id = e.company_id and b.id = e.erased_by
    where e.company_id = ${db.companyId} and ${seen(db, scope)}
    order by e.erased_at desc, e.id desc
    limit ${page.limit} offset ${page.offset}`
}

export function countErasures(db: Db, scope: DataScope): Promise<number> {
  return countOf(db)`
    select count(*)::int as count from evaluation.erasure e where e.company_id = ${db.companyId} and ${seen(db, scope)}`
}
