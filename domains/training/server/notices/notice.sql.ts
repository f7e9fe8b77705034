/** Each time that people of a project are written to, and who was. */
import { id } from '@kaopei/contract'
import { isFound, type PeopleSearch } from '@kaopei/exam/server'
import { scopedStaff } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, findOne, idOf, idsOf, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { type NoticeCounts, noticeCounts } from '../../contract/notice.ts'

interface NewNotice {
  readonly projectId: string
  readonly rule: string
  readonly title: string
  readonly content: string
  /** Null: by itself. */
  readonly askedBy: string | null
  readonly now: Date
}

export function insertNotice(db: Db, { projectId, rule, title, content, askedBy, now }: NewNotice): Promise<string> {
  return idOf(db)`
    insert into training.notice (company_id, project_id, rule, title, content, asked_by, at)
    values (${db.companyId}, ${projectId}, ${rule}, ${title}, ${content}, ${askedBy}::uuid, ${now})
    returning id`
}

export async function deleteNotice(db: Db, noticeId: string): Promise<void> {
  await sql`delete from training.notice where company_id = ${db.companyId} and id = ${noticeId}`.execute(db)
}

const placeRow = z.object({ title: z.string(), content: z.string(), judgedTo: id.nullable(), isOver: z.boolean() })

/** Locked: two workers that have the same notice go one after the other. */
export function lockNotice(db: Db, noticeId: string) {
  return findOne(db, placeRow)`
    select n.title, n.content, n.judged_to as "judgedTo", n.ended_at is not null as "isOver"
    from training.notice n
    where n.company_id = ${db.companyId} and n.id = ${noticeId}
    for update`
}

interface Step {
  readonly counts: NoticeCounts
  readonly judgedTo: string | null
  /** When it is over. */
  readonly endedAt: Date | null
}

export async function updateNotice(db: Db, noticeId: string, { counts, judgedTo, endedAt }: Step): Promise<void> {
  await sql`
    update training.notice
    set written_count = written_count + ${counts.writtenCount},
      skipped_count = skipped_count + ${counts.skippedCount},
      unreachable_count = unreachable_count + ${counts.unreachableCount},
      judged_to = coalesce(${judgedTo}::uuid, judged_to),
      ended_at = ${endedAt}::timestamptz
    where company_id = ${db.companyId} and id = ${noticeId}`.execute(db)
}

export interface Told {
  readonly staffId: string
  readonly onceKey: string
  readonly byMail: boolean
  readonly bySms: boolean
}

/** Answers those whom nobody else has written to meanwhile. */
export function insertTold(
  db: Db,
  { projectId, noticeId, told, now }: { projectId: string; noticeId: string; told: readonly Told[]; now: Date },
): Promise<string[]> {
  return idsOf(db)`
    insert into training.notice_person (company_id, project_id, staff_id, once_key, notice_id, is_written, by_mail, by_sms, sent_at)
    select ${db.companyId}, ${projectId}, n.id, n.once, ${noticeId}, n.mail or n.sms, n.mail, n.sms, ${now}
    from unnest(${told.map(({ staffId }) => staffId)}::uuid[], ${told.map(({ onceKey }) => onceKey)}::text[],
      ${told.map(({ byMail }) => byMail)}::boolean[], ${told.map(({ bySms }) => bySms)}::boolean[]) as n (id, once, mail, sms)
    order by n.id
    on conflict do nothing
    returning staff_id as id`
}

const listedRow = noticeCounts.extend({
  id,
  at: z.date(),
  rule: z.string(),
  title: z.string(),
  content: z.string(),
  askedByName: z.string().nullable(),
  isUnderWay: z.boolean(),
})

export interface Whose {
  readonly projectId: string
  /** Only what this person asked for. */
  readonly askedBy: string | null
}

const ofProject = (db: Db, { projectId, askedBy }: Whose) => sql`n.company_id = ${db.companyId}
      and n.project_id = ${projectId}
      and (${askedBy}::uuid is null or n.asked_by = ${askedBy}::uuid)`

export function selectNotices(db: Db, whose: Whose, { limit, offset }: { limit: number; offset: number }) {
  return rowsOf(db, listedRow)`
    select n.id, n.at, n.rule, n.title, n.content, s.name as "askedByName", n.ended_at is null as "isUnderWay",
      n.written_count as "writtenCount", n.skipped_count as "skippedCount", n.unreachable_count as "unreachableCount"
    from training.notice n
    left join org.person s on s.company_id = n.company_id and s.id = n.asked_by
    where ${ofProject(db, whose)}
    order by n.id desc
    limit ${limit} offset ${offset}`
}

export const countNotices = (db: Db, whose: Whose): Promise<number> =>
  countOf(db)`select count(*)::int as count from training.notice n where ${ofProject(db, whose)}`

const toldRow = z.object({
  noticeId: id,
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  department: z.string().nullable(),
  rule: z.string(),
  title: z.string(),
  sentTime: z.date(),
  mail: z.boolean(),
  sms: z.boolean(),
})

interface ToldFilter {
  readonly projectId: string
  readonly noticeId?: string | undefined
  readonly staffId?: string | undefined
  readonly search?: PeopleSearch | undefined
  readonly scope: DataScope
}

function matching(db: Db, { projectId, noticeId, staffId, search, scope }: ToldFilter) {
  const conditions = [sql`c.company_id = ${db.companyId}`, sql`c.project_id = ${projectId}`]
  if (noticeId) conditions.push(sql`c.notice_id = ${noticeId}`)
  if (staffId) conditions.push(sql`c.staff_id = ${staffId}`)
  if (search) conditions.push(isFound(search))
  if (scope.kind !== 'all') conditions.push(sql`c.staff_id in (${scopedStaff(db, scope)})`)
  return sql`
    from training.notice_person c
    where ${sql.join(conditions, sql` and `)}`
}

export function selectTold(db: Db, filter: ToldFilter, { limit, offset }: { limit: number; offset: number }) {
  return rowsOf(db, toldRow)`
    select t.notice_id as "noticeId", t.staff_id as "staffId", s.name, s.login_account as "loginAccount", s.phone, s.email, d.name as department, n.rule,
      n.title, t.sent_at as "sentTime", t.by_mail as mail, t.by_sms as sms
    from (
      select c.* ${matching(db, filter)}
      order by c.sent_at desc, c.staff_id, c.once_key
      limit ${limit} offset ${offset}
    ) t
    join org.person s on s.company_id = t.company_id and s.id = t.staff_id
    join training.notice n on n.company_id = t.company_id and n.id = t.notice_id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    order by t.sent_at desc, t.staff_id, t.once_key`
}

export const countTold = (db: Db, filter: ToldFilter): Promise<number> =>
  countOf(db)`select count(*)::int as count ${matching(db, filter)}`
