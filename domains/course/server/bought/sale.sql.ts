import { id } from '@kaopei/contract'
import { companiesNamed } from '@kaopei/platform/server'
import { countOf, type Db, findOne, hasRows, idOf, idsOf, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { courseSource, courseStatus, limitType, versionState } from '../../contract/codes.ts'

export interface Terms {
  readonly limitType: number
  readonly limitCount: number | null
  readonly validFrom: Date
  readonly validUntil: Date | null
  readonly startWithinDays: number | null
}

const saleRow = z.object({
  id,
  buyerCompanyId: id,
  courseId: id,
  courseName: z.string(),
  /** What was sold last. */
  versionId: id,
  limitType: limitType.schema,
  limitCount: z.int().nullable(),
  validFrom: z.date(),
  validUntil: z.date().nullable(),
  startWithinDays: z.int().nullable(),
  createdAt: z.date(),
})
export type Sale = z.input<typeof saleRow>

const sales = sql`
  from course.sale s
  join course.course c on c.company_id = s.company_id and c.id = s.course_id`

const columns = sql`
  s.licence_id as id, s.buyer_company_id as "buyerCompanyId", s.course_id as "courseId", c.name as "courseName",
  s.version_id as "versionId", s.limit_type as "limitType", s.limit_count as "limitCount", s.valid_from as "validFrom", s.valid_until as "validUntil",
  s.start_within_days as "startWithinDays", s.created_at as "createdAt"
  ${sales}`

export function selectSales(
  db: Db,
  { name, limit, offset }: { name: string | undefined; limit: number; offset: number },
): Promise<Sale[]> {
  return rowsOf(db, saleRow)`
    select ${columns}
    where s.company_id = ${db.companyId} and ${named(name)}
    order by s.created_at desc, s.licence_id
    limit ${limit} offset ${offset}`
}

export function countSales(db: Db, name: string | undefined): Promise<number> {
  return countOf(db)`
    select count(*)::int as count
    ${sales}
    where s.company_id = ${db.companyId} and ${named(name)}`
}

/** By the course or by the company that bought it. */
const named = (name: string | undefined) =>
  name ? sql`(strpos(lower(c.name), lower(${name})) > 0 or s.buyer_company_id in (${companiesNamed(name)}))` : sql`true`

export function lockSale(db: Db, licenceId: string): Promise<Sale | undefined> {
  return findOne(
    db,
    saleRow,
  )`select ${columns} where s.company_id = ${db.companyId} and s.licence_id = ${licenceId} for update of s`
}

export async function insertSale(
  db: Db,
  given: Terms & { licenceId: string; buyerCompanyId: string; courseId: string; versionId: string; soldBy: string; now: Date },
): Promise<void> {
  const { licenceId, buyerCompanyId, courseId, versionId, soldBy, now } = given
  await sql`
    insert into course.sale (company_id, licence_id, buyer_company_id, course_id, version_id, limit_type, limit_count, valid_from,
      valid_until, start_within_days, sold_by, created_at, updated_at)
    values (${db.companyId}, ${licenceId}, ${buyerCompanyId}, ${courseId}, ${versionId}, ${given.limitType}, ${given.limitCount},
      ${given.validFrom}, ${given.validUntil}, ${given.startWithinDays}, ${soldBy}, ${now}, ${now})`.execute(db)
}

export async function updateSale(db: Db, licenceId: string, terms: Terms, now: Date): Promise<void> {
  await sql`
    update course.sale
    set limit_type = ${terms.limitType}, limit_count = ${terms.limitCount}, valid_from = ${terms.validFrom},
      valid_until = ${terms.validUntil}, start_within_days = ${terms.startWithinDays}, updated_at = ${now}
    where company_id = ${db.companyId} and licence_id = ${licenceId}`.execute(db)
}

/** In the buyer's company. */
export function hasLicenceFor(db: Db, sellerCourseId: string): Promise<boolean> {
  return hasRows(db)`
    select from course.licence l where l.company_id = ${db.companyId} and l.seller_course_id = ${sellerCourseId}`
}

/** The copy in the buyer's company, on the shelf at once. Answers its version, which is to be filled. */
export async function insertBoughtCourse(
  db: Db,
  { name, descript, order, now }: { name: string; descript: string; order: string; now: Date },
): Promise<{ courseId: string; versionId: string }> {
  const courseId = await idOf(db)`
    insert into course.course (company_id, name, source, descript)
    values (${db.companyId}, ${name}, ${lit(courseSource.bought)}, ${descript})
    returning id`
  const versionId = await idOf(db)`
    insert into course.version (company_id, course_id, number, state, unlock_order, published_at)
    values (${db.companyId}, ${courseId}, 1, ${lit(versionState.published)}, ${order}, ${now})
    returning id`
  await sql`
    update course.course set published_id = ${versionId}, status = ${lit(courseStatus.shelved)}, shelved_at = ${now}
    where company_id = ${db.companyId} and id = ${courseId}`.execute(db)
  return { courseId, versionId }
}

interface NewLicence extends Terms {
  readonly sellerCompanyId: string
  readonly sellerCourseId: string
  readonly sellerVersionId: string
  readonly courseId: string
  readonly now: Date
}

export async function insertLicence(db: Db, given: NewLicence): Promise<string> {
  const licenceId = await idOf(db)`
    insert into course.licence (company_id, seller_company_id, seller_course_id, seller_version_id, course_id, limit_type, limit_count,
      valid_from, valid_until, start_within_days, created_at)
    values (${db.companyId}, ${given.sellerCompanyId}, ${given.sellerCourseId}, ${given.sellerVersionId}, ${given.courseId},
      ${given.limitType}, ${given.limitCount}, ${given.validFrom}, ${given.validUntil}, ${given.startWithinDays}, ${given.now})
    returning id`
  await insertLimited(db, licenceId, { from: null, to: given.limitCount, now: given.now })
  return licenceId
}

export async function insertLimited(
  db: Db,
  licenceId: string,
  { from, to, now }: { from: number | null; to: number | null; now: Date },
): Promise<void> {
  await sql`
    insert into course.seat_event (company_id, licence_id, kind, detail, at)
    values (${db.companyId}, ${licenceId}, 'limited', ${JSON.stringify({ from, to })}::jsonb, ${now})`.execute(db)
}

export async function updateLicence(db: Db, licenceId: string, terms: Terms): Promise<void> {
  await sql`
    update course.licence
    set limit_type = ${terms.limitType}, limit_count = ${terms.limitCount}, valid_from = ${terms.validFrom},
      valid_until = ${terms.validUntil}, start_within_days = ${terms.startWithinDays}, version = version + 1
    where company_id = ${db.companyId} and id = ${licenceId}`.execute(db)
}

/** The licences of a course of one's own, by id. */
export function selectSalesOf(db: Db, courseId: string): Promise<string[]> {
  return idsOf(db)`
    select s.licence_id as id
    from course.sale s
    where s.company_id = ${db.companyId} and s.course_id = ${courseId}
    order by s.licence_id`
}

export async function updateSaleVersion(db: Db, licenceId: string, versionId: string, now: Date): Promise<void> {
  await sql`
    update course.sale set version_id = ${versionId}, updated_at = ${now}
    where company_id = ${db.companyId} and licence_id = ${licenceId}`.execute(db)
}

/** In the buyer's company. */
export async function updateLicenceVersion(db: Db, licenceId: string, sellerVersionId: string): Promise<void> {
  await sql`
    update course.licence set seller_version_id = ${sellerVersionId}
    where company_id = ${db.companyId} and id = ${licenceId}`.execute(db)
}

/** An empty version behind those that the copy has. */
export function insertNextVersion(db: Db, courseId: string, order: string): Promise<string> {
  return idOf(db)`
    insert into course.version (company_id, course_id, number, unlock_order)
    select ${db.companyId}, ${courseId}, max(v.number) + 1, ${order}
    from course.version v
    where v.company_id = ${db.companyId} and v.course_id = ${courseId}
    returning id`
}

export async function renameCourse(db: Db, courseId: string, name: string): Promise<void> {
  await sql`
    update course.course set name = ${name} where company_id = ${db.companyId} and id = ${courseId}`.execute(db)
}
