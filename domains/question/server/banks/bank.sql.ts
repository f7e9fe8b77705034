import { id } from '@kaopei/contract'
import { countOf, type Db, findOne, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { bank } from '../../contract/bank.ts'
import { questionStatus } from '../../contract/codes.ts'
import { withinCategories } from './category.sql.ts'

type BankFilter = {
  name?: string | undefined
  questionCategoryIds?: readonly string[] | undefined
  ids?: readonly string[] | undefined
}

const bankListRow = z.object({
  id,
  name: z.string(),
  descript: z.string(),
  categoryId: id.nullable(),
  categoryName: z.string().nullable(),
  questionCount: z.int(),
  readyCount: z.int(),
  createdAt: z.date(),
  version: z.int(),
})
type BankListRow = z.output<typeof bankListRow>

/** A company has hundreds of banks, not millions, so their names need no index. */
function matching(companyId: string, { name, questionCategoryIds, ids }: BankFilter): RawBuilder<unknown> {
  return sql`b.company_id = ${companyId}
    and b.removed_at is null
    and ${ids ? sql`b.id = any(${ids}::uuid[])` : sql`true`}
    and ${name ? sql`strpos(lower(b.name), lower(${name})) > 0` : sql`true`}
    and ${
      questionCategoryIds && questionCategoryIds.length > 0
        ? sql`b.category_id in (${withinCategories(companyId, questionCategoryIds)})`
        : sql`true`
    }`
}

export async function pageOfBanks(
  db: Db,
  filter: BankFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ dataList: BankListRow[]; totalCount: number }> {
  const rows = await rowsOf(db, bankListRow)`
    with page as (
      select b.id, b.name, b.descript, b.category_id, b.created_at, b.version
      from question.bank b
      where ${matching(db.companyId, filter)}
      order by b.id desc
      limit ${limit} offset ${offset}
    )
    select p.id, p.name, p.descript, p.category_id as "categoryId", c.name as "categoryName", p.created_at as "createdAt", p.version,
      coalesce(n.total, 0)::integer as "questionCount",
      coalesce(n.ready, 0)::integer as "readyCount"
    from page p
    left join question.category c on c.company_id = ${db.companyId} and c.id = p.category_id
    left join (
      select q.bank_id, count(*) as total, count(*) filter (where q.status = ${lit(questionStatus.ready)}) as ready
      from question.question q
      where q.company_id = ${db.companyId} and q.removed_at is null and q.bank_id in (select id from page)
      group by q.bank_id
    ) n on n.bank_id = p.id
    order by p.id desc
  `
  const total = await countOf(db)`select count(*) as count from question.bank b where ${matching(db.companyId, filter)}`
  return { dataList: rows, totalCount: total }
}

const namedRow = z.object({ id, name: z.string() })

export async function searchBanks(db: Db, { name, pageIndex, pageSize }: z.output<typeof bank.search.input>) {
  return rowsOf(db, namedRow)`
    select b.id, b.name from question.bank b where ${matching(db.companyId, { name })} order by b.name, b.id
    limit ${pageSize} offset ${(pageIndex - 1) * pageSize}
  `
}

/** Locked: a bank that takes questions and one that is removed wait for one another. */
export async function lockBank(db: Db, id: string) {
  return db
    .selectFrom('question.bank')
    .select(['id', 'name', 'descript', 'category_id as categoryId', 'version'])
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Whether questions may be put there; the bank cannot be removed until the transaction ends. */
export async function holdBank(db: Db, id: string): Promise<{ id: string; name: string } | undefined> {
  return db
    .selectFrom('question.bank')
    .select(['id', 'name'])
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
}

/** For an import: two files into one bank wait for one another, so that the second sees what the first has brought. */
export async function takeBankForImport(db: Db, id: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('question.bank')
    .select('id')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

type BankFields = { name: string; descript: string; categoryId: string | null }

export async function insertBank(db: Db, createdBy: string, { categoryId, ...fields }: BankFields) {
  const { id } = await db
    .insertInto('question.bank')
    .values({ ...fields, company_id: db.companyId, category_id: categoryId, created_by: createdBy })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateBank(db: Db, id: string, { categoryId, ...fields }: BankFields): Promise<void> {
  await db
    .updateTable('question.bank')
    .set((eb) => ({ ...fields, category_id: categoryId, version: eb('version', '+', 1) }))
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .execute()
}

const foundRow = z.object({ found: z.boolean() })

export async function hasQuestions(db: Db, bankId: string): Promise<boolean> {
  const row = await findOne(db, foundRow)`
    select exists (
      select from question.question q where q.company_id = ${db.companyId} and q.bank_id = ${bankId} and q.removed_at is null
    ) as found
  `
  return row?.found ?? false
}

export async function removeBank(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('question.bank')
    .set({ removed_at: now })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .execute()
}
