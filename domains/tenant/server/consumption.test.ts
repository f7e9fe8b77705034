import { randomUUID } from 'node:crypto'
import { download } from '@kaopei/jobs/contract/download'
import { arrangePerson } from '@kaopei/org/testing'
import { recordUse } from '@kaopei/platform/server'
import { readXlsx } from '@kaopei/sheet'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examConsumption, measurementConsumption } from '../contract/consumption.ts'
import { examConsumptionMenu } from '../contract/menus.ts'
import { openTenantWorld, type TenantWorld } from './tenant-world.ts'

let given: TenantWorld
beforeAll(async () => {
  given = await openTenantWorld()
})
afterAll(() => given.close())

const person = (companyId: string, name: string) => arrangePerson(given.world, companyId, { name })
const at = (text: string) => new Date(text)
const use = (companyId: string, staffId: string, time: string, subjectId = randomUUID(), kind: 'exam' | 'measurement' = 'exam') =>
  given.world.inCompany(companyId, (db) =>
    recordUse(db, { companyId, kind, subjectId, subjectName: '安全考试', staffId, at: at(time) }),
  )

test('a person uses up a subject once; the balance is what is left of the quota', async () => {
  const actor = await given.world.actor()
  await given.world.rows('update identity.company set exam_quota = 3 where id = $1', [actor.companyId])
  const [zhang, li] = [await person(actor.companyId, '张三'), await person(actor.companyId, '李四')]
  const exam = randomUUID()
  for (const time of ['2026-03-01T02:00:00Z', '2026-03-05T02:00:00Z']) await use(actor.companyId, zhang, time, exam)
  await use(actor.companyId, li, '2026-03-02T02:00:00Z', exam)
  await use(actor.companyId, li, '2026-03-02T02:00:00Z', exam, 'measurement')
  const seen = given.world.as(actor)
  expect(await seen.get(examConsumption.summary)).toMatchObject({ quota: 3, used: 2, balance: 1 })
  expect(await seen.get(measurementConsumption.summary)).toMatchObject({ quota: null, used: 1, balance: null })
  const { dataList } = await seen.get(examConsumption.list, {})
  expect(dataList.map(({ staffName, at: time }) => [staffName, time])).toEqual([
    ['李四', '2026-03-02T02:00:00.000Z'],
    ['张三', '2026-03-01T02:00:00.000Z'],
  ])
})

test('rows are filtered by days of the company and by words, and exported as they are filtered', async () => {
  const actor = await given.world.actor()
  const staffId = await person(actor.companyId, '王五')
  for (const time of ['2026-03-01T15:59:59Z', '2026-03-01T16:00:00Z', '2026-03-02T15:59:59Z', '2026-03-02T16:00:00Z'])
    await use(actor.companyId, staffId, time)
  const seen = given.world.as(actor)
  const filter = { beginTime: '2026-03-02', endTime: '2026-03-02' }
  expect(await seen.get(examConsumption.list, filter)).toMatchObject({ totalCount: 2 })
  expect(await seen.get(examConsumption.list, { keyWords: '王' })).toMatchObject({ totalCount: 4 })
  expect(await seen.get(examConsumption.list, { keyWords: '没有' })).toMatchObject({ totalCount: 0 })
  const { jobId } = await seen.get(examConsumption.export, filter)
  await given.world.runJobs()
  const { fileUrl, fileName } = await seen.get(download.link, { id: jobId })
  expect(fileName).toBe('考试消耗.xlsx')
  const file = await given.world.app.inject({ url: fileUrl })
  const lines: string[] = []
  for await (const row of readXlsx(file.rawPayload)) lines.push(row.cells.map(({ text }) => text).join('|'))
  expect(lines).toHaveLength(3)
  expect(lines[0]).toBe('考试名称|姓名|登录账号|部门|消耗时间')
})

test('words are found in what a subject was called then, and in the names of people who have been removed', async () => {
  const actor = await given.world.actor()
  const { companyId } = actor
  const [zhao, qian] = [await person(companyId, '赵一'), await person(companyId, '钱二')]
  const exam = randomUUID()
  const named = (staffId: string, subjectName: string, at: string) =>
    given.world.inCompany(companyId, (db) =>
      recordUse(db, { companyId, kind: 'exam', subjectId: exam, subjectName, staffId, at: new Date(at) }),
    )
  await named(zhao, '消防考试', '2026-03-01T02:00:00Z')
  await named(qian, 'Fire 考试', '2026-03-02T02:00:00Z')
  await given.world.rows('update org.staff set removed_at = now() where company_id = $1 and id = $2', [companyId, zhao])
  const seen = given.world.as(actor)
  const found = async (keyWords: string) =>
    (await seen.get(examConsumption.list, { keyWords })).dataList.map(({ subjectName }) => subjectName)
  expect(await found('消防')).toEqual(['消防考试'])
  expect(await found('FIRE')).toEqual(['Fire 考试'])
  expect(await found('赵一')).toEqual(['消防考试'])
  expect(await found('考试')).toHaveLength(2)
  // The sums that are shown are those of the rows, whatever the days.
  for (const filter of [{}, { beginTime: '2026-03-02' }, { endTime: '2026-03-01' }, { beginTime: '2026-04-01' }]) {
    const { dataList, totalCount } = await seen.get(examConsumption.list, filter)
    expect(totalCount).toBe(dataList.length)
  }
})

test('a scoped reader sees their own people; another company nothing; without the right nobody exports', async () => {
  const actor = await given.world.actor()
  const [mine, others] = [await person(actor.companyId, '我'), await person(actor.companyId, '别人')]
  for (const staffId of [mine, others]) await use(actor.companyId, staffId, '2026-03-01T02:00:00Z')
  const scopes = { examConsumption: { kind: 'some', departmentIds: [], subtreeIds: [], ownStaffId: mine } } as const
  const reader = given.world.as(await given.world.actor({ companyId: actor.companyId, menus: [examConsumptionMenu], scopes }))
  expect(await reader.get(examConsumption.list, {})).toMatchObject({ totalCount: 1, dataList: [{ staffName: '我' }] })
  expect(await reader.call(examConsumption.export, {})).toMatchObject({ code: 1002 })
  expect(await reader.call(measurementConsumption.list, {})).toMatchObject({ code: 1002 })
  expect(await given.world.as(await given.world.actor()).get(examConsumption.list, {})).toMatchObject({ totalCount: 0 })
})

test('the ledger is never changed', async () => {
  const actor = await given.world.actor()
  await use(actor.companyId, await person(actor.companyId, '某人'), '2026-03-01T02:00:00Z')
  for (const statement of ['update platform.consumption set at = now()', 'delete from platform.consumption'])
    await expect(given.world.inCompany(actor.companyId, (db) => sql.raw(statement).execute(db))).rejects.toThrow(
      /permission denied/,
    )
})
