import { score } from '@kaopei/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { World } from '../testing/index.ts'
import { rowChecksIn } from './checked-rows.ts'
import { type Db, rowsOfPrepared } from './db.ts'
import { lit } from './lit.ts'
import { changesOf, countOf, findOne, hasRows, idOf, idsOf, oneOf, rowsOf, streamOf } from './rows.ts'

let world: World
let companyId: string
beforeAll(async () => {
  world = await World.open([])
  companyId = await world.company()
})
afterAll(() => world.close())

const named = z.object({ id: z.int(), name: z.string() })
const two = sql`select * from (values (1, '甲'), (2, '乙')) as given (id, name)`
const inDb = <T>(work: (db: Db) => Promise<T>) => world.inCompany(companyId, work)

test('rows come as the driver made them, one or all', async () => {
  expect(await inDb((db) => rowsOf(db, named)`${two}`)).toEqual([
    { id: 1, name: '甲' },
    { id: 2, name: '乙' },
  ])
  expect(await inDb((db) => findOne(db, named)`${two} limit 1`)).toEqual({ id: 1, name: '甲' })
  expect(await inDb((db) => findOne(db, named)`${two} limit 0`)).toBeUndefined()
  expect(await inDb((db) => oneOf(db, named)`${two} limit 1`)).toEqual({ id: 1, name: '甲' })
  await expect(inDb((db) => oneOf(db, named)`${two} limit 0`)).rejects.toThrow('a row was expected')
})

test('a stream brings every row of several fetches in its order, checks each, and can be left early', async () => {
  const row = z.object({ id: z.int() })
  const ids = await inDb(async (db) => {
    const found: number[] = []
    for await (const { id } of streamOf(db, row)`select n as id from generate_series(1, ${1300}::int) n`) found.push(id)
    return found
  })
  expect(ids).toEqual(Array.from({ length: 1300 }, (_, place) => place + 1))
  const left = await inDb(async (db) => {
    for await (const { id } of streamOf(db, row)`select n as id from generate_series(1, 1300) n`) if (id === 700) break
    return countOf(db)`select count(*)::int as count from pg_cursors`
  })
  expect(left).toBe(0)
  await expect(inDb((db) => streamOf(db, row)`select '甲' as id`.next())).rejects.toThrow()
})

test('codes stand in the text of a statement, and are no values of it', async () => {
  const compiled = await inDb(async (db) =>
    sql`select from x.y where state = ${lit(2)} and kind in ${lit(1, -1)} and id = ${'a'}`.compile(db),
  )
  expect(compiled).toMatchObject({ sql: 'select from x.y where state = 2 and kind in (1, -1) and id = $1', parameters: ['a'] })
  expect(() => lit(1.5)).toThrow('no codes: 1.5')
})

test('a schema of the contract is good for rows: what it would make of them for the wire is left to the wire', async () => {
  const paper = z.object({ score })
  expect(await inDb((db) => rowsOf(db, paper)`select 1250 as score`)).toEqual([{ score: 1250 }])
})

test('a row that is not what its schema says stops the test', async () => {
  const wrong = inDb((db) => rowsOf(db, named)`select 1 as id, null as name`)
  await expect(wrong).rejects.toThrow(
    /row 0 is not what its schema says:[\s\S]*name: expected string, came null[\s\S]*select 1 as id/,
  )
  await expect(inDb((db) => rowsOf(db, named)`select 1 as id`)).rejects.toThrow('name: expected string, came undefined')
  const prepared = inDb((db) => rowsOfPrepared(db, named, { name: 'rows-wrong', text: `select '1' as id, $1 as name` }, ['甲']))
  await expect(prepared).rejects.toThrow('id: expected number, came string')
})

test('where one row is meant, several are a mistake', async () => {
  await expect(inDb((db) => findOne(db, named)`${two}`)).rejects.toThrow('2 came')
  await expect(inDb((db) => oneOf(db, named)`${two}`)).rejects.toThrow('2 came')
})

test('ids, counts, whether there is any, and how many were written', async () => {
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
  const ids = sql`select id from unnest(${[one, other]}::uuid[]) as id`
  expect(await inDb((db) => idsOf(db)`${ids}`)).toEqual([one, other])
  expect(await inDb((db) => idOf(db)`${ids} limit 1`)).toBe(one)
  await expect(inDb((db) => idOf(db)`${ids} limit 0`)).rejects.toThrow('a row was expected')
  expect(await inDb((db) => countOf(db)`select count(*) from (${two}) rows`)).toBe(2)
  await expect(inDb((db) => countOf(db)`select 1 as number`)).rejects.toThrow('count: expected number, came undefined')
  expect(await inDb((db) => hasRows(db)`${two}`)).toBe(true)
  expect(await inDb((db) => hasRows(db)`${two} limit 0`)).toBe(false)
  const write = sql`insert into org.label (company_id, name) values (${companyId}, '甲'), (${companyId}, '乙')`
  expect(await inDb((db) => changesOf(db)`${write}`)).toBe(2)
})

test.each(['production', '', undefined])('an installation (NODE_ENV “%s”) looks at no row and at no schema', (environment) => {
  const { checkedRows, checkAlone } = rowChecksIn(environment)
  const untouched = (what: string) =>
    new Proxy({}, { get: (_, property) => expect.unreachable(`${what} was asked for ${String(property)}`) })
  const rows = [untouched('a row'), untouched('a row')]
  expect(checkedRows(untouched('a schema') as z.ZodType, rows, () => '')).toBe(rows) // a schema that notices being used
  expect(() => checkAlone(rows, () => '')).not.toThrow()
})
