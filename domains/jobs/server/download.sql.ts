import { personName } from '@kaopei/identity/server'
import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

export interface DownloadFilter {
  readonly keyWords?: string | undefined
  readonly state?: number | undefined
  readonly kind?: string | undefined
  readonly kindGroup?: string | undefined
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  /** Only this person's. */
  readonly requestedBy?: string | undefined
  readonly id?: string | undefined
}

export async function selectDownloads(db: Db, filter: DownloadFilter, page: { offset: number; limit: number }) {
  return matching(db, filter)
    .leftJoin('files.object_card as f', (join) => join.onRef('f.company_id', '=', 'j.company_id').onRef('f.id', '=', 'j.file_id'))
    .select(['j.id', 'j.kind', 'j.title', 'j.conditions', 'j.state', 'j.done_count', 'j.total_count', 'j.message', 'j.result'])
    .select([
      'j.file_id',
      'j.file_name',
      'j.requested_by',
      'j.grants',
      'j.requested_at',
      'j.started_at',
      'j.finished_at',
      'j.expires_at',
    ])
    .select(['f.size_bytes', 'f.expires_at as file_expires_at', 'j.fields'])
    .select(personName({ companyId: sql.ref('j.company_id'), id: sql.ref('j.requested_by') }).as('requested_by_name'))
    .orderBy('j.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export type DownloadRecord = Awaited<ReturnType<typeof selectDownloads>>[number]

export async function countDownloads(db: Db, filter: DownloadFilter): Promise<number> {
  const { count } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function matching(db: Db, filter: DownloadFilter) {
  let query = db.selectFrom('jobs.background_job as j').where('j.company_id', '=', db.companyId)
  if (filter.id !== undefined) query = query.where('j.id', '=', filter.id)
  if (filter.requestedBy !== undefined) query = query.where('j.requested_by', '=', filter.requestedBy)
  if (filter.state !== undefined) query = query.where('j.state', '=', filter.state)
  if (filter.kind !== undefined) query = query.where('j.kind', '=', filter.kind)
  if (filter.kindGroup) query = query.where(sql<boolean>`starts_with(j.kind, ${`${filter.kindGroup}.`})`)
  // strpos is no pattern: what a person types is searched as it is. One company's jobs are few (they go after a month).
  if (filter.keyWords) query = query.where(sql<boolean>`strpos(lower(j.title), lower(${filter.keyWords})) > 0`)
  const zone = sql`(select time_zone from identity.company_card where id = ${db.companyId})`
  const { startDate, endDate } = filter
  if (startDate) query = query.where(sql<boolean>`j.requested_at >= ${startDate}::date::timestamp at time zone ${zone}`)
  if (endDate) query = query.where(sql<boolean>`j.requested_at < (${endDate}::date + 1)::timestamp at time zone ${zone}`)
  return query
}
