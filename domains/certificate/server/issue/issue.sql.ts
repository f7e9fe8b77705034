import { id, withoutDirection } from '@kaopei/contract'
import { portraitsOf } from '@kaopei/org/server'
import { type Db, findOne, idsOf, lit, oneOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { certificateState, ruleKinds, templateStatus } from '../../contract/codes.ts'
import { storedLayout } from '../../contract/layout.ts'
import { type Earning, earningShape } from './earning.ts'

const ruleRow = z.object({
  id,
  name: z.string(),
  kind: z.enum(ruleKinds),
  targetId: id.nullable(),
  minScoreHundredths: z.int().nullable(),
  numberPattern: z.string(),
  validityMonths: z.int().nullable(),
  renewBeforeDays: z.int().nullable(),
  isEnabled: z.boolean(),
  templateId: id,
  templateName: z.string(),
  isTemplateUsed: z.boolean(),
  templateNumber: z.int(),
  layout: storedLayout,
})
export type IssuingRule = z.input<typeof ruleRow>

/** A rule, locked: issuing for one rule takes turns, and its template is neither stopped nor put to use meanwhile. */
export async function lockRule(db: Db, ruleId: string): Promise<IssuingRule | undefined> {
  // Before the rule is read with it: a version that was published meanwhile would else be missed, and the rule with it.
  await sql`
    select from certificate.template t
    where t.company_id = ${db.companyId}
      and t.id = (select r.template_id from certificate.issue_rule r where r.company_id = ${db.companyId} and r.id = ${ruleId})
    for share`.execute(db)
  return issuingRule(db, ruleId, sql`for update of r`)
}

/** For whoever only looks. */
export const findIssuingRule = (db: Db, ruleId: string) => issuingRule(db, ruleId, sql``)

function issuingRule(db: Db, ruleId: string, lock: RawBuilder<unknown>): Promise<IssuingRule | undefined> {
  return findOne(db, ruleRow)`
    select r.id, r.name, r.kind, r.target_id as "targetId", r.min_score_hundredths as "minScoreHundredths", r.number_pattern as "numberPattern",
      r.validity_months as "validityMonths", r.renew_before_days as "renewBeforeDays", r.is_enabled as "isEnabled", t.id as "templateId",
      t.name as "templateName", t.status = ${lit(templateStatus.used)} as "isTemplateUsed", v.number as "templateNumber", v.layout
    from certificate.issue_rule r
    join certificate.template t on t.company_id = r.company_id and t.id = r.template_id
    join certificate.template_version v on v.company_id = t.company_id and v.template_id = t.id and v.number = t.current_number
    where r.company_id = ${db.companyId} and r.id = ${ruleId} and r.removed_at is null
    ${lock}`
}

const holderRow = z.object({
  staffId: id,
  name: z.string(),
  jobNumber: z.string(),
  department: z.string(),
  trigger: z.string(),
  isHeld: z.boolean(),
  replacesId: id.nullable(),
  photoId: id.nullable(),
})
export type Holder = z.input<typeof holderRow>

export interface Eligibility {
  readonly ruleId: string
  readonly earnings: readonly Pick<Earning, 'staffId' | 'trigger'>[]
  /** A living one that ends before this is renewed. */
  readonly renewUntil: Date
}

const dayMs = 86_400_000
export const renewUntilOf = ({ renewBeforeDays }: Pick<IssuingRule, 'renewBeforeDays'>, now: Date): Date =>
  new Date(now.getTime() + (renewBeforeDays ?? 0) * dayMs)

/** Living people among them as they are now; `isHeld`: there is one by this trigger, or a valid one that does not end yet. */
export async function selectHolders(db: Db, { ruleId, earnings, renewUntil }: Eligibility): Promise<Holder[]> {
  const holders = await rowsOf(db, holderRow)`
    select p.id as "staffId", p.name, coalesce(p.job_number, '') as "jobNumber", coalesce(d.name, '') as department, e.trigger,
      same.id is not null or (living.id is not null and (living.valid_until is null or living.valid_until > ${renewUntil})) as "isHeld",
      living.id as "replacesId", portrait.file_id as "photoId"
    from unnest(${earnings.map(({ staffId }) => staffId)}::uuid[], ${earnings.map(({ trigger }) => trigger)}::text[]) with ordinality
      as e (staff_id, trigger, place)
    join org.person p on p.company_id = ${db.companyId} and p.id = e.staff_id and p.removed_at is null
    left join org.department_tree d on d.company_id = p.company_id and d.id = p.department_id
    left join (${portraitsOf(db)}) portrait on portrait.staff_id = p.id
    left join certificate.certificate same
      on same.company_id = p.company_id and same.rule_id = ${ruleId} and same.staff_id = p.id and same.trigger = e.trigger
    left join certificate.certificate living
      on living.company_id = p.company_id and living.rule_id = ${ruleId} and living.staff_id = p.id and living.state = ${lit(certificateState.valid)}
    order by e.place`
  return holders.map(plainHolder)
}

/** Marks that turn the direction of writing would print a name as nobody reads it. */
const plainHolder = (holder: Holder): Holder => ({
  ...holder,
  name: withoutDirection(holder.name).trim() || '-',
  department: withoutDirection(holder.department),
})

const lastRow = z.object({ value: z.int() })

/** Takes so many numbers of a series, and answers the last of them; the row stays locked until the transaction ends. */
export async function takeNumbers(db: Db, series: string, count: number): Promise<number> {
  const { value } = await oneOf(db, lastRow)`
    insert into certificate.number_counter as c (company_id, series, value)
    values (${db.companyId}, ${series}, ${count})
    on conflict (company_id, series) do update set value = c.value + excluded.value
    returning value`
  return value
}

export interface NewCertificate {
  readonly staffId: string
  readonly trigger: string
  readonly sourceId: string | null
  readonly number: string
  readonly code: string
  readonly holderName: string
  readonly facts: Readonly<Record<string, string>>
  readonly validUntil: Date | null
  readonly replacesId: string | null
  readonly photoId: string | null
}

interface Issuing {
  readonly rule: Pick<IssuingRule, 'id' | 'templateId' | 'templateNumber'>
  readonly actorId: string | null
  readonly reason: string
  readonly now: Date
}

const issuedRow = z.object({ id, staffId: id })

/** Rows and their first events, in one statement each. */
export async function insertCertificates(
  db: Db,
  rows: readonly NewCertificate[],
  { rule, actorId, reason, now }: Issuing,
): Promise<z.input<typeof issuedRow>[]> {
  const inserted = await rowsOf(db, issuedRow)`
    insert into certificate.certificate (company_id, rule_id, template_id, template_number, staff_id, trigger, source_id, number, code, holder_name,
      facts, issued_at, valid_until, issued_by, replaces_id, photo_id)
    select ${db.companyId}, ${rule.id}, ${rule.templateId}, ${rule.templateNumber}, n."staffId", n.trigger, n."sourceId", n.number, n.code,
      n."holderName", n.facts, ${now}, n."validUntil", ${actorId}, n."replacesId", n."photoId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n ("staffId" uuid, trigger text, "sourceId" uuid, number text, code text,
      "holderName" text, facts jsonb, "validUntil" timestamptz, "replacesId" uuid, "photoId" uuid)
    returning id, staff_id as "staffId"`
  await insertEvents(db, { ids: inserted.map((row) => row.id), kind: 'issued', reason, byId: actorId, at: now })
  return inserted
}

export interface NewEvents {
  readonly ids: readonly string[]
  readonly kind: string
  readonly reason: string
  readonly byId: string | null
  readonly at: Date
}

export async function insertEvents(db: Db, { ids, kind, reason, byId, at }: NewEvents): Promise<void> {
  if (ids.length === 0) return
  await sql`
    insert into certificate.certificate_event (company_id, certificate_id, kind, reason, by_id, at)
    select ${db.companyId}, n.id, ${kind}, ${reason}, ${byId}::uuid, ${at}::timestamptz
    from unnest(${[...ids]}::uuid[]) as n (id)`.execute(db)
}

/** Ends valid ones; answers which of them were. */
export async function endCertificates(
  db: Db,
  { ids, state, at }: { ids: readonly string[]; state: number; at: Date },
): Promise<string[]> {
  if (ids.length === 0) return []
  return idsOf(db)`
    update certificate.certificate
    set state = ${state}, ended_at = ${at}
    where company_id = ${db.companyId} and id = any(${[...ids]}::uuid[]) and state = ${lit(certificateState.valid)}
    returning id`
}

const glyphRow = z.object({ character: z.string(), fileId: id })

export function selectGlyphs(db: Db): Promise<z.input<typeof glyphRow>[]> {
  return rowsOf(db, glyphRow)`
    select g.character, g.file_id as "fileId" from certificate.glyph g where g.company_id = ${db.companyId}`
}

export interface NewRefusal {
  readonly earning: Earning
  readonly characters: readonly string[]
  /** Values that their box cannot hold, by label. */
  readonly tooLong: readonly string[]
  readonly lacksPhoto: boolean
  readonly isTemplateStopped: boolean
}

export async function insertRefusals(db: Db, ruleId: string, refusals: readonly NewRefusal[], at: Date): Promise<void> {
  if (refusals.length === 0) return
  await sql`
    insert into certificate.refusal (company_id, rule_id, staff_id, trigger, earning, characters, too_long, lacks_photo,
      is_template_stopped, at)
    select ${db.companyId}, ${ruleId}, (n.earning ->> 'staffId')::uuid, n.earning ->> 'trigger', n.earning, n.characters, n."tooLong", n."lacksPhoto",
      n."isTemplateStopped", ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(refusals)}::jsonb) as n (earning jsonb, characters text[], "tooLong" text[], "lacksPhoto" boolean,
      "isTemplateStopped" boolean)
    on conflict (company_id, rule_id, staff_id, trigger) do update set characters = excluded.characters, too_long = excluded.too_long,
      lacks_photo = excluded.lacks_photo, is_template_stopped = excluded.is_template_stopped, earning = excluded.earning`.execute(
    db,
  )
}

export async function deleteRefusals(
  db: Db,
  ruleId: string,
  earnings: readonly Pick<Earning, 'staffId' | 'trigger'>[],
): Promise<void> {
  await sql`
    delete from certificate.refusal r
    using unnest(${earnings.map(({ staffId }) => staffId)}::uuid[], ${earnings.map(({ trigger }) => trigger)}::text[]) as n (staff_id, trigger)
    where r.company_id = ${db.companyId} and r.rule_id = ${ruleId} and r.staff_id = n.staff_id and r.trigger = n.trigger`.execute(
    db,
  )
}

const refusedRow = z.object({ id, ruleId: id, earning: earningShape })

export function lockRefusals(db: Db, ids: readonly string[]): Promise<z.input<typeof refusedRow>[]> {
  return rowsOf(db, refusedRow)`
    select r.id, r.rule_id as "ruleId", r.earning
    from certificate.refusal r
    where r.company_id = ${db.companyId} and r.id = any(${[...ids]}::uuid[])
    order by r.id
    for update`
}

/** Rules by which somebody waits for a template that is in use: these, or all of a template. */
export function rulesWithWaiting(db: Db, of: { readonly ruleId: string } | { readonly templateId: string }): Promise<string[]> {
  const which = 'ruleId' in of ? sql`r.id = ${of.ruleId}` : sql`r.template_id = ${of.templateId}`
  return idsOf(db)`
    select r.id
    from certificate.issue_rule r
    join certificate.template t on t.company_id = r.company_id and t.id = r.template_id and t.status = ${lit(templateStatus.used)}
    where r.company_id = ${db.companyId} and ${which} and r.removed_at is null and r.is_enabled
      and exists (select from certificate.refusal f where f.company_id = r.company_id and f.rule_id = r.id and f.is_template_stopped)
    order by r.id`
}

export function waitingForTemplate(
  db: Db,
  { ruleId, after, limit }: { readonly ruleId: string; readonly after: string | undefined; readonly limit: number },
): Promise<string[]> {
  return idsOf(db)`
    select f.id
    from certificate.refusal f
    where f.company_id = ${db.companyId} and f.rule_id = ${ruleId} and f.is_template_stopped ${after === undefined ? sql`` : sql`and f.id > ${after}`}
    order by f.id
    limit ${limit}`
}
