import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoint, errors } from '@kaopei/contract'
import { FolderStore, filesModule } from '@kaopei/files/server'
import { download } from '@kaopei/jobs/contract/download'
import { jobsModule } from '@kaopei/jobs/server'
import { implement, type Module } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { readXlsx } from '@kaopei/sheet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { company } from '../contract/company.ts'
import { operationLogMenu } from '../contract/menus.ts'
import { logResult, logSource, operationLog } from '../contract/operation-log.ts'
import { createCompany, platformModule } from './index.ts'

const refused = errors('thing', { refused: { code: 2999, text: '不行' } }).refused
const thing = {
  change: endpoint({
    path: '/api/v1/thing/change',
    summary: '修改东西',
    access: 'signedIn',
    audit: { action: 'update', target: 'thing' },
    input: z.object({ name: z.string(), isRefused: z.boolean().default(false) }),
    errors: [refused],
  }),
}
const room: Module = {
  endpoints: implement(thing, {
    change: async ({ name, isRefused }, { record, refuse }) => {
      const state = { before: { name: '旧', password: 'a', sort: 1 }, after: { name, password: 'b', sort: 1 } }
      record({ targetId: '7', targetName: name, ...state, ...(isRefused && { action: 'updateFailed' }) })
      return isRefused ? refuse(refused) : undefined
    },
  }),
}
let world: World
const folder = mkdtempSync(join(tmpdir(), 'kaopei-platform-'))
beforeAll(async () => {
  const rooms = [filesModule, jobsModule, room]
  world = await World.open([...rooms, platformModule(rooms)], ({ secret }) => ({ blobs: new FolderStore({ folder, secret }) }))
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the log tells who did what to what, with what changed, newest first', async () => {
  const actor = await world.actor({ name: '王管理' })
  await world.as(actor).get(thing.change, { name: '一' })
  await world.as(actor).get(thing.change, { name: '二' })
  const { dataList, totalCount } = await world.as(actor).get(operationLog.list, {})
  expect(totalCount).toBe(2)
  expect(dataList.map(({ targetName }) => targetName)).toEqual(['二', '一'])
  expect(dataList[0]).toMatchObject({
    actorId: actor.staffId,
    actorName: '王管理',
    action: 'update',
    operation: '修改东西',
    target: 'thing',
    targetId: '7',
    source: logSource.server,
    result: logResult.done,
    ip: '127.0.0.1',
  })
  const detail = await world.as(actor).get(operationLog.get, { id: dataList[0]?.id ?? '' })
  expect(detail.changes).toEqual([{ field: 'name', before: '"旧"', after: '"二"' }])
  expect(detail).toMatchObject({ path: '/api/v1/thing/change', requestId: expect.any(String) })
  expect(JSON.stringify(detail)).not.toContain('"b"')
})

test('the log is filtered by time, person, call, kind, result and name', async () => {
  const actor = await world.actor({ name: '王管理' })
  const colleague = await world.actor({ companyId: actor.companyId, name: '赵老师' })
  await world.as(actor).get(thing.change, { name: '期末考试' })
  await world.as(colleague).call(thing.change, { name: '题库', isRefused: true })
  await world.as(colleague).get(operationLog.save, { action: '打印试卷', route: '/application/ote/exam' })
  const names = async (filter: Parameters<typeof read>[0]) => (await read(filter)).map(({ operation }) => operation)
  const read = async (filter: z.input<(typeof operationLog.list)['input']>) =>
    (await world.as(actor).get(operationLog.list, filter)).dataList
  expect(await names({})).toEqual(['打印试卷', '修改东西', '修改东西'])
  expect(await names({ actorId: colleague.staffId })).toHaveLength(2)
  expect(await names({ keyWords: '王' })).toEqual(['修改东西'])
  expect(await names({ keyWords: '期末' })).toHaveLength(1)
  expect(await names({ operation: thing.change.facts.path })).toHaveLength(2)
  expect(await names({ target: 'thing', targetId: '7' })).toHaveLength(2)
  expect(await names({ result: logResult.refused })).toHaveLength(1)
  expect(await names({ source: logSource.client })).toEqual(['打印试卷'])
  expect(await names({ source: logSource.server })).toHaveLength(2)
  const options = await world.as(actor).get(operationLog.options)
  expect(options.operations).toContainEqual({ value: thing.change.facts.path, label: '修改东西' })
})

test("days are those of the company's time zone, the last one included", async () => {
  const actor = await world.actor()
  const at = ['2026-03-01T15:59:59Z', '2026-03-01T16:00:00Z', '2026-03-02T15:59:59.999Z', '2026-03-02T16:00:00Z']
  for (const time of at) {
    await world.rows(
      `insert into kit.operation_log (company_id, id, at, actor_name, action, target, target_name)
       values ($1, overlay(kit.new_id()::text placing left(platform.first_id_at($2)::text, 13) from 1 for 13)::uuid, $2, '某人', 'x', 'y', $3)`,
      [actor.companyId, time, time],
    )
  }
  const { dataList } = await world.as(actor).get(operationLog.list, { beginTime: '2026-03-02', endTime: '2026-03-02' })
  expect(dataList.map(({ targetName }) => targetName)).toEqual([at[2], at[1]])
})

test('what a page reports is marked as that, and who reported it is who was signed in', async () => {
  const actor = await world.actor({ name: '王管理', rights: [] })
  const input = { action: '导出页面', targetName: '成绩', content: '成绩.xlsx', actorName: '别人', companyId: 'x' }
  await world.as(actor).get(operationLog.save, input)
  const reader = await world.actor({ companyId: actor.companyId, menus: [operationLogMenu] })
  const { dataList } = await world.as(reader).get(operationLog.list, {})
  expect(dataList).toMatchObject([{ actorName: '王管理', operation: '导出页面', targetName: '成绩', source: logSource.client }])
  expect(await world.as(undefined).call(operationLog.save, { action: 'x' })).toMatchObject({ code: 1003 })
})

test('the log opens with its right, in its company alone', async () => {
  const actor = await world.actor()
  await world.as(actor).get(thing.change, { name: '一' })
  const [row] = (await world.as(actor).get(operationLog.list, {})).dataList
  const stranger = await world.actor()
  expect(await world.as(stranger).get(operationLog.list, {})).toMatchObject({ totalCount: 0 })
  expect(await world.as(stranger).call(operationLog.get, { id: row?.id ?? '' })).toMatchObject({ code: 1008 })
  const without = await world.actor({ companyId: actor.companyId, rights: [] })
  for (const call of [operationLog.list, operationLog.options])
    expect(await world.as(without).call(call)).toMatchObject({ code: 1002 })
  const reader = await world.actor({ companyId: actor.companyId, menus: [operationLogMenu] })
  expect(await world.as(reader).call(operationLog.export, {})).toMatchObject({ code: 1002 })
})

test('nobody changes or deletes the log, not even with the server role', async () => {
  const actor = await world.actor()
  await world.as(actor).get(thing.change, { name: '一' })
  for (const statement of [
    "update kit.operation_log set actor_name = '别人'",
    'delete from kit.operation_log',
    'truncate kit.operation_log',
    'drop table kit.operation_log',
  ]) {
    const client = await world.pools.app.connect()
    try {
      await client.query('begin')
      await client.query("select set_config('app.company_id', $1, true)", [actor.companyId])
      await expect(client.query(statement), statement).rejects.toThrow(/permission denied|must be owner/)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  expect(await world.as(actor).get(operationLog.list, {})).toMatchObject({ totalCount: 1 })
})

test("rows cannot be slipped into another company's log", async () => {
  const [actor, other] = [await world.actor(), await world.actor()]
  const slip = world.inCompany(actor.companyId, (db) =>
    db
      .insertInto('kit.operation_log')
      .values({ company_id: other.companyId, actor_name: 'x', action: 'x', target: 'x' })
      .execute(),
  )
  await expect(slip).rejects.toThrow(/row-level security/)
})

test('the filtered log is exported as a background job and is itself logged', async () => {
  const actor = await world.actor({ name: '王管理' })
  await world.as(actor).get(thing.change, { name: '=cmd()' })
  await world.as(actor).get(thing.change, { name: '别的' })
  const { jobId } = await world.as(actor).get(operationLog.export, { keyWords: 'cmd' })
  await world.runJobs()
  const { fileUrl, fileName } = await world.as(actor).get(download.link, { id: jobId })
  expect(fileName).toBe('操作日志.xlsx')
  const file = await world.app.inject({ url: fileUrl })
  const lines: string[] = []
  for await (const row of readXlsx(file.rawPayload)) lines.push(row.cells.map(({ text }) => text).join('|'))
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^时间\|操作人\|代为查看者\|/)
  const { dataList } = await world.as(actor).get(operationLog.list, { target: 'operation-log' })
  expect(dataList).toMatchObject([{ operation: '导出操作日志', targetId: jobId }])
})

test('a company is made once, by the owner alone', async () => {
  const wish = { domain: `made-${Date.now()}`, name: '新公司', programmingEnabled: true }
  const id = await createCompany(world.pools.owner, wish)
  expect(await createCompany(world.pools.owner, wish)).toBe(id)
  await expect(createCompany(world.pools.app, { domain: 'no', name: '不行' })).rejects.toThrow(/row-level security/)
  const actor = await world.actor({ companyId: id, rights: [] })
  expect(await world.as(actor).get(company.getCompanyInfo)).toMatchObject({
    id,
    name: '新公司',
    domain: wish.domain,
    platformTitle: '考培',
    isPlatform: false,
    validUntil: null,
    timeZone: 'Asia/Shanghai',
    programmingEnabled: true,
  })
})
