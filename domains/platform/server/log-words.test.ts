import { World } from '@kaopei/server/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationLog } from '../contract/operation-log.ts'
import { platformModule } from './index.ts'

const names = ['部门经理', '2026 年安全生产考试', 'Exam Setup 7', '㛃𬭚', '新员工😀入职', 'a王b', '', null]
const rowCount = 3_000

let world: World
let companyId: string
beforeAll(async () => {
  world = await World.open([platformModule([])])
  const [one, other] = [await world.actor(), await world.actor()]
  companyId = one.companyId
  for (const company of [companyId, other.companyId]) await fill(company)
  await world.rows('analyze kit.operation_log')
})
afterAll(() => world.close())

/** Every thousandth row is about something rare. */
function fill(company: string) {
  return world.rows(
    `insert into kit.operation_log (company_id, actor_name, action, target, target_name, path)
     select $1, '张' || (array['伟', '晓明', 'Anna'])[1 + i % 3], 'update', 'exam',
       case when i % 1000 = 0 then '琥珀ZQX' || i else ($2::text[])[1 + i % 8] end, '/x'
     from generate_series(1, $3) i`,
    [company, names, rowCount],
  )
}

const totalOf = async (keyWords: string, more: object = {}) =>
  (await world.as(await world.actor({ companyId })).get(operationLog.list, { keyWords, ...more })).totalCount

function countOf(word: string): Promise<{ count: number }[]> {
  return world.rows(
    `select count(*)::integer as count from kit.operation_log
     where company_id = $1 and (strpos(lower(actor_name), lower($2)) > 0 or strpos(lower(target_name), lower($2)) > 0)`,
    [companyId, word],
  )
}

test.each([
  '琥珀',
  '珀zqx2',
  'ZQX',
  'zq',
  '㛃𬭚',
  '𬭚',
  '😀入',
  'a王b',
  'A王',
  '王',
  '考试',
  'setup',
  '晓明',
  'ann',
  '明a',
  '不在',
  '%',
  "'",
  '\\',
])('exactly the rows with %s are found, in its company alone', async (word) => {
  expect(await totalOf(word)).toBe((await countOf(word))[0]?.count)
})

test('a word that is looked up keeps to the days and the other conditions, newest first', async () => {
  const actor = await world.actor({ companyId })
  const { dataList } = await world.as(actor).get(operationLog.list, { keyWords: '琥珀', pageSize: 2 })
  expect(dataList.map(({ targetName }) => targetName)).toEqual(['琥珀ZQX3000', '琥珀ZQX2000'])
  const { dataList: last } = await world.as(actor).get(operationLog.list, { keyWords: '琥珀', pageSize: 2, pageIndex: 2 })
  expect(last.map(({ targetName }) => targetName)).toEqual(['琥珀ZQX1000'])
  expect(await totalOf('琥珀', { beginTime: '1900-01-01', endTime: '9999-12-31' })).toBe(3)
  expect(await world.as(actor).call(operationLog.list, { beginTime: '0000-01-01' })).toMatchObject({ code: 1001 })
  expect(await totalOf('琥珀', { beginTime: '0001-01-01' })).toBe(3)
  expect(await totalOf('琥珀', { endTime: '2000-01-01' })).toBe(0)
  for (const word of ['琥珀', '考试']) {
    expect(await totalOf(word, { beginTime: '2000-01-01' })).toBe(await totalOf(word))
    expect(await totalOf(word, { endTime: '2100-01-01' })).toBe(await totalOf(word))
  }
  expect(await totalOf('琥珀', { operation: '/y' })).toBe(0)
})

test('the search function knows the company of its transaction alone', async () => {
  const found = await world.inCompany(companyId, (db) => sql`select platform.log_ids_with_word('琥珀', null, null)`.execute(db))
  expect(found.rows).toHaveLength(3)
})
