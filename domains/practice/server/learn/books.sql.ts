/** The wrong book, favourites and notes. */
import { id } from '@kaopei/contract'
import { answer } from '@kaopei/question/contract/answer'
import { questionTypeSchema } from '@kaopei/question/contract/codes'
import { questionTypeOrder } from '@kaopei/question/contract/question-type'
import { pointsOfQuestions, typesOfQuestions } from '@kaopei/question/server'
import { changesOf, countOf, type Db, findOne, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { runMode } from '../../contract/codes.ts'
import type { WrongSort } from '../../contract/learn.ts'
import { wrongBy } from '../rules/after-answer.ts'
import { wrongIsSeen } from './layout.sql.ts'
import { standingColumns, standingOfMemory } from './memory.sql.ts'

const bookRow = z.object({
  questionId: id,
  versionId: id,
  practiceId: id.nullable(),
  lastAt: z.date(),
  isFavourite: z.boolean(),
  note: z.string(),
  ...standingColumns,
})
export type BookRow = z.output<typeof bookRow>

const columns = sql`m.question_id as "questionId", m.version_id as "versionId", m.practice_id as "practiceId", m.last_at as "lastAt",
      m.is_favourite as "isFavourite", m.note, ${standingOfMemory('m')}`

export interface BookFilter {
  readonly staffId: string
  readonly book: 'wrong' | 'favourites'
  readonly practiceId?: string | undefined
  readonly knowledgePointId?: string | undefined
  readonly type?: number | undefined
  readonly source?: 'practice' | 'exam' | undefined
  /** Ids of questions of a type, as a subquery. */
  readonly ofType?: RawBuilder<unknown> | undefined
  readonly sort?: WrongSort | undefined
}

function matching(db: Db, { staffId, book, practiceId, knowledgePointId, source, ofType }: BookFilter) {
  const conditions = [sql`m.company_id = ${db.companyId}`, sql`m.staff_id = ${staffId}`]
  conditions.push(book === 'wrong' ? sql`m.wrong_since is not null and ${wrongIsSeen}` : sql`m.is_favourite`)
  if (practiceId) conditions.push(sql`m.practice_id = ${practiceId}`)
  if (source) conditions.push(sql`m.wrong_by = ${wrongBy[source]}`)
  if (knowledgePointId)
    conditions.push(
      sql`m.question_id in (select l.question_id from (${pointsOfQuestions(db)}) l where l.point_id = ${knowledgePointId})`,
    )
  if (ofType) conditions.push(sql`m.question_id in (${ofType})`)
  return sql`from practice.memory m where ${sql.join(conditions, sql` and `)}`
}

const orders: Readonly<Record<WrongSort, RawBuilder<unknown>>> = {
  newest: sql`m.wrong_since desc`,
  oldest: sql`m.wrong_since`,
  mostWrong: sql`m.wrong_count desc, m.wrong_since desc`,
  nearlyOut: sql`m.streak desc, m.streak_days desc, m.wrong_since`,
}

export function selectBook(db: Db, filter: BookFilter, { limit, offset }: { limit: number; offset: number }) {
  const order = filter.book === 'wrong' ? orders[filter.sort ?? 'newest'] : sql`m.favourite_at desc`
  return rowsOf(db, bookRow)`
    select ${columns} ${matching(db, filter)} order by ${order}, m.question_id limit ${limit} offset ${offset}`
}

export function countBook(db: Db, filter: BookFilter): Promise<number> {
  return countOf(db)`select count(*)::int as count ${matching(db, filter)}`
}

const typeRow = z.object({ type: questionTypeSchema, count: z.int() })
const pointRow = z.object({ id, count: z.int() })

type WholeBook = Omit<BookFilter, 'knowledgePointId' | 'type' | 'ofType' | 'sort'>

/** The types of the questions in the book, in the order in which they are shown. */
export function selectTypes(db: Db, filter: WholeBook) {
  return rowsOf(db, typeRow)`
    select q.type, count(*)::int as count
    from (select m.question_id ${matching(db, filter)}) book
    join (${typesOfQuestions(db)}) q on q.question_id = book.question_id
    group by q.type
    order by array_position(${[...questionTypeOrder]}::int[], q.type::int)`
}

/** The knowledge points of the questions in the book, the commonest first. */
export function selectPoints(db: Db, filter: WholeBook) {
  return rowsOf(db, pointRow)`
    select l.point_id as id, count(*)::int as count
    from (select m.question_id ${matching(db, filter)}) book
    join (${pointsOfQuestions(db)}) l on l.question_id = book.question_id
    group by l.point_id
    order by count desc, l.point_id`
}

export function findMet(db: Db, staffId: string, questionId: string): Promise<BookRow | undefined> {
  return findOne(db, bookRow)`
    select ${columns}
    from practice.memory m
    where m.company_id = ${db.companyId} and m.staff_id = ${staffId} and m.question_id = ${questionId}`
}

const answerRow = z.object({ answer })

/** What somebody answered last, in a round whose answers have been told. */
export function findLastAnswer(db: Db, staffId: string, questionId: string) {
  return findOne(db, answerRow)`
    select a.answer
    from practice.answer a
    join practice.run r on r.company_id = a.company_id and r.id = a.run_id
    where a.company_id = ${db.companyId} and a.staff_id = ${staffId} and a.question_id = ${questionId}
      and (r.mode <> ${lit(runMode.mock)} or r.finished_at is not null)
    order by a.at desc, a.received_at desc, a.seq desc
    limit 1`
}

export interface Laid {
  readonly versionId: string
  readonly ruleVersionId: string
  readonly practiceId: string | null
}

interface Marking {
  readonly staffId: string
  readonly questionId: string
  /** By which it was put before them, where there is no memory of it yet. */
  readonly laid: Laid
  readonly now: Date
}

/** Makes the memory of a question that was put before somebody and not answered yet. */
export async function keepMet(db: Db, { staffId, questionId, laid, now }: Marking): Promise<void> {
  await sql`
    insert into practice.memory (company_id, staff_id, question_id, practice_id, version_id, rule_version_id, last_at)
    values (${db.companyId}, ${staffId}, ${questionId}, ${laid.practiceId}, ${laid.versionId}, ${laid.ruleVersionId}, ${now})
    on conflict (company_id, staff_id, question_id) do nothing`.execute(db)
}

interface Mark {
  readonly staffId: string
  readonly questionId: string
}

/** False: there is no memory of it. */
export async function markFavourite(db: Db, { staffId, questionId }: Mark, isFavourite: boolean, now: Date): Promise<boolean> {
  const changed = await changesOf(db)`
    update practice.memory
    set is_favourite = ${isFavourite}, favourite_at = case when ${isFavourite} then coalesce(favourite_at, ${now}) end
    where company_id = ${db.companyId} and staff_id = ${staffId} and question_id = ${questionId}`
  return changed > 0
}

export async function writeNote(db: Db, { staffId, questionId }: Mark, note: string): Promise<boolean> {
  const changed = await changesOf(db)`
    update practice.memory set note = ${note}
    where company_id = ${db.companyId} and staff_id = ${staffId} and question_id = ${questionId}`
  return changed > 0
}

/** By hand. What is remembered stays, and so does when it is due. */
export function leaveWrongBook(db: Db, staffId: string, questionIds: readonly string[]): Promise<number> {
  return changesOf(db)`
    update practice.memory
    set wrong_since = null, wrong_by = null, streak = 0, streak_days = 0, streak_day = null
    where company_id = ${db.companyId} and staff_id = ${staffId} and question_id = any(${questionIds}::uuid[]) and wrong_since is not null`
}
