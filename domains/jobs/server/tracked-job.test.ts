import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FolderStore, filesModule } from '@kaopei/files/server'
import { type JobContext, type Module, noScope, job as plainJob } from '@kaopei/server'
import { failing, type TestActor, World } from '@kaopei/server/testing'
import { readXlsx, SheetFailure } from '@kaopei/sheet'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { download, jobState, manageDownloads } from '../contract/download.ts'
import { exportWorkbook, JobFailure, jobsModule, startTrackedJob, type Tracked, trackedJob } from './index.ts'
import { failUnheardJobs, removeOldJobs } from './sweeps.ts'

/** What the next run of the job does; each test says its own. */
let behaviour: (tracked: Tracked, count: number) => Promise<void>

const listExport = trackedJob({
  kind: 'test.export',
  title: ({ count }) => `导出 ${count} 行`,
  payload: z.object({ count: z.number() }),
  run: ({ count }, tracked) => behaviour(tracked, count),
})
const roomModule: Module = { endpoints: [], jobs: [listExport.job] }

let world: World
const folder = mkdtempSync(join(tmpdir(), 'kaopei-jobs-'))
beforeAll(async () => {
  world = await World.open([filesModule, jobsModule, roomModule], ({ secret }) => ({
    blobs: new FolderStore({ folder, secret }),
  }))
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})
/** What a test asked for and did not run is nobody else's. */
beforeEach(() => world.rows('delete from graphile_worker._private_jobs'))

function* rows(count: number): Generator<readonly (string | number)[]> {
  for (let index = 1; index <= count; index++) yield [`考生${index}`, index]
}
const columns = [{ title: '姓名' }, { title: '分数', kind: 'number' as const }]
const exportRows = async (tracked: Tracked, count: number) => {
  tracked.setTotal(count)
  await exportWorkbook(tracked, { fileName: '成绩.xlsx', sheets: [{ name: '成绩', columns, rows: rows(count) }] })
}

const start = (actor: TestActor, count: number) =>
  world.inCompany(actor.companyId, (db) => startTrackedJob(db, actor, listExport, { count }, { conditions: { 考试: '期末' } }))

/** One delivery by the queue; the same one may come again while an earlier one is still under way. */
function deliver(actor: TestActor, jobId: string, facts: Partial<JobContext> = {}): Promise<void> {
  const context: JobContext = {
    companyId: actor.companyId,
    attempt: 1,
    isLastAttempt: false,
    fail: failing,
    isStopping: () => false,
    log: world.services.log,
    services: world.services,
    pool: world.services.pool,
    transaction: (work) => world.inCompany(actor.companyId, work),
    ...facts,
  }
  return plainJob(listExport.job).run({ backgroundJobId: jobId, payload: { count: 500 } }, context)
}

function objectsOf(companyId: string): string[] {
  if (!existsSync(join(folder, 'objects'))) return []
  const names = readdirSync(join(folder, 'objects'), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.split('/').includes(companyId) && statSync(join(folder, 'objects', name)).isFile())
}

test('an export is asked for, made, found again and fetched', async () => {
  behaviour = exportRows
  const actor = await world.actor()
  const { jobId } = await start(actor, 1234)
  expect(await world.as(actor).get(download.get, { id: jobId })).toMatchObject({
    state: 0,
    title: '导出 1234 行',
    conditions: { 考试: '期末' },
  })
  expect(await world.runJobs()).toEqual(['tracked:test.export'])
  const list = await world.as(actor).get(download.list, { keyWords: '1234' })
  expect(list).toMatchObject({
    totalCount: 1,
    dataList: [{ id: jobId, state: 2, doneCount: 1234, totalCount: 1234, hasFile: true }],
  })
  expect(list.dataList[0]?.result).toMatchObject({ rowCount: 1234 })
  const { fileUrl, fileName } = await world.as(actor).get(download.link, { id: jobId })
  const file = await world.app.inject({ url: fileUrl })
  expect([file.statusCode, fileName]).toEqual([200, '成绩.xlsx'])
  let count = 0
  for await (const row of readXlsx(file.rawPayload)) count += row.cells.length > 0 ? 1 : 0
  expect(count).toBe(1235)
})

test('a worker that dies in the middle leaves no file; the next run makes exactly one, and the dead one cannot finish any more', async () => {
  const actor = await world.actor()
  const { jobId } = await start(actor, 500)
  const reached = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  async function* hanging() {
    yield* rows(300)
    reached.resolve()
    await goOn.promise
    yield* rows(200)
  }
  behaviour = async (tracked) => {
    await exportWorkbook(tracked, { fileName: '成绩.xlsx', sheets: [{ name: '成绩', columns, rows: hanging() }] })
  }
  const dead = deliver(actor, jobId)
  await reached.promise
  const between = await world.as(actor).get(download.get, { id: jobId })
  expect(between).toMatchObject({ state: jobState.running, hasFile: false, fileName: null })
  behaviour = exportRows
  await deliver(actor, jobId, { attempt: 2 })
  const done = await world.as(actor).get(download.get, { id: jobId })
  expect(done).toMatchObject({ state: jobState.done, hasFile: true })
  goOn.resolve()
  await dead
  expect(await world.as(actor).get(download.get, { id: jobId })).toEqual(done)
  expect(objectsOf(actor.companyId)).toHaveLength(1)
  await deliver(actor, jobId, { attempt: 3 })
  expect(await world.as(actor).get(download.get, { id: jobId })).toEqual(done)
  await world.rows('delete from graphile_worker._private_jobs')
})

test('a failing run is tried again; people see it fail only in the end, without internals', async () => {
  const actor = await world.actor()
  const { jobId } = await start(actor, 5)
  behaviour = async () => {
    throw new Error('secret table name')
  }
  await expect(deliver(actor, jobId)).rejects.toThrow('secret')
  expect(await world.as(actor).get(download.get, { id: jobId })).toMatchObject({
    state: 0,
    message: '执行时遇到问题，即将自动重试',
  })
  await expect(deliver(actor, jobId, { isLastAttempt: true })).rejects.toThrow('secret')
  const failed = await world.as(actor).get(download.get, { id: jobId })
  expect(failed.state).toBe(jobState.failed)
  expect(failed.message).toMatch(/^执行失败，请稍后重试.*编号 \w{8}/)
  expect(failed.message).not.toContain('secret')
  behaviour = exportRows
  await world.as(actor).get(download.retry, { id: jobId })
  await world.runJobs()
  expect(await world.as(actor).get(download.get, { id: jobId })).toMatchObject({
    state: jobState.done,
    hasFile: true,
    message: '',
  })
  expect(await world.as(actor).call(download.retry, { id: jobId })).toMatchObject({ code: 2481 })
})

test('a job runs again with the reach it was asked for, so only while its person has the same rights', async () => {
  const asked = await world.actor({ rights: [manageDownloads], scopes: { '/a': { kind: 'all' } } })
  const { companyId, staffId } = asked
  const { jobId } = await start(asked, 5)
  await world.as(asked).get(download.cancel, { id: jobId })
  const others = [
    await world.actor({ companyId, staffId, rights: [], scopes: { '/a': { kind: 'all' } } }),
    await world.actor({ companyId, staffId, rights: [manageDownloads], scopes: { '/a': noScope } }),
    await world.actor({ companyId, staffId, isAdmin: true }),
  ]
  for (const later of others) {
    const refused = await world.as(later).call(download.retry, { id: jobId })
    expect(refused).toMatchObject({ code: 2484, message: expect.stringContaining('请重新提交') })
  }
  const same = await world.actor({ companyId, staffId, rights: [manageDownloads], scopes: { '/a': { kind: 'all' } } })
  expect(await world.as(same).call(download.changeStatus, { id: jobId, state: 0 })).toMatchObject({ code: 0 })
})

test.each([new JobFailure('没有符合条件的考生'), new SheetFailure('empty')])(
  'a reason for people ends the job at once: %s',
  async (failure) => {
    const actor = await world.actor()
    const { jobId } = await start(actor, 5)
    behaviour = async () => {
      throw failure
    }
    await world.runJobs()
    expect(await world.as(actor).get(download.get, { id: jobId })).toMatchObject({
      state: jobState.failed,
      message: failure.message,
    })
  },
)

test('a cancelled job stops and leaves nothing', async () => {
  const actor = await world.actor()
  const { jobId } = await start(actor, 500)
  const reached = Promise.withResolvers<void>()
  behaviour = async (tracked) => {
    async function* endless() {
      for (let index = 0; ; index++) {
        if (index === 1000) reached.resolve()
        if (index % 100 === 0) await new Promise(setImmediate)
        yield ['考生', index]
      }
    }
    await exportWorkbook(tracked, { fileName: '成绩.xlsx', sheets: [{ name: '成绩', columns, rows: endless() }] })
  }
  const run = deliver(actor, jobId)
  await reached.promise
  await world.as(actor).get(download.cancel, { id: jobId })
  await run
  expect(await world.as(actor).get(download.get, { id: jobId })).toMatchObject({ state: jobState.cancelled, hasFile: false })
  expect(objectsOf(actor.companyId)).toHaveLength(0)
  expect(await world.as(actor).call(download.cancel, { id: jobId })).toMatchObject({ code: 2480 })
  await world.rows('delete from graphile_worker._private_jobs')
})

test('for a suspended or ended company nothing is made; who asked runs it again when it is back', async () => {
  behaviour = exportRows
  const actor = await world.actor()
  const set = (text: string) => world.rows(`update identity.company set ${text} where id = $1`, [actor.companyId])
  for (const [closed, open] of [
    ['is_suspended = true', 'is_suspended = false'],
    ['valid_until = current_date - 2', 'valid_until = null'],
  ] as const) {
    const { jobId } = await start(actor, 10)
    await set(closed)
    await world.runJobs()
    expect(objectsOf(actor.companyId)).toHaveLength(0)
    await set(open)
    const message = '企业已停用或服务已到期，任务没有执行，恢复后可以重新执行'
    expect(await world.as(actor).get(download.get, { id: jobId })).toMatchObject({ state: jobState.failed, message })
    await world.as(actor).get(download.retry, { id: jobId })
    await world.runJobs()
    expect(await world.as(actor).get(download.get, { id: jobId })).toMatchObject({ state: jobState.done, hasFile: true })
    await world.rows('delete from jobs.background_job where company_id = $1', [actor.companyId])
    for (const name of objectsOf(actor.companyId)) rmSync(join(folder, 'objects', name))
  }
})

test('progress is seen while the job is under way, and the job can end in the transaction of its changes', async () => {
  const actor = await world.actor()
  const { jobId } = await start(actor, 500)
  behaviour = async (tracked) => {
    tracked.setTotal(10)
    tracked.progress(4)
    for (;;) {
      const { doneCount } = await world.as(actor).get(download.get, { id: jobId })
      if (doneCount === 4) break
    }
    await expect(
      tracked.transaction(async (db) => {
        await tracked.finish({ result: { successCount: 10 } }, db)
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect(await world.as(actor).get(download.get, { id: jobId })).toMatchObject({
      state: jobState.running,
      doneCount: 4,
      totalCount: 10,
    })
    await tracked.finish({ result: { successCount: 10 }, message: '成功 10 条' })
  }
  await world.runJobs()
  expect(await world.as(actor).get(download.get, { id: jobId })).toMatchObject({
    state: jobState.done,
    doneCount: 10,
    result: { successCount: 10 },
    message: '成功 10 条',
    hasFile: false,
  })
})

test("nobody sees another's job; who manages downloads sees the company's, never another company's", async () => {
  behaviour = exportRows
  const owner = await world.actor()
  const { jobId } = await start(owner, 3)
  await world.runJobs()
  const colleague = await world.actor({ companyId: owner.companyId, rights: [] })
  const manager = await world.actor({
    companyId: owner.companyId,
    rights: [{ code: 'download:manage', menu: 'download', label: '' }],
  })
  const stranger = await world.actor({ rights: [{ code: 'download:manage', menu: 'download', label: '' }] })
  for (const other of [colleague, stranger]) {
    for (const call of [download.get, download.cancel, download.retry, download.link]) {
      expect((await world.as(other).call(call, { id: jobId })).code).toBe(1008)
    }
    expect((await world.as(other).get(download.list, {})).totalCount).toBe(0)
  }
  expect((await world.as(colleague).call(download.list, { isAll: true })).code).toBe(1002)
  expect((await world.as(stranger).get(download.list, { isAll: true })).totalCount).toBe(0)
  expect(await world.as(manager).get(download.list, { isAll: true })).toMatchObject({
    totalCount: 1,
    dataList: [{ isOwn: false }],
  })
  expect(await world.as(manager).get(download.get, { id: jobId })).toMatchObject({ hasFile: false, isWithheld: true })
  expect((await world.as(manager).call(download.link, { id: jobId })).code).toBe(2485)
  const admin = await world.actor({ companyId: owner.companyId })
  expect(await world.as(admin).get(download.get, { id: jobId })).toMatchObject({ hasFile: true, isWithheld: false })
  expect((await world.as(admin).call(download.link, { id: jobId })).code).toBe(0)
  expect((await world.as(manager).call(download.retry, { id: jobId })).code).toBe(1008)
  const logs = await world.rows<{ action: string }>('select action from kit.operation_log where company_id = $1', [
    owner.companyId,
  ])
  expect(logs).toEqual([{ action: 'download' }])
})

test('one person cannot flood the queue', async () => {
  const actor = await world.actor()
  for (let index = 0; index < 20; index++) await start(actor, 1)
  await expect(start(actor, 1)).rejects.toThrow('您有较多任务正在进行')
  const { dataList } = await world.as(actor).get(download.list, {})
  const id = dataList[0]?.id ?? ''
  await world.as(actor).get(download.cancel, { id })
  await start(actor, 1)
  expect(await world.as(actor).call(download.retry, { id })).toMatchObject({ message: expect.stringContaining('较多任务') })
  await world.rows('delete from graphile_worker._private_jobs')
})

test('a run that nobody hears of any more fails; old jobs go; a job outlives its file', async () => {
  const actor = await world.actor()
  behaviour = exportRows
  const { jobId } = await start(actor, 3)
  await world.runJobs()
  const { jobId: unheard } = await start(actor, 3)
  await world.rows(`update jobs.background_job set state = 1, run_id = gen_random_uuid(), touched_at = now() where id = $1`, [
    unheard,
  ])
  await failUnheardJobs(world.services)
  expect((await world.as(actor).get(download.get, { id: unheard })).state).toBe(jobState.running)
  await world.rows(`update jobs.background_job set touched_at = now() - interval '31 minutes' where id = $1`, [unheard])
  await failUnheardJobs(world.services)
  expect((await world.as(actor).get(download.get, { id: unheard })).state).toBe(jobState.failed)
  await world.rows('delete from files.object where company_id = $1', [actor.companyId])
  expect(await world.as(actor).get(download.get, { id: jobId })).toMatchObject({
    state: jobState.done,
    hasFile: false,
    fileName: '成绩.xlsx',
  })
  expect((await world.as(actor).call(download.link, { id: jobId })).code).toBe(2482)
  const daysPass = (days: number) =>
    world.rows(`update jobs.background_job set expires_at = expires_at - make_interval(days => $2) where company_id = $1`, [
      actor.companyId,
      days,
    ])
  await daysPass(29)
  await removeOldJobs(world.services)
  expect((await world.as(actor).get(download.list, {})).totalCount).toBe(2)
  await daysPass(2)
  await removeOldJobs(world.services)
  expect((await world.as(actor).get(download.list, {})).totalCount).toBe(0)
})
