/** Lists of coursewares: the management list and what pickers offer. */
import { id } from '@kaopei/contract'
import { countOf, type Db, idsOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { coursewareType, transStatus } from '../contract/codes.ts'

export interface CoursewareFilter {
  readonly title?: string | undefined
  readonly type?: number | undefined
  readonly transStatus?: number | undefined
  readonly creatorName?: string | undefined
  readonly knowledgePointId?: string | undefined
  readonly content?: string | undefined
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
}

interface Page {
  readonly offset: number
  readonly limit: number
}

const listRow = z.object({
  id,
  title: z.string(),
  creatorName: z.string(),
  type: coursewareType.schema,
  transStatus: transStatus.schema,
  updateTime: z.date(),
  latestId: id,
  fileName: z.string(),
  sizeBytes: z.int(),
  lengthSeconds: z.int().nullable(),
  pageCount: z.int().nullable(),
  versionNumber: z.int(),
  isNewerWaiting: z.boolean(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']).nullable(),
  progress: z.int(),
  failure: z.string().nullable(),
  failureText: z.string().nullable(),
})
export type ListRow = z.output<typeof listRow>

const latest = sql`join courseware.version v on v.company_id = c.company_id and v.id = c.latest_id`

function matching(companyId: string, filter: CoursewareFilter, zone: string): RawBuilder<unknown> {
  const { title, type, transStatus: status, creatorName, knowledgePointId, content, startDate, endDate } = filter
  const parts = [
    sql`c.company_id = ${companyId}`,
    sql`c.removed_at is null`,
    // What a person types is searched as it is, not as a pattern.
    title && sql`strpos(lower(c.title), lower(${title})) > 0`,
    type !== undefined && sql`c.type = ${type}`,
    status !== undefined && sql`v.trans_status = ${status}`,
    creatorName &&
      sql`c.created_by in (
        select p.id from org.person p where p.company_id = ${companyId} and strpos(lower(p.name), lower(${creatorName})) > 0
      )`,
    knowledgePointId && teaches(companyId, knowledgePointId),
    content && sql`c.latest_id in (select courseware.versions_with_words(lower(${content})))`,
    startDate && sql`c.updated_at >= ${startDate}::date::timestamp at time zone ${zone}`,
    endDate && sql`c.updated_at < (${endDate}::date + 1)::timestamp at time zone ${zone}`,
  ]
  return sql.join(
    parts.filter((one) => typeof one === 'object'),
    sql` and `,
  )
}

const teaches = (companyId: string, pointId: string) =>
  sql`c.id in (select k.courseware_id from courseware.knowledge_point k where k.company_id = ${companyId} and k.point_id = ${pointId})`

/** Last changed first. */
export async function pageOfCoursewares(
  db: Db,
  filter: CoursewareFilter,
  { offset, limit, zone }: Page & { zone: string },
): Promise<{ dataList: ListRow[]; totalCount: number }> {
  const where = matching(db.companyId, filter, zone)
  const versions = filter.transStatus === undefined ? sql`` : latest
  const ids = await idsOf(db)`
    select c.id
    from courseware.courseware c
    ${versions}
    where ${where}
    order by c.updated_at desc, c.id desc
    offset ${offset} limit ${limit}`
  const totalCount = await countOf(db)`
    select count(*)::int as count from courseware.courseware c ${versions} where ${where}`
  return { dataList: await selectListRows(db, ids), totalCount }
}

/** In the order of the ids; removed ones too, for whoever names one. */
export async function selectListRows(db: Db, ids: readonly string[]): Promise<ListRow[]> {
  if (ids.length === 0) return []
  return rowsOf(db, listRow)`
    select c.id, c.title, coalesce(p.name, '') as "creatorName", c.type, v.trans_status as "transStatus", c.updated_at as "updateTime",
      c.latest_id as "latestId", v.file_name as "fileName", v.size_bytes as "sizeBytes", v.length_seconds as "lengthSeconds",
      v.page_count as "pageCount", v.number as "versionNumber", c.latest_id <> c.version_id as "isNewerWaiting",
      k.state, coalesce(k.progress, 0) as progress, k.failure, k.failure_text as "failureText"
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
    join courseware.courseware c on c.company_id = ${db.companyId} and c.id = wanted.id
    ${latest}
    left join courseware.conversion k on k.company_id = v.company_id and k.version_id = v.id
    left join org.person p on p.company_id = c.company_id and p.id = c.created_by
    order by wanted.place`
}

const placeRow = z.object({ versionId: id, place: z.int() })

/** How many of the whole house come before each that waits. */
export async function placesInQueue(db: Db, versionIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (versionIds.length === 0) return new Map()
  const rows = await rowsOf(db, placeRow)`
    select version_id as "versionId", place from courseware.places_in_queue(${versionIds}::uuid[])`
  return new Map(rows.map(({ versionId, place }) => [versionId, place]))
}

const pickRow = z.object({
  id,
  title: z.string(),
  creatorName: z.string(),
  type: coursewareType.schema,
  transStatus: transStatus.schema,
  lengthSeconds: z.int().nullable(),
  pageCount: z.int().nullable(),
})

type UsableFilter = Pick<CoursewareFilter, 'title' | 'type' | 'transStatus' | 'knowledgePointId'>

/** What may be used in something else, by the version that is given: newest first. */
export async function pageOfUsable(
  db: Db,
  { title, type, transStatus: status, knowledgePointId }: UsableFilter,
  { offset, limit }: Page,
) {
  const named = title ? sql`and strpos(lower(c.title), lower(${title})) > 0` : sql``
  const typed = type === undefined ? sql`` : sql`and c.type = ${type}`
  const taught = knowledgePointId ? sql`and ${teaches(db.companyId, knowledgePointId)}` : sql``
  const isAsItIs = sql`c.type in (${coursewareType.image}, ${coursewareType.microCourse})`
  // Asked for 2: whatever had to be made ready, also what is played as it was uploaded because this server has no converter.
  const inState = { [transStatus.none]: sql`and ${isAsItIs}`, [transStatus.done]: sql`and not ${isAsItIs}` }
  const state = status === undefined ? sql`` : status === 0 || status === 2 ? inState[status] : sql`and false`
  const where = sql`c.company_id = ${db.companyId} and c.removed_at is null and c.is_ready ${named} ${typed} ${taught} ${state}`
  const dataList = await rowsOf(db, pickRow)`
    select c.id, c.title, coalesce(p.name, '') as "creatorName", c.type, c.trans_status as "transStatus",
      c.length_seconds as "lengthSeconds", c.page_count as "pageCount"
    from courseware.card c
    left join courseware.courseware own on own.company_id = c.company_id and own.id = c.id
    left join org.person p on p.company_id = c.company_id and p.id = own.created_by
    where ${where}
    order by c.id desc
    offset ${offset} limit ${limit}`
  const totalCount = await countOf(db)`select count(*)::int as count from courseware.card c where ${where}`
  return { dataList, totalCount }
}
