/** What rooms above ask of coursewares. */
import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { coursewareType, transStatus } from '../contract/codes.ts'

const cardRow = z.object({
  id,
  title: z.string(),
  type: coursewareType.schema,
  coverFileId: id.nullable(),
  versionId: id,
  transStatus: transStatus.schema,
  lengthSeconds: z.int().nullable(),
  /** Of a document its pages, of a micro-course its blocks, of a package its parts, of a picture 1. */
  pageCount: z.int().nullable(),
  /** It can be learnt with; `false` of what is still converted or could not be. */
  isReady: z.boolean(),
  /** The machines have no program for it: as it is it will not be converted. */
  lacksTool: z.boolean(),
  isRemoved: z.boolean(),
})
export type CoursewareCard = z.output<typeof cardRow>

/** By the version that is given to whoever begins now. Removed ones too; ids of nothing in the company are left out. */
export async function coursewareCards(db: Db, ids: readonly string[]): Promise<CoursewareCard[]> {
  if (ids.length === 0) return []
  return rowsOf(db, cardRow)`
    select c.id, c.title, c.type, c.cover_file_id as "coverFileId", c.version_id as "versionId", c.trans_status as "transStatus",
      c.length_seconds as "lengthSeconds", c.page_count as "pageCount", c.is_ready as "isReady", c.removed_at is not null as "isRemoved",
      coalesce(k.state = 'failed' and k.failure in ('toolMissing', 'fontMissing'), false) as "lacksTool"
    from courseware.card c
    left join courseware.conversion k
      on k.company_id = c.company_id
      and k.version_id = c.version_id
    where c.company_id = ${db.companyId}
      and c.id = any (${ids}::uuid[])`
}

const givenRow = z.object({
  coursewareId: id,
  versionId: id,
  number: z.int(),
  title: z.string(),
  type: coursewareType.schema,
  lengthSeconds: z.int().nullable(),
  pageCount: z.int().nullable(),
  /** Nothing here could convert it, and neither its length nor its pages are known: it can be downloaded alone. */
  isUnmeasured: z.boolean(),
})
export type GivenVersion = z.output<typeof givenRow>

export interface Begun {
  readonly coursewareId: string
  readonly begunVersionId: string | null
}

/** As `versionsFor`, of one. Undefined: there is no such courseware. */
export async function versionFor(db: Db, begun: Begun): Promise<GivenVersion | undefined> {
  const [version] = await versionsFor(db, [begun])
  return version
}

/**
 * The versions that somebody is given: the one they began, unless a later one was meant for them too and can be used; whoever begins gets what is
 * given now.
 */
export async function versionsFor(db: Db, begun: readonly Begun[]): Promise<GivenVersion[]> {
  if (begun.length === 0) return []
  const ids = begun.map(({ coursewareId }) => coursewareId)
  const versionIds = begun.map(({ begunVersionId }) => begunVersionId)
  return rowsOf(db, givenRow)`
    select c.id as "coursewareId", v.id as "versionId", v.number, c.title, c.type, v.length_seconds as "lengthSeconds", v.page_count as "pageCount",
      c.type in (${coursewareType.document}, ${coursewareType.video}, ${coursewareType.audio})
        and v.trans_status = ${transStatus.none}
        and coalesce(v.length_seconds, 0) = 0
        and coalesce(v.page_count, 0) = 0
        and exists (
          select from courseware.conversion d where d.company_id = v.company_id and d.version_id = v.id and d.state = 'done'
        ) as "isUnmeasured"
    from unnest(${ids}::uuid[], ${versionIds}::uuid[]) as wanted (id, begun_id)
    join courseware.courseware c on c.company_id = ${db.companyId} and c.id = wanted.id
    join courseware.version given on given.company_id = c.company_id and given.id = c.version_id
    left join courseware.version begun
      on begun.company_id = c.company_id and begun.courseware_id = c.id and begun.id = wanted.begun_id
    left join lateral (
      select later.id
      from courseware.version later
      left join courseware.conversion k on k.company_id = later.company_id and k.version_id = later.id
      where later.company_id = c.company_id
        and later.courseware_id = c.id
        and later.is_for_begun
        and later.number > begun.number
        and later.number <= given.number
        and (c.type in (${coursewareType.image}, ${coursewareType.microCourse}) or later.trans_status = ${transStatus.done} or k.state = 'done')
      order by later.number desc
      limit 1
    ) meant on true
    join courseware.version v on v.company_id = c.company_id and v.id = coalesce(meant.id, begun.id, given.id)`
}

const taughtRow = z.object({
  id,
  title: z.string(),
  /** Of the points asked about. */
  pointIds: z.array(id),
})

/** Coursewares that teach some of these knowledge points, without removed ones. */
export async function coursewaresOfPoints(db: Db, pointIds: readonly string[]): Promise<z.output<typeof taughtRow>[]> {
  if (pointIds.length === 0) return []
  return rowsOf(db, taughtRow)`
    select c.id, c.title, array_agg(k.point_id order by k.point_id) as "pointIds"
    from courseware.knowledge_point k
    join courseware.courseware c on c.company_id = k.company_id and c.id = k.courseware_id and c.removed_at is null
    where k.company_id = ${db.companyId}
      and k.point_id = any(${pointIds}::uuid[])
    group by c.id, c.title
    order by c.title, c.id`
}
