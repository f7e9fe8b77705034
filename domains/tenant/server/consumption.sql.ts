import { id } from '@kaopei/contract'
import { accountHolds, type ContactSight, isReadable, scopedStaff, searchesContacts, staffOfFilter } from '@kaopei/org/server'
import { subjectsNamed, sumOfUses, type Use, withinDays } from '@kaopei/platform/server'
import { countOf, type DataScope, type Db, idRow, rowsOf, TotalCache } from '@kaopei/server'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { consumptionFilter } from '../contract/consumption.ts'

export type UseKind = Use['kind']
export type ConsumptionFilter = z.output<typeof consumptionFilter>

const consumptionRow = z.object({
  subjectId: id,
  subjectName: z.string().nullable(),
  staffId: id,
  staffName: z.string(),
  loginAccount: z.string(),
  departmentName: z.string().nullable(),
  at: z.date(),
})
export type ConsumptionRow = z.output<typeof consumptionRow>

export interface Asked {
  readonly companyId: string
  readonly kind: UseKind
  readonly scope: DataScope
  /** Whose contacts whoever asks reads. */
  readonly sight: ContactSight
  readonly filter: ConsumptionFilter
}

const totals = new TotalCache()

/** Newest first. The page is found in its index alone; names and people are joined to it, unless they are searched. */
export async function pageOfConsumption(
  db: Db,
  asked: Asked,
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
): Promise<{ dataList: ConsumptionRow[]; totalCount: number }> {
  const found = sql`from platform.use u where ${await conditions(db, asked)}`
  const totalCount = await totalOf(db, asked, found)
  const dataList = await rowsOf(db, consumptionRow)`
    select page.subject_id as "subjectId", use.subject_name as "subjectName", page.staff_id as "staffId", page.at,
      coalesce(p.name, '') as "staffName", coalesce(p.login_account, '') as "loginAccount", d.name as "departmentName"
    from (
      select u.subject_id, u.staff_id, u.at
      ${found}
      order by u.at desc, u.subject_id, u.staff_id
      limit ${pageSize}
      offset ${(pageIndex - 1) * pageSize}
    ) page
    join platform.use use
      on use.company_id = ${asked.companyId} and use.kind = ${asked.kind} and use.subject_id = page.subject_id and use.staff_id = page.staff_id
    left join org.person p on p.company_id = ${asked.companyId} and p.id = page.staff_id
    left join org.department_tree d on d.company_id = p.company_id and d.id = p.department_id
    order by page.at desc, page.subject_id, page.staff_id`
  return { dataList, totalCount }
}

/** Of all rows, or those of some days, the sum that is kept; counted, and remembered for turning pages, where people or words narrow it. */
async function totalOf(db: Db, asked: Asked, found: RawBuilder<unknown>): Promise<number> {
  if (asked.scope.kind === 'all' && !asked.filter.keyWords) return sumOfUses(db, asked, asked.filter)
  const { companyId, ...narrowed } = asked
  return totals.of(companyId, JSON.stringify(narrowed), async () => {
    return countOf(db)`select count(*)::integer as count ${found}`
  })
}

/** Everything that the filter admits, through a cursor. */
export async function* streamConsumption(db: Db, asked: Asked) {
  const where = await conditions(db, asked)
  yield* db
    .selectFrom('platform.use as u')
    .leftJoin('org.person as s', (join) => join.onRef('s.company_id', '=', 'u.company_id').onRef('s.id', '=', 'u.staff_id'))
    .leftJoin('org.department_tree as d', (join) =>
      join.onRef('d.company_id', '=', 's.company_id').onRef('d.id', '=', 's.department_id'),
    )
    .select([
      'u.subject_id as subjectId',
      'u.subject_name as subjectName',
      'u.staff_id as staffId',
      's.name as staffName',
      's.login_account as loginAccount',
      isReadable(db, asked.sight, sql`u.staff_id`).as('isReadable'),
      'd.name as departmentName',
      'u.at',
    ])
    .where(where)
    .orderBy('u.at', 'desc')
    .stream(1000)
}

async function conditions(db: Db, asked: Asked): Promise<RawBuilder<SqlBool>> {
  const { companyId, kind, scope, filter } = asked
  const { keyWords } = filter
  const parts = [
    sql<SqlBool>`u.company_id = ${companyId}`,
    sql<SqlBool>`u.kind = ${kind}`,
    ...withinDays(sql`u.at`, companyId, filter),
  ]
  if (scope.kind === 'some') parts.push(sql`u.staff_id in (${scopedStaff(db, scope)})`)
  if (keyWords) parts.push(await withWords(db, asked, keyWords))
  return sql.join<SqlBool>(parts, sql` and `)
}

/** So many people are looked up by index, one by one; of more it is quicker to read through the uses. */
const fewPeople = 2000

/** Words stand in the name of the subject or of the person. Both are found first: they are few, the uses are not. */
async function withWords(db: Db, { companyId, kind, scope, sight }: Asked, keyWords: string): Promise<RawBuilder<SqlBool>> {
  const word = keyWords.toLowerCase()
  const subjectIds = await subjectsNamed(db, { companyId, kind }, word)
  const people = sql`
    ${staffOfFilter(db, scope, { keyWords }, { sight })}
    union all
    select s.id
    from org.person s
    where s.company_id = ${companyId}
      and s.removed_at is not null
      and (strpos(lower(s.name), ${word}) > 0 or ${accountHolds(word, searchesContacts(sight, scope))})`
  const first = await rowsOf(db, idRow)`select found.id from (${people}) found limit ${fewPeople + 1}`
  const byPerson =
    first.length > fewPeople ? sql`u.staff_id in (${people})` : sql`u.staff_id = any(${first.map(({ id }) => id)}::uuid[])`
  return sql<SqlBool>`(${byPerson} or (u.subject_id = any(${subjectIds}::uuid[]) and strpos(lower(u.subject_name), ${word}) > 0))`
}
