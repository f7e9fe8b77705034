import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, findOne, idsOf, rowsOf, streamOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { answers } from '../../contract/answers.ts'
import { sheetState } from '../../contract/codes.ts'
import type { Sheets } from '../rules/packing.ts'

export interface SheetScope {
  readonly questionnaireId: string
  /** Sheets with a name are shown by the caller's data scope; those without one to whoever may see results. */
  readonly scope: DataScope
  readonly departmentIds?: readonly string[]
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly state?: number | undefined
}

function matching(
  db: Db,
  { questionnaireId, scope, departmentIds = [], startDate, endDate, state }: SheetScope,
): RawBuilder<unknown> {
  const conditions = [sql`r.company_id = ${db.companyId}`, sql`r.questionnaire_id = ${questionnaireId}`]
  if (state !== undefined) conditions.push(sql`r.state = ${state}`)
  if (scope.kind !== 'all') conditions.push(sql`(r.staff_id is null or r.staff_id in (${scopedStaff(db, scope)}))`)
  if (departmentIds.length > 0)
    conditions.push(sql`r.department_id in (
      select d.id
      from org.department_tree root
      join org.department_tree d on d.company_id = root.company_id and d.path >= root.path and d.path < root.path_end
      where root.company_id = ${db.companyId} and root.id = any (${departmentIds}::uuid[]))`)
  if (startDate) conditions.push(sql`r.submitted_on >= ${startDate}::date`)
  if (endDate) conditions.push(sql`r.submitted_on <= ${endDate}::date`)
  return sql`from questionnaire.response r where ${sql.join(conditions, sql` and `)}`
}

const packedRow = z.object({ departmentId: id.nullable(), afterLooks: z.int(), count: z.int(), packed: z.instanceof(Buffer) })
export type PackedGroup = z.input<typeof packedRow>

/** Counted sheets as bytes, one text of them for each department; of anonymous ones for each time that results were looked at meanwhile. */
export function selectPacked(db: Db, wish: SheetScope): Promise<PackedGroup[]> {
  return rowsOf(db, packedRow)`
    select r.department_id as "departmentId", coalesce(r.after_looks, 0) as "afterLooks", count(*)::int as count, string_agg(r.packed, ''::bytea) as packed
    ${matching(db, { ...wish, state: sheetState.counted })}
    group by r.department_id, coalesce(r.after_looks, 0)`
}

export function sheetsOf(groups: readonly PackedGroup[], width: number): Sheets {
  const [only, ...more] = groups
  const bytes = only && more.length === 0 ? only.packed : Buffer.concat(groups.map(({ packed }) => packed))
  return { bytes, width, count: groups.reduce((sum, { count }) => sum + count, 0) }
}

const bytesRow = z.object({ packed: z.instanceof(Buffer) })

/** All counted sheets for a job, which has little memory: read at once, their bytes as text would take four times as much beside them. */
export async function readSheets(db: Db, scope: SheetScope, width: number): Promise<Sheets> {
  const wish = { ...scope, state: sheetState.counted }
  const count = await countSheets(db, wish)
  const bytes = Buffer.alloc(count * width)
  let end = 0
  for await (const { packed } of streamOf(db, bytesRow)`select r.packed ${matching(db, wish)} limit ${count}`)
    end += packed.copy(bytes, end)
  return { bytes, width, count: end / width }
}

export function countSheets(db: Db, wish: SheetScope): Promise<number> {
  return countOf(db)`select count(*)::int as count ${matching(db, wish)}`
}

const namedRow = z.object({ id, name: z.string() })

export async function departmentNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await rowsOf(db, namedRow)`
    select d.id, d.name from org.department_tree d where d.company_id = ${db.companyId} and d.id = any (${ids}::uuid[])`
  return new Map(rows.map(({ id: departmentId, name }) => [departmentId, name]))
}

const sheetRow = z.object({
  id,
  staffId: id.nullable(),
  name: z.string().nullable(),
  department: z.string().nullable(),
  state: sheetState.schema,
  entry: z.enum(['account', 'link']),
  submittedAt: z.date().nullable(),
  submittedOn: z.string(),
})
export type ListedSheet = z.input<typeof sheetRow>

const sheetColumns = sql`r.id, r.staff_id as "staffId", s.name, d.name as department, r.state,
  case when r.staff_id is null then 'link' else 'account' end as entry, r.submitted_at as "submittedAt",
  to_char(r.submitted_on, 'YYYY-MM-DD') as "submittedOn"`
const sheetJoins = (db: Db) => sql`
  left join org.person s on s.company_id = ${db.companyId} and s.id = r.staff_id
  left join org.department_tree d on d.company_id = ${db.companyId} and d.id = r.department_id`

interface SheetSearch extends SheetScope {
  readonly keyWords?: string | undefined
}

const found = (db: Db, { keyWords, ...wish }: SheetSearch): RawBuilder<unknown> => {
  if (!keyWords) return matching(db, wish)
  const like = `%${keyWords.replace(/[\\%_]/g, '\\$&')}%`
  return sql`${matching(db, wish)} and exists (
    select 1 from org.person n where n.company_id = r.company_id and n.id = r.staff_id and n.name ilike ${like} offset 0)`
}

/** The newest first. */
const listOrder = sql`r.submitted_at desc nulls last, r.id`

export function selectSheets(db: Db, wish: SheetSearch, page: { limit: number; offset: number }): Promise<ListedSheet[]> {
  return rowsOf(db, sheetRow)`
    select ${sheetColumns}
    from (select r.* ${found(db, wish)} order by ${listOrder} limit ${page.limit} offset ${page.offset}) r
    ${sheetJoins(db)}
    order by ${listOrder}`
}

export function countFound(db: Db, wish: SheetSearch): Promise<number> {
  return countOf(db)`select count(*)::int as count ${found(db, wish)}`
}

const wholeRow = sheetRow.extend({ answers })

export function findSheet(db: Db, wish: SheetScope, sheetId: string): Promise<z.output<typeof wholeRow> | undefined> {
  return findOne(db, wholeRow)`
    select ${sheetColumns}, r.answers
    from (select r.* ${matching(db, wish)} and r.id = ${sheetId}) r
    ${sheetJoins(db)}`
}

const textRow = z.object({ key: z.string(), text: z.string(), staffName: z.string().nullable() })
interface Texts {
  readonly scope: SheetScope
  readonly question: string
  readonly keyWords?: string | undefined
}

/** What was written as the answer of a question, or beside its options. */
const writtenOf = (question: string) => sql`
  case jsonb_typeof(r.answers -> ${question}::text)
    when 'string' then r.answers ->> ${question}::text
    else (select string_agg(t.value, '；' order by t.key) from jsonb_each_text(r.answers -> ${question}::text -> 'texts') t)
  end`

function written(db: Db, { scope, question, keyWords }: Texts): RawBuilder<unknown> {
  const like = keyWords ? sql`and w.text ilike ${`%${keyWords.replace(/[\\%_]/g, '\\$&')}%`}` : sql``
  return sql`
    from (select r.id, r.staff_id, ${writtenOf(question)} as text ${matching(db, { ...scope, state: sheetState.counted })}
      and r.answers ? ${question}::text) w
    where w.text is not null ${like}`
}

/** An order of its own for each question: what somebody wrote here does not stand where they wrote there. */
const orderOf = (question: string) => sql`md5(w.id::text || ${question}::text)`

export function selectTexts(db: Db, wish: Texts, page: { limit: number; offset: number }): Promise<z.input<typeof textRow>[]> {
  return rowsOf(db, textRow)`
    select ${orderOf(wish.question)} as key, w.text,
      (select s.name from org.person s where s.company_id = ${db.companyId} and s.id = w.staff_id) as "staffName"
    ${written(db, wish)}
    order by 1
    limit ${page.limit} offset ${page.offset}`
}

const writtenRow = z.object({ text: z.string() })

/** All of them, in the same order. */
export function streamTexts(db: Db, wish: Texts): AsyncIterable<z.input<typeof writtenRow>> {
  return streamOf(db, writtenRow)`select w.text ${written(db, wish)} order by ${orderOf(wish.question)}`
}

export function countTexts(db: Db, wish: Texts): Promise<number> {
  return countOf(db)`select count(*)::int as count ${written(db, wish)}`
}

const shownRow = z.object({ key: z.string(), filter: z.unknown() })

/** What was shown of an anonymous questionnaire before; others who ask at this moment wait. */
export async function lockShownSets(db: Db, questionnaireId: string): Promise<z.input<typeof shownRow>[]> {
  await sql`select from questionnaire.questionnaire where company_id = ${db.companyId} and id = ${questionnaireId} for update`.execute(
    db,
  )
  return rowsOf(db, shownRow)`
    select key, filter from questionnaire.shown_set
    where company_id = ${db.companyId} and questionnaire_id = ${questionnaireId}
    order by place`
}

/**
 * Before results of an anonymous questionnaire are read while more may come: sheets that are written after this look are told from those before it. The
 * lock keeps the sweep from writing any in between. A look at what was seen before is none.
 */
export async function noteLook(db: Db, questionnaireId: string): Promise<void> {
  await sql`select from questionnaire.questionnaire where company_id = ${db.companyId} and id = ${questionnaireId} for update`.execute(
    db,
  )
  await sql`
    update questionnaire.questionnaire q set looks = q.looks + 1
    where q.company_id = ${db.companyId} and q.id = ${questionnaireId} and not q.is_settled
      and exists (
        select from questionnaire.response r
        where r.company_id = q.company_id and r.questionnaire_id = q.id and coalesce(r.after_looks, 0) = q.looks)`.execute(db)
}

export async function insertShownSets(
  db: Db,
  questionnaireId: string,
  sets: readonly { key: string; filter: unknown }[],
): Promise<void> {
  await sql`
    insert into questionnaire.shown_set (company_id, questionnaire_id, key, filter)
    select ${db.companyId}, ${questionnaireId}, s.key, s.filter
    from rows from (jsonb_to_recordset(${JSON.stringify(sets)}::jsonb) as (key text, filter jsonb)) with ordinality as s (key, filter, at)
    order by s.at
    on conflict do nothing`.execute(db)
}

const streamRow = sheetRow.extend({ packed: z.instanceof(Buffer), written: z.array(z.unknown()) })
export type StreamedSheet = z.input<typeof streamRow>

/** For exports: all that the list finds, in its order. */
export function selectSheetIds(db: Db, wish: SheetSearch): Promise<string[]> {
  return idsOf(db)`select r.id ${found(db, wish)} order by ${listOrder}`
}

/** Some of a questionnaire's sheets in the order of the list, as bytes, with the answers of some elements as they were `written`. */
export function selectWholeSheets(
  db: Db,
  { questionnaireId, ids, written: elements }: { questionnaireId: string; ids: readonly string[]; written: readonly string[] },
): Promise<StreamedSheet[]> {
  const answers = elements.map((element) => sql`r.answers -> ${element}::text`)
  return rowsOf(db, streamRow)`
    select ${sheetColumns}, r.packed, to_jsonb(array[${answers.length > 0 ? sql.join(answers) : sql``}]::jsonb[]) as written
    from questionnaire.response r
    ${sheetJoins(db)}
    where r.company_id = ${db.companyId} and r.questionnaire_id = ${questionnaireId} and r.id = any(${[...ids]}::uuid[])
    order by ${listOrder}`
}
