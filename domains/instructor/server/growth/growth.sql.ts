import { id } from '@kaopei/contract'
import { countOf, type DataScope, type Db, findOne, idOf, lit, oneOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { hourStage, promotionState, teacherFileKind, teacherLevel } from '../../contract/codes.ts'
import { type Evidence, evidence } from '../../contract/growth.ts'
import { inScope } from '../sight.sql.ts'

const aspects = z.array(z.object({ name: z.string(), count: z.int(), sumHundredths: z.int() }))
const ratingRow = z.object({
  source: z.string(),
  sourceId: id,
  title: z.string(),
  sheetCount: z.int(),
  sumHundredths: z.int(),
  aspects,
  asOf: z.date(),
})

export function selectRatings(db: Db, teacherId: string, page: { limit: number; offset: number } | undefined) {
  return rowsOf(db, ratingRow)`
    select r.source, r.source_id as "sourceId", r.title, r.sheet_count as "sheetCount", r.sum_hundredths::int as "sumHundredths", r.aspects,
      r.as_of as "asOf"
    from instructor.rating r
    where r.company_id = ${db.companyId} and r.instructor_id = ${teacherId}
    order by r.as_of desc, r.source_id
    ${page ? sql`limit ${page.limit} offset ${page.offset}` : sql``}`
}

export const countRatings = (db: Db, teacherId: string): Promise<number> =>
  countOf(db)`
    select count(*)::int as count from instructor.rating where company_id = ${db.companyId} and instructor_id = ${teacherId}`

export interface ToldRating {
  readonly instructorId: string
  readonly source: string
  readonly sourceId: string
  readonly title: string
  readonly sheetCount: number
  /** Each sheet's mean on a scale of 1 to 5, in hundredths. */
  readonly sumHundredths: number
  readonly aspects: readonly { readonly name: string; readonly count: number; readonly sumHundredths: number }[]
  readonly now: Date
}

export async function upsertRating(db: Db, rating: ToldRating): Promise<void> {
  await sql`
    insert into instructor.rating (company_id, instructor_id, source, source_id, title, sheet_count, sum_hundredths, aspects, as_of)
    select ${db.companyId}, i.id, ${rating.source}, ${rating.sourceId}::uuid, ${rating.title}, ${rating.sheetCount}::int,
      ${rating.sumHundredths}::bigint, ${JSON.stringify(rating.aspects)}::jsonb, ${rating.now}::timestamptz
    from instructor.instructor i
    where i.company_id = ${db.companyId} and i.id = ${rating.instructorId}
    on conflict (company_id, instructor_id, source, source_id) do update
    set title = excluded.title, sheet_count = excluded.sheet_count, sum_hundredths = excluded.sum_hundredths, aspects = excluded.aspects,
      as_of = excluded.as_of`.execute(db)
}

export async function deleteRating(db: Db, { source, sourceId }: Pick<ToldRating, 'source' | 'sourceId'>): Promise<void> {
  await sql`
    delete from instructor.rating
    where company_id = ${db.companyId} and source = ${source} and source_id = ${sourceId}`.execute(db)
}

const standardRow = z.object({
  level: z.union([z.literal(2), z.literal(3), z.literal(4)]),
  minMinutes: z.int(),
  minRatingHundredths: z.int(),
  minRatedCount: z.int(),
  months: z.int(),
  needsQualification: z.boolean(),
  version: z.int(),
})
export type StoredStandard = z.output<typeof standardRow>

export function selectStandards(db: Db): Promise<StoredStandard[]> {
  return rowsOf(db, standardRow)`
    select s.level, s.min_minutes as "minMinutes", s.min_rating_hundredths as "minRatingHundredths", s.min_rated_count as "minRatedCount",
      s.months, s.needs_qualification as "needsQualification", s.version
    from instructor.standard s
    where s.company_id = ${db.companyId}`
}

/** False when it has another version by now; version 0 is one that was never saved. */
export async function saveStandard(db: Db, { version, ...row }: StoredStandard): Promise<boolean> {
  const { level, minMinutes, minRatingHundredths, minRatedCount, months, needsQualification } = row
  const saved = await rowsOf(db, z.object({ version: z.int() }))`
    insert into instructor.standard as s (company_id, level, min_minutes, min_rating_hundredths, min_rated_count, months, needs_qualification)
    values (${db.companyId}, ${level}, ${minMinutes}, ${minRatingHundredths}, ${minRatedCount}, ${months}, ${needsQualification})
    on conflict (company_id, level) do update
    set min_minutes = excluded.min_minutes, min_rating_hundredths = excluded.min_rating_hundredths,
      min_rated_count = excluded.min_rated_count, months = excluded.months, needs_qualification = excluded.needs_qualification,
      version = s.version + 1
    where s.version = ${version}
    returning s.version`
  return saved.length === 1
}

const foundRow = z.object({ confirmedMinutes: z.int(), qualificationCount: z.int() })

/** Confirmed from one day to another, both included; files of qualification in force on the last. */
export function findWork(db: Db, teacherId: string, { since, until }: { since: string; until: string }) {
  return oneOf(db, foundRow)`
    select
      coalesce((
        select sum(e.minutes) from instructor.hour_entry e
        where e.company_id = ${db.companyId} and e.instructor_id = ${teacherId} and e.stage = ${lit(hourStage.confirmed)}
          and e.day between ${since}::date and ${until}::date
      ), 0)::int as "confirmedMinutes",
      (
        select count(*)::int from instructor.file f
        where f.company_id = ${db.companyId} and f.instructor_id = ${teacherId} and f.kind = ${teacherFileKind.qualification}
          and f.replaced_by is null and f.removed_at is null
          and (f.valid_from is null or f.valid_from <= ${until}::date) and (f.valid_until is null or f.valid_until >= ${until}::date)
      ) as "qualificationCount"`
}

const promotionRow = z.object({
  id,
  teacherId: id,
  teacherName: z.string(),
  fromLevel: teacherLevel.schema,
  toLevel: teacherLevel.schema,
  evidence,
  reason: z.string(),
  state: promotionState.schema,
  proposedBy: id,
  proposedByName: z.string().nullable(),
  proposedAt: z.date(),
  decidedByName: z.string().nullable(),
  decidedAt: z.date().nullable(),
  opinion: z.string(),
})
export type StoredPromotion = z.output<typeof promotionRow>

const from = sql`
  from instructor.promotion o
  join instructor.instructor i on i.company_id = o.company_id and i.id = o.instructor_id
  left join org.person p on p.company_id = i.company_id and p.id = i.staff_id`
const columns = sql`o.id, o.instructor_id as "teacherId", coalesce(p.name, i.name) as "teacherName", o.from_level as "fromLevel",
    o.to_level as "toLevel", o.evidence, o.reason, o.state, o.proposed_by as "proposedBy", a.name as "proposedByName",
    o.proposed_at as "proposedAt", z.name as "decidedByName", o.decided_at as "decidedAt", o.opinion
  ${from}
  left join org.person a on a.company_id = o.company_id and a.id = o.proposed_by
  left join org.person z on z.company_id = o.company_id and z.id = o.decided_by`

export interface PromotionFilter {
  readonly scope: DataScope
  readonly teacherId?: string | undefined
  readonly keyWords?: string | undefined
  readonly state?: number | undefined
}

function conditions(db: Db, { scope, teacherId, keyWords, state }: PromotionFilter): RawBuilder<unknown> {
  const parts = [sql`o.company_id = ${db.companyId}`, inScope(db, scope)]
  if (teacherId !== undefined) parts.push(sql`o.instructor_id = ${teacherId}`)
  if (state !== undefined) parts.push(sql`o.state = ${state}`)
  if (keyWords) parts.push(sql`strpos(lower(coalesce(p.name, i.name)), lower(${keyWords})) > 0`)
  return sql.join(parts, sql` and `)
}

export function selectPromotions(db: Db, filter: PromotionFilter, { limit, offset }: { limit: number; offset: number }) {
  return rowsOf(db, promotionRow)`
    select ${columns}
    where ${conditions(db, filter)}
    order by o.state <> ${promotionState.waiting}, o.id desc
    limit ${limit} offset ${offset}`
}

export const countPromotions = (db: Db, filter: PromotionFilter): Promise<number> =>
  countOf(db)`select count(*)::int as count ${from} where ${conditions(db, filter)}`

export function lockPromotion(db: Db, scope: DataScope, promotionId: string): Promise<StoredPromotion | undefined> {
  return findOne(db, promotionRow)`
    select ${columns}
    where o.company_id = ${db.companyId} and o.id = ${promotionId} and ${inScope(db, scope)}
    for update of i, o`
}

interface NewPromotion {
  readonly teacherId: string
  readonly fromLevel: number
  readonly evidence: Evidence
  readonly reason: string
  readonly by: string
  readonly now: Date
}

export const insertPromotion = (
  db: Db,
  { teacherId, fromLevel, evidence: shown, reason, by, now }: NewPromotion,
): Promise<string> =>
  idOf(db)`
    insert into instructor.promotion (company_id, instructor_id, from_level, to_level, evidence, reason, proposed_by, proposed_at)
    values (${db.companyId}, ${teacherId}, ${fromLevel}, ${fromLevel + 1}, ${JSON.stringify(shown)}::jsonb, ${reason}, ${by}, ${now})
    returning id`

interface Decision {
  readonly state: number
  readonly by: string
  readonly now: Date
  readonly opinion: string
}

export async function endPromotion(db: Db, promotionId: string, { state, by, now, opinion }: Decision): Promise<void> {
  await sql`
    update instructor.promotion
    set state = ${state}, decided_by = ${by}, decided_at = ${now}, opinion = ${opinion}
    where company_id = ${db.companyId} and id = ${promotionId}`.execute(db)
}

const levelRow = z.object({ level: teacherLevel.schema })

/** The level somebody has now. */
export async function levelOf(db: Db, teacherId: string): Promise<number | undefined> {
  const row = await findOne(db, levelRow)`
    select i.level from instructor.instructor i
    where i.company_id = ${db.companyId} and i.id = ${teacherId} and i.removed_at is null`
  return row?.level
}

export async function raiseTo(db: Db, teacherId: string, level: number): Promise<void> {
  await sql`
    update instructor.instructor set level = ${level}, version = version + 1, updated_at = now()
    where company_id = ${db.companyId} and id = ${teacherId}`.execute(db)
}
