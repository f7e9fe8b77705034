import { id } from '@kaopei/contract'
import { countOf, type Db, findOne, oneOf, rowsOf, rowsOfPrepared, type Statement } from '@kaopei/server'
import { usesOf } from '@kaopei/venue/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Audience, audiences, deliveryState } from '../../contract/exam-announcements.ts'
import { inReach, type Reach } from '../rooms/reach.ts'
import { examKind } from '../times/terms.ts'
import { type Hold, holdShape } from './hold.ts'

interface Page {
  readonly limit: number
  readonly offset: number
}

/** A candidate asks every 15 s: whoever has not for so long is told that it did not get through. */
const silence = sql`interval '2 minutes'`
const { queued, sent, delivered, failed, acknowledged } = deliveryState

interface Seen {
  readonly reach: Reach
  readonly now: Date
  /** Nobody may sit any more: whoever has not begun will not be told. */
  readonly isEnded: boolean
}

/** Each of whom the caller reaches, with what became of it. */
const told = (db: Db, which: RawBuilder<unknown>, { reach, now, isEnded }: Seen): RawBuilder<unknown> => sql`
  select t.*, case
      when t."acknowledgedTime" is not null then ${acknowledged}::int
      when t."deliveredTime" is not null then ${delivered}::int
      when t."sentTime" is null then ${isEnded ? failed : queued}::int
      when t.is_over or t."sentTime" < ${now}::timestamptz - ${silence} then ${failed}::int
      else ${sent}::int
    end as state
  from (
    select d.announcement_id, d.exam_id, d.staff_id as "staffId", d.attempt_id as "attemptId", d.sent_at as "sentTime", d.tries,
      l.delivered_at as "deliveredTime", l.acknowledged_at as "acknowledgedTime", coalesce(l.is_over, false) as is_over
    from exam.announced d
    left join lateral sitting.telling_of(d.company_id, d.attempt_id, d.telling_id) l on d.telling_id is not null
    where d.company_id = ${db.companyId}
      and ${which}
      and ${inReach(db, reach, { examId: sql`d.exam_id`, staffId: sql`d.staff_id` })}
  ) t`

const announcementRow = z.object({
  id,
  examId: id,
  text: z.string(),
  audience: z.enum(audiences),
  roomName: z.string().nullable(),
  byName: z.string().nullable(),
  byId: id,
  time: z.date(),
})

const facts = (db: Db) => sql`
  select a.id, a.exam_id as "examId", a.text, a.audience, u."roomName", s.name as "byName", a.by_id as "byId", a.at as time
  from exam.announcement a
  left join org.person s on s.company_id = a.company_id and s.id = a.by_id
  left join (${usesOf(db, examKind)}) u on u."ownerId" = a.exam_id and u."roomId" = a.room_id
  where a.company_id = ${db.companyId}`

export interface Asking {
  readonly staffId: string
  readonly reach: Reach
}

/** Whoever made it hears of it, and whoever reaches somebody to whom it went. */
export function isKnown(db: Db, { staffId, reach }: Asking): RawBuilder<unknown> {
  if (reach.kind === 'all') return sql`true`
  return sql`(
    a.by_id = ${staffId}
    or exists (
      select from exam.announced k
      where k.company_id = a.company_id
        and k.announcement_id = a.id
        and ${inReach(db, reach, { examId: sql`k.exam_id`, staffId: sql`k.staff_id` })}
    )
  )`
}

export function findAnnouncement(db: Db, announcementId: string, who: Asking) {
  return findOne(db, announcementRow)`${facts(db)} and a.id = ${announcementId} and ${isKnown(db, who)}`
}

const countsRow = announcementRow.extend({
  queuedCount: z.int(),
  sentCount: z.int(),
  deliveredCount: z.int(),
  failedCount: z.int(),
  acknowledgedCount: z.int(),
})

interface OfExam extends Seen, Asking {
  readonly examId: string
}

export function selectAnnouncements(db: Db, { examId, ...seen }: OfExam, { limit, offset }: Page) {
  const count = (state: number) => sql`(count(*) filter (where t.state = ${state}))::int`
  return rowsOf(db, countsRow)`
    select page.*, n.*
    from (${facts(db)} and a.exam_id = ${examId} and ${isKnown(db, seen)} order by a.id desc limit ${limit} offset ${offset}) page
    cross join lateral (
      select ${count(queued)} as "queuedCount", ${count(sent)} as "sentCount", ${count(delivered)} as "deliveredCount",
        ${count(failed)} as "failedCount", ${count(acknowledged)} as "acknowledgedCount"
      from (${told(db, sql`d.announcement_id = page.id`, seen)}) t
    ) n
    order by page.id desc`
}

export function countAnnouncements(db: Db, examId: string, who: Asking): Promise<number> {
  return countOf(db)`
    select count(*)::int as count
    from exam.announcement a
    where a.company_id = ${db.companyId} and a.exam_id = ${examId} and ${isKnown(db, who)}`
}

const personRow = z.object({
  staffId: id,
  name: z.string(),
  department: z.string().nullable(),
  state: deliveryState.schema,
  sentTime: z.date().nullable(),
  deliveredTime: z.date().nullable(),
  acknowledgedTime: z.date().nullable(),
  tries: z.int(),
})

export interface ToldWish extends Seen {
  readonly announcementId: string
  readonly state?: number | undefined
}

const toldOf = (db: Db, { announcementId, state, ...seen }: ToldWish) => sql`
  from (${told(db, sql`d.announcement_id = ${announcementId}`, seen)}) t
  where ${state === undefined ? sql`true` : sql`t.state = ${state}`}`

export function selectTold(db: Db, wish: ToldWish, { limit, offset }: Page) {
  return rowsOf(db, personRow)`
    select t."staffId", s.name, d.name as department, t.state, t."sentTime", t."deliveredTime", t."acknowledgedTime", t.tries
    from (select * ${toldOf(db, wish)} order by t."staffId" limit ${limit} offset ${offset}) t
    join org.person s on s.company_id = ${db.companyId} and s.id = t."staffId"
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    order by t."staffId"`
}

export function countTold(db: Db, wish: ToldWish): Promise<number> {
  return countOf(db)`select count(*)::int as count ${toldOf(db, wish)}`
}

const holdingRow = z.object({ id, holdsFor: holdShape })

/** Announcements of an exam that hold for whoever comes later, the oldest first. */
export function selectHolding(db: Db, examId: string) {
  return rowsOf(db, holdingRow)`
    select a.id, a.holds_for as "holdsFor"
    from exam.announcement a
    where a.company_id = ${db.companyId} and a.exam_id = ${examId} and a.holds_for is not null
    order by a.id`
}

const hasNewsRow = z.object({ isWaiting: z.boolean(), isHolding: z.boolean() })
/** Asked at every start. */
const hasNewsStatement: Statement = {
  name: 'exam_has_news',
  text: `
    select
      exists (
        select from exam.announced d
        where d.company_id = $1 and d.exam_id = $2 and d.staff_id = $3 and d.telling_id is null
      ) as "isWaiting",
      exists (
        select from exam.announcement a
        where a.company_id = $1 and a.exam_id = $2 and a.holds_for is not null
      ) as "isHolding"`,
}

/** Whether there may be something that somebody has not been told. */
export async function hasNews(db: Db, examId: string, staffId: string): Promise<z.output<typeof hasNewsRow>> {
  const [row] = await rowsOfPrepared(db, hasNewsRow, hasNewsStatement, [db.companyId, examId, staffId])
  return row ?? { isWaiting: false, isHolding: false }
}

const examRow = z.object({ companyId: id, examId: id })

/** Of every company, those behind `after` in the order of their ids. */
export function findAnnouncing(db: Db, { now, after, most }: { now: Date; after: string | null; most: number }) {
  return rowsOf(db, examRow)`
    select company_id as "companyId", exam_id as "examId" from exam.announcing_after(${now}, ${after}::uuid, ${most})`
}

const madeRow = z.object({ id })

export interface NewAnnouncement {
  readonly examId: string
  readonly text: string
  readonly audience: Audience
  readonly roomId: string | undefined
  readonly holdsFor: Hold | null
  readonly by: string
  readonly now: Date
}

export async function insertAnnouncement(
  db: Db,
  { examId, text, audience, roomId, holdsFor, by, now }: NewAnnouncement,
): Promise<string> {
  const { id: made } = await oneOf(db, madeRow)`
    insert into exam.announcement (company_id, exam_id, text, audience, room_id, holds_for, by_id, at)
    values (
      ${db.companyId}, ${examId}, ${text}, ${audience}, ${roomId ?? null}, ${holdsFor && JSON.stringify(holdsFor)}::jsonb, ${by}, ${now}
    )
    returning id`
  return made
}

export interface Sent {
  readonly staffId: string
  readonly attemptId: string
  readonly tellingId: string
}

export async function updateSent(db: Db, announcementId: string, sentTo: readonly Sent[], now: Date): Promise<void> {
  await sql`
    update exam.announced d
    set attempt_id = w."attemptId", telling_id = w."tellingId", sent_at = ${now}, tries = d.tries + 1
    from json_to_recordset(${JSON.stringify(sentTo)}) as w ("staffId" uuid, "attemptId" uuid, "tellingId" uuid)
    where d.company_id = ${db.companyId} and d.announcement_id = ${announcementId} and d.staff_id = w."staffId"
  `.execute(db)
}

/** What lies in the outbox of an attempt under way goes on lying there: it counts as sent again. */
export async function updateSentAgain(db: Db, announcementId: string, staffIds: readonly string[], now: Date): Promise<void> {
  await sql`
    update exam.announced d
    set sent_at = ${now}, tries = d.tries + 1
    where d.company_id = ${db.companyId} and d.announcement_id = ${announcementId} and d.staff_id = any(${[...staffIds]}::uuid[])
  `.execute(db)
}

const failedRow = z.object({ staffId: id, attemptId: id.nullable(), openAttemptId: id.nullable() })

/** Who was not told, with the attempt that they sit now. */
export function selectFailed(db: Db, examId: string, wish: Omit<ToldWish, 'state'>) {
  return rowsOf(db, failedRow)`
    select t."staffId", t."attemptId",
      case when w.state in ('in_progress', 'paused', 'submitting') then w.attempt_id end as "openAttemptId"
    from (select * ${toldOf(db, { ...wish, state: failed })}) t
    left join sitting.watch_list(${db.companyId}, ${examId}) w on w.staff_id = t."staffId"
    order by t."staffId"`
}
