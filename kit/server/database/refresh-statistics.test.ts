import { afterAll, beforeAll, expect, test } from 'vitest'
import { World } from '../testing/index.ts'
import { refreshGrown, refreshStatistics } from './refresh-statistics.ts'

let world: World

beforeAll(async () => {
  world = await World.open([])
})
afterAll(() => world.close())

async function believed(table: string): Promise<number> {
  const [row] = await world.rows<{ reltuples: number }>('select reltuples from pg_class where oid = $1::regclass', [table])
  return row?.reltuples ?? Number.NaN
}

async function addDepartments(companyId: string, count: number): Promise<void> {
  await world.rows(
    `insert into org.department (company_id, id, name, path)
     select $1, d.id, gen_random_uuid()::text, '/' || d.id || '/' from (select gen_random_uuid() as id from generate_series(1, $2::int)) d`,
    [companyId, count],
  )
}

test('after many rows the planner knows of them; few more change nothing', async () => {
  const companyId = await world.company()
  await world.rows('analyze org.department')
  const before = await believed('org.department')
  await addDepartments(companyId, 20_000)
  expect(await believed('org.department')).toBe(before)
  await world.inCompany(companyId, (db) => refreshStatistics(db, ['org.department']))
  const after = await believed('org.department')
  expect(after).toBeGreaterThanOrEqual(before + 20_000)
  await addDepartments(companyId, 50)
  await world.inCompany(companyId, (db) => refreshStatistics(db, ['org.department']))
  expect(await believed('org.department')).toBe(after)
})

test('a table that nobody has looked at yet is found by itself', async () => {
  const companyId = await world.company()
  await addDepartments(companyId, 5000)
  const before = await believed('org.department')
  await refreshGrown(world.services)
  expect(await believed('org.department')).toBeGreaterThanOrEqual(before + 4000)
  expect(await world.rows(`select name from kit.grown_tables() where name = 'org.department'`)).toEqual([])
})
