import { id } from '@kaopei/contract'
import { changesOf, type Db, findOne, hasRows, idsOf, lit, oneOf, rowsOf, rowsOfNamed, runNamed } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Answers, answers } from '../../contract/answers.ts'
import { questionnaireStatus, sheetState } from '../../contract/codes.ts'

interface Participating {
  readonly questionnaireId: string
  readonly staffId: string
  readonly day: string
  readonly claimHash: string | null
}

/** False where somebody has answered before; whoever comes at the same moment waits here for the other. */
export async function insertParticipation(db: Db, { questionnaireId, staffId, day, claimHash }: Participating): Promise<boolean> {
  const count = await runNamed(db, 'questionnaire_participate')`
    insert into questionnaire.participation (company_id, questionnaire_id, staff_id, answered_on, claim_hash)
    values (${db.companyId}, ${questionnaireId}, ${staffId}, ${day}, ${claimHash})
    on conflict do nothing`
  return count > 0
}

export function hasParticipated(db: Db, questionnaireId: string, staffId: string): Promise<boolean> {
  return hasRows(db)`
    select 1 from questionnaire.participation
    where company_id = ${db.companyId} and questionnaire_id = ${questionnaireId} and staff_id = ${staffId}`
}

/** Whether this person's claim was made with this very secret. */
export function isClaimedWith(db: Db, questionnaireId: string, staffId: string, claimHash: string): Promise<boolean> {
  return hasRows(db)`
    select 1 from questionnaire.participation
    where company_id = ${db.companyId} and questionnaire_id = ${questionnaireId} and staff_id = ${staffId} and claim_hash = ${claimHash}`
}

const responseRow = z.object({ id, answers, state: sheetState.schema, quotaIds: z.array(z.string()) })
export type KeptSheet = z.output<typeof responseRow>

/** `update`: whoever changes it in another tab waits, so that no quota is left twice. */
export function findOwnSheet(db: Db, questionnaireId: string, staffId: string, lock?: 'update'): Promise<KeptSheet | undefined> {
  return findOne(db, responseRow)`
    select id, answers, state, quota_ids as "quotaIds"
    from questionnaire.response
    where company_id = ${db.companyId} and questionnaire_id = ${questionnaireId} and staff_id = ${staffId}
    ${lock ? sql`for update` : sql``}`
}

export function findLinkSheet(db: Db, questionnaireId: string, secretHash: string): Promise<KeptSheet | undefined> {
  return findOne(db, responseRow)`
    select id, answers, state, quota_ids as "quotaIds"
    from questionnaire.response
    where company_id = ${db.companyId} and questionnaire_id = ${questionnaireId} and secret_hash = ${secretHash}`
}

export interface NewSheet {
  readonly questionnaireId: string
  readonly definitionId: string
  readonly staffId: string | null
  readonly departmentId: string | null
  readonly linkId: string | null
  readonly secretHash: string | null
  readonly day: string
  readonly at: Date
  readonly answers: Answers
  readonly packed: Buffer
  /** Quotas that it meets, in the questionnaire's order. */
  readonly meets: readonly string[]
}

const writtenRow = z.object({ full: z.string().nullable() })

/** The first quota of a sheet that has no room; they stay locked until the transaction ends, so they are counted in the statement that writes it. */
const counted = (db: Db, { questionnaireId, meets }: NewSheet, countedBy: readonly string[]): RawBuilder<unknown> => sql`
    select case
      when cardinality(${meets}::text[] || ${countedBy}::text[]) > 0
        then questionnaire.count_sheet(${db.companyId}, ${questionnaireId}, ${meets}::text[], ${countedBy}::text[])
    end as "full"`
const stateBy = sql`case when c."full" is null then ${sheetState.counted}::smallint else ${sheetState.screenedOut}::smallint end`
const quotasBy = (meets: readonly string[]) => sql`case when c."full" is null then ${meets}::text[] else '{}' end`

/** Answers the first of its quotas that is full: then it counts nowhere. */
export async function insertSheet(db: Db, sheet: NewSheet): Promise<string | null> {
  const [written] = await rowsOfNamed(db, 'questionnaire_insert_sheet', writtenRow)`
    with counted as materialized (${counted(db, sheet, [])}),
    kept as (
      insert into questionnaire.response (company_id, questionnaire_id, definition_id, state, staff_id, department_id, link_id, secret_hash,
        submitted_on, submitted_at, answers, packed, quota_ids)
      select ${db.companyId}, ${sheet.questionnaireId}, ${sheet.definitionId}, ${stateBy}, ${sheet.staffId}, ${sheet.departmentId},
        ${sheet.linkId}, ${sheet.secretHash}, ${sheet.day}::date, ${sheet.at}::timestamptz, ${JSON.stringify(sheet.answers)}::jsonb, ${sheet.packed}::bytea,
        ${quotasBy(sheet.meets)}
      from counted c
    )
    select c."full" from counted c`
  return written?.full ?? null
}

/** The same for a changed sheet, which keeps its id. */
export async function updateSheet(db: Db, before: KeptSheet, sheet: NewSheet): Promise<string | null> {
  const { full } = await oneOf(db, writtenRow)`
    with counted as materialized (${counted(db, sheet, before.quotaIds)}),
    kept as (
      update questionnaire.response r
      set definition_id = ${sheet.definitionId}, state = ${stateBy}, department_id = ${sheet.departmentId}, submitted_on = ${sheet.day},
        submitted_at = ${sheet.at}, answers = ${JSON.stringify(sheet.answers)}::jsonb, packed = ${sheet.packed},
        quota_ids = ${quotasBy(sheet.meets)}
      from counted c
      where r.company_id = ${db.companyId} and r.id = ${before.id}
    )
    select c."full" from counted c`
  return full
}

const fullRow = z.object({ id: z.string().nullable() })

/** The first of these quotas that is full. */
export async function quotaWithoutRoom(db: Db, questionnaireId: string, among: readonly string[]): Promise<string | null> {
  const { id: fullId } = await oneOf(db, fullRow)`
    select questionnaire.quota_without_room(${db.companyId}, ${questionnaireId}, ${among}::text[]) as id`
  return fullId
}

const partialRow = z.object({ answers, version: z.int() })

export function findPartial(db: Db, questionnaireId: string, staffId: string): Promise<z.output<typeof partialRow> | undefined> {
  return findOne(db, partialRow)`
    select answers, version from questionnaire.partial
    where company_id = ${db.companyId} and questionnaire_id = ${questionnaireId} and staff_id = ${staffId}`
}

interface Partial {
  readonly questionnaireId: string
  readonly staffId: string
  readonly answers: Answers
  readonly version: number
  readonly now: Date
}

/** False where somebody (another tab) has saved since this version was read. */
export async function savePartial(db: Db, { questionnaireId, staffId, answers: given, version, now }: Partial): Promise<boolean> {
  const content = JSON.stringify(given)
  const count = await changesOf(db)`
    insert into questionnaire.partial (company_id, questionnaire_id, staff_id, answers, version, saved_at)
    select ${db.companyId}, ${questionnaireId}, ${staffId}, ${content}::jsonb, ${version} + 1, ${now}
    where ${version} = 0 or exists (
      select 1 from questionnaire.partial
      where company_id = ${db.companyId} and questionnaire_id = ${questionnaireId} and staff_id = ${staffId})
    on conflict (company_id, questionnaire_id, staff_id) do update
    set answers = excluded.answers, version = excluded.version, saved_at = excluded.saved_at
    where partial.version = ${version}`
  return count > 0
}

export async function dropPartial(db: Db, questionnaireId: string, staffId: string): Promise<void> {
  await runNamed(db, 'questionnaire_drop_partial')`
    delete from questionnaire.partial
    where company_id = ${db.companyId} and questionnaire_id = ${questionnaireId} and staff_id = ${staffId}`
}

/** False where it was spent before. */
export async function spendTicket(db: Db, questionnaireId: string, ticketHash: string): Promise<boolean> {
  const count = await changesOf(db)`
    insert into questionnaire.spent_ticket (company_id, questionnaire_id, ticket_hash)
    values (${db.companyId}, ${questionnaireId}, ${ticketHash})
    on conflict do nothing`
  return count > 0
}

export function isSpent(db: Db, questionnaireId: string, ticketHash: string): Promise<boolean> {
  return hasRows(db)`
    select 1 from questionnaire.spent_ticket
    where company_id = ${db.companyId} and questionnaire_id = ${questionnaireId} and ticket_hash = ${ticketHash}`
}

interface SealedSheet {
  readonly questionnaireId: string
  readonly sheet: string
  /** Of the secret that it was sealed with. */
  readonly mark: string
}

export async function insertSealed(db: Db, { questionnaireId, sheet, mark }: SealedSheet): Promise<void> {
  await sql`
    insert into questionnaire.sealed (company_id, questionnaire_id, sheet, sealed_by)
    values (${db.companyId}, ${questionnaireId}, ${sheet}, ${mark})`.execute(db)
}

const notBy = (mark: string) => `not ${mark}`

/** Sheets `s` that the secret of this mark is not known to fail at. The contrary of questionnaire.sealed_elsewhere. */
const isOpenedBy = (mark: string): RawBuilder<unknown> => sql`
  (s.sealed_by is null or s.sealed_by = ${mark} or (s.sealed_by like 'not %' and s.sealed_by <> ${notBy(mark)}))`

const stuckRow = z.object({ companyId: id, questionnaireId: id, count: z.int() })

/** Of every company: sheets that the secret of this mark does not open. */
export function unopenedEverywhere(db: Db, mark: string): Promise<z.input<typeof stuckRow>[]> {
  return rowsOf(db, stuckRow)`
    select s.company_id as "companyId", s.questionnaire_id as "questionnaireId", s.count
    from questionnaire.sealed_elsewhere(${mark}) s`
}

/** Companies in which sealed sheets may be written. */
export function companiesToSettle(db: Db, now: Date, enough: number): Promise<string[]> {
  return idsOf(db)`select c as id from questionnaire.companies_to_settle(${now}, ${enough}) c`
}

/** Anonymous questionnaires with sheets on their way, or over and not settled; another worker's are passed over. */
export function selectToSettle(db: Db, now: Date, enough: number): Promise<string[]> {
  return idsOf(db)`
    select q.id
    from questionnaire.questionnaire q
    where q.company_id = ${db.companyId} and q.is_anonymous and q.status > ${lit(questionnaireStatus.draft)} and not q.is_settled
      and (q.status = ${lit(questionnaireStatus.closed)} or q.admission_end_at <= ${now}
        or (select count(*) from questionnaire.sealed s where s.company_id = q.company_id and s.questionnaire_id = q.id) >= ${enough}
        or (select count(*) > 1 and not bool_and(s.is_stirred) from questionnaire.sealed s where s.company_id = q.company_id and s.questionnaire_id = q.id))
    order by q.id`
}

/** False: it is settled, or another worker has it in hand. */
export function lockToSettle(db: Db, questionnaireId: string): Promise<boolean> {
  return hasRows(db)`
    select 1 from questionnaire.questionnaire q
    where q.company_id = ${db.companyId} and q.id = ${questionnaireId} and not q.is_settled
    for update skip locked`
}

const sealedRow = z.object({ id, sheet: z.string() })

/** So many of them that can be opened, whichever. */
export function selectSealed(
  db: Db,
  questionnaireId: string,
  { mark, most }: { mark: string; most: number },
): Promise<z.input<typeof sealedRow>[]> {
  return rowsOf(db, sealedRow)`
    select s.id, s.sheet
    from questionnaire.sealed s
    where s.company_id = ${db.companyId} and s.questionnaire_id = ${questionnaireId} and ${isOpenedBy(mark)}
    order by random()
    limit ${most}`
}

/** Writes those that wait again, in one transaction and in no order, where some of them still stand as they came. One alone has nothing to hide among. */
export async function stirSealed(db: Db, questionnaireId: string, mark: string): Promise<void> {
  const waiting = sql`s.company_id = ${db.companyId} and s.questionnaire_id = ${questionnaireId} and ${isOpenedBy(mark)}`
  await sql`
    with waiting as (select s.id, s.is_stirred from questionnaire.sealed s where ${waiting} for update),
    taken as (
      delete from questionnaire.sealed s
      using waiting w
      where s.company_id = ${db.companyId} and s.id = w.id
        and (select count(*) > 1 and not bool_and(is_stirred) from waiting)
      returning s.sheet, s.sealed_by
    )
    insert into questionnaire.sealed (company_id, questionnaire_id, sheet, sealed_by, is_stirred)
    select ${db.companyId}, ${questionnaireId}, t.sheet, t.sealed_by, true
    from taken t
    order by random()`.execute(db)
}

export async function deleteSealed(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from questionnaire.sealed where company_id = ${db.companyId} and id = any (${ids}::uuid[])`.execute(db)
}

/** The secret of this mark does not open them; another may. */
export async function markUnopened(db: Db, ids: readonly string[], mark: string): Promise<void> {
  await sql`
    update questionnaire.sealed set sealed_by = ${notBy(mark)}
    where company_id = ${db.companyId} and id = any (${ids}::uuid[])`.execute(db)
}

const countsRow = z.object({ waiting: z.int(), unopened: z.int(), written: z.int() })
export type SheetCounts = z.input<typeof countsRow>

/** Sheets on their way, those among them that this secret does not open apart; and those that were written. */
export function sheetCounts(db: Db, questionnaireId: string, mark: string): Promise<SheetCounts> {
  return oneOf(db, countsRow)`
    select count(*) filter (where ${isOpenedBy(mark)})::int as waiting, count(*) filter (where not ${isOpenedBy(mark)})::int as unopened,
      (select count(*)::int from questionnaire.response r where r.company_id = ${db.companyId} and r.questionnaire_id = ${questionnaireId}) as written
    from questionnaire.sealed s
    where s.company_id = ${db.companyId} and s.questionnaire_id = ${questionnaireId}`
}

interface Batch {
  readonly questionnaireId: string
  readonly definitionId: string
  readonly day: string
  /** In an order that says nothing. */
  readonly sheets: readonly { readonly answers: Answers; readonly packed: Buffer }[]
}

/** Random ids, one day, one transaction: nothing tells the sheets of a batch apart but what they say. */
export async function insertBatch(db: Db, { questionnaireId, definitionId, day, sheets }: Batch): Promise<void> {
  const contents = sheets.map(({ answers: given }) => JSON.stringify(given))
  const bytes = sheets.map(({ packed }) => packed.toString('hex'))
  await sql`
    insert into questionnaire.response (company_id, questionnaire_id, definition_id, submitted_on, answers, packed, after_looks)
    select ${db.companyId}, ${questionnaireId}, ${definitionId}, ${day}::date, b.answers, decode(b.packed, 'hex'),
      (select q.looks from questionnaire.questionnaire q where q.company_id = ${db.companyId} and q.id = ${questionnaireId})
    from unnest(${contents}::jsonb[], ${bytes}::text[]) as b (answers, packed)`.execute(db)
}

export async function markSettled(db: Db, questionnaireId: string): Promise<void> {
  await sql`
    update questionnaire.questionnaire set is_settled = true
    where company_id = ${db.companyId} and id = ${questionnaireId}`.execute(db)
}
