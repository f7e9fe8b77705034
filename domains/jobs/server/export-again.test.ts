import { filesModule, temporaryBlobs } from '@kaopei/files/server'
import { type JobContext, job as plainJob } from '@kaopei/server'
import { failing, type TestActor, World } from '@kaopei/server/testing'
import { readCsv, readXlsx } from '@kaopei/sheet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { download } from '../contract/download.ts'
import { exportWorkbook, jobsModule, startTrackedJob, type Tracked, trackedJob } from './index.ts'

const rows = [
  ['张三', '=1+1', 88.5],
  ['㛃𬭚"，\n', '+86', 13_800_138_000],
]
const columns = [{ title: '姓名' }, { title: '备注' }, { title: '分数', kind: 'number' as const }]
const listExport = trackedJob({
  kind: 'test.list',
  title: () => '成绩',
  payload: z.object({ sheets: z.number() }),
  run: async ({ sheets }, tracked) => {
    const all = Array.from({ length: sheets }, (_, index) => ({ name: `表${index}`, columns, rows }))
    await exportWorkbook(tracked, { fileName: '成绩.xlsx', sheets: all })
  },
})

/** What the next run of the import does; each test says its own. */
let importing: (tracked: Tracked) => Promise<void>
const madeImport = trackedJob({
  kind: 'test.import',
  title: () => '导入',
  payload: z.object({}),
  run: (_given, tracked) => importing(tracked),
})

let world: World
beforeAll(async () => {
  const roomModule = { endpoints: [], jobs: [listExport.job, madeImport.job] }
  world = await World.open([filesModule, jobsModule, roomModule], temporaryBlobs)
})
afterAll(() => world.close())

type Output = Parameters<typeof startTrackedJob>[4]
async function exported(actor: TestActor, options: Output = {}, sheets = 1) {
  const { jobId } = await world.inCompany(actor.companyId, (db) => startTrackedJob(db, actor, listExport, { sheets }, options))
  await world.runJobs()
  return jobId
}

async function fileOf(actor: TestActor, id: string) {
  const { fileUrl, fileName } = await world.as(actor).get(download.link, { id })
  return { fileName, bytes: (await world.app.inject({ url: fileUrl })).rawPayload }
}

test('an export can be asked for as CSV: with its mark, quotes, and nothing that a spreadsheet would run', async () => {
  const actor = await world.actor()
  const { fileName, bytes } = await fileOf(actor, await exported(actor, { output: { format: 'csv', fields: ['分数', '备注'] } }))
  expect(fileName).toBe('成绩.csv')
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(bytes.toString('utf8')).toBe("\ufeff备注,分数\r\n'=1+1,88.5\r\n'+86,13800138000\r\n")
})

test('a finished export is had again with fewer columns or as CSV, from the file that was seen', async () => {
  const actor = await world.actor()
  const id = await exported(actor)
  expect(await world.as(actor).get(download.exportFields, { id })).toEqual({ fields: ['姓名', '备注', '分数'], format: 'xlsx' })
  const csv = await world.as(actor).get(download.exportAgain, { id, format: 'csv' })
  const narrow = await world.as(actor).get(download.exportAgain, { id, format: 'xlsx', fields: ['姓名', '分数'] })
  await world.runJobs()
  const texts = []
  for await (const { cells } of readCsv((await fileOf(actor, csv.id)).bytes)) texts.push(cells.map(({ text }) => text))
  expect(texts.slice(1)).toEqual([
    ['张三', '=1+1', '88.5'],
    ['㛃𬭚"，\n', '+86', '13800138000'],
  ])
  const kept = []
  for await (const { cells } of readXlsx((await fileOf(actor, narrow.id)).bytes))
    kept.push(cells.map(({ text, kind }) => [text, kind]))
  expect(kept[1]).toEqual([
    ['张三', 'text'],
    ['88.5', 'number'],
  ])
  expect(kept[0]?.map(([title]) => title)).toEqual(['姓名', '分数'])
})

test('only the own, living export of one sheet is had again', async () => {
  const actor = await world.actor()
  const id = await exported(actor)
  const several = await exported(actor, {}, 2)
  expect((await world.as(actor).call(download.exportAgain, { id: several, format: 'csv' })).code).toBe(2483)
  expect(await world.as(actor).get(download.get, { id: several })).toMatchObject({
    canExportAgain: false,
    hasSeveralSheets: true,
  })
  expect(await world.as(actor).get(download.get, { id })).toMatchObject({ canExportAgain: true, hasSeveralSheets: false })
  const manager = await world.actor({ companyId: actor.companyId })
  expect((await world.as(manager).call(download.exportAgain, { id, format: 'csv' })).code).toBe(2483)
  const stranger = await world.actor()
  expect((await world.as(stranger).call(download.exportAgain, { id, format: 'csv' })).code).toBe(1008)
  await world.rows(`update files.object set expires_at = now() - interval '1 day' where company_id = $1`, [actor.companyId])
  expect((await world.as(actor).call(download.exportFields, { id })).code).toBe(2483)
})

test('changeStatus cancels and runs again', async () => {
  const actor = await world.actor()
  const { jobId: id } = await world.inCompany(actor.companyId, (db) => startTrackedJob(db, actor, listExport, { sheets: 1 }))
  expect((await world.as(actor).call(download.changeStatus, { id, state: 0 })).code).toBe(2481)
  await world.as(actor).get(download.changeStatus, { id, state: 4 })
  expect((await world.as(actor).call(download.changeStatus, { id, state: 4 })).code).toBe(2480)
  await world.as(actor).get(download.changeStatus, { id, state: 0 })
  await world.runJobs()
  expect(await world.as(actor).get(download.get, { id })).toMatchObject({ state: 2, hasFile: true })
})

test('a killed import goes on behind its last checkpoint, and a run that was replaced cannot write one', async () => {
  const actor = await world.actor()
  const { companyId } = actor
  const all = Array.from({ length: 10 }, (_, index) => `批次${index}`)
  const point = z.object({ done: z.number() }).optional()
  const insert = (name: string, tracked: Tracked, done: number) =>
    tracked.transaction(async (db) => {
      await db.insertInto('messaging.outbox').values({ company_id: companyId, channel: 2, address: name, body: '' }).execute()
      await tracked.keepCheckpoint(db, { done })
    })
  const begun: number[] = []
  let diesAt = 4
  importing = async (tracked) => {
    const from = point.parse(tracked.checkpoint)?.done ?? 0
    begun.push(from)
    for (let at = from; at < all.length; at++) {
      if (at === diesAt) throw new Error('the process was killed')
      await insert(all[at] ?? '', tracked, at + 1)
    }
  }
  const { jobId } = await world.inCompany(companyId, (db) => startTrackedJob(db, actor, madeImport, {}))
  const deliver = () => plainJob(madeImport.job).run({ backgroundJobId: jobId, payload: {} }, contextOf(actor))
  await expect(deliver()).rejects.toThrow('killed')
  diesAt = 7
  await expect(deliver()).rejects.toThrow('killed')
  const stopped = importing
  importing = async (tracked) => {
    // A second delivery takes the job over; what this one still writes is undone.
    importing = stopped
    diesAt = 8
    await expect(deliver()).rejects.toThrow('killed')
    await expect(insert('迟到', tracked, 99)).rejects.toThrow('taken over')
  }
  await deliver()
  diesAt = -1
  await deliver()
  expect(begun).toEqual([0, 4, 7, 8])
  const done = await world.rows<{ address: string }>(
    'select address from messaging.outbox where company_id = $1 order by address',
    [companyId],
  )
  expect(done.map(({ address }) => address)).toEqual(all)
  expect(await world.as(actor).get(download.get, { id: jobId })).toMatchObject({ state: 2 })
})

function contextOf(actor: TestActor): JobContext {
  return {
    companyId: actor.companyId,
    attempt: 1,
    isLastAttempt: false,
    fail: failing,
    isStopping: () => false,
    log: world.services.log,
    services: world.services,
    pool: world.services.pool,
    transaction: (work) => world.inCompany(actor.companyId, work),
  }
}
