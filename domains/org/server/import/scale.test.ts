import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { FolderStore, filesModule, storeFile } from '@kaopei/files/server'
import { download, jobState } from '@kaopei/jobs/contract/download'
import { jobsModule } from '@kaopei/jobs/server'
import { startWorker, type Worker } from '@kaopei/server'
import { failing, type TestActor, World } from '@kaopei/server/testing'
import { type CellInput, readXlsx, writeXlsx } from '@kaopei/sheet'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { staff } from '../../contract/staff.ts'
import { staffImport } from '../../contract/staff-import.ts'
import { orgModule } from '../index.ts'
import { addDepartments, addPerson } from '../org-arrange.ts'

let world: World
let worker: Worker | undefined
const folder = mkdtempSync(join(tmpdir(), 'kaopei-import-'))
beforeAll(async () => {
  const extend = ({ secret }: { secret: string }) => ({ blobs: new FolderStore({ folder, secret }) })
  world = await World.open([filesModule, jobsModule, orgModule], extend)
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const titles = ['*姓名', '*手机号', '*部门', '登录账号', '邮箱', '工号', '性别', '岗位', '入职日期']

async function upload(actor: TestActor, rows: Iterable<readonly CellInput[]>): Promise<string> {
  const columns = titles.map((title) => ({ title }))
  const { companyId } = actor
  const body = await buffer(writeXlsx({ templateVersion: 'staff/1', sheets: [{ name: '员工导入', columns, rows }] }))
  const file = {
    companyId,
    name: '员工.xlsx',
    contentType: 'application/octet-stream',
    purpose: 'import',
    createdBy: actor.staffId,
    body,
  }
  const { fileId } = await world.inCompany(companyId, (db) => storeFile(db, world.services, file, failing))
  return fileId
}

function* people(count: number): Generator<CellInput[]> {
  for (let n = 0; n < count; n++) {
    yield [
      `员工${n}`,
      `139${String(n).padStart(8, '0')}`,
      `总部/第${n % 40}部`,
      `acc${n}`,
      null,
      `N${n}`,
      '男',
      `岗位${n % 20}`,
      null,
    ]
  }
}

test('kill -9 in the middle of an import: another worker goes on behind the last part, and nobody comes twice', async () => {
  const admin = await world.actor()
  const count = 12_000
  const { jobId } = await world
    .as(admin)
    .get(staffImport.batchImport, { fileId: await upload(admin, people(count)), isJob: true })
  const look = () => world.as(admin).get(download.get, { id: jobId ?? '' })
  const countOf = async (table: string) => {
    const [row] = await world.rows<{ n: number }>(`select count(*)::int as n from ${table} where company_id = $1`, [
      admin.companyId,
    ])
    return row?.n ?? 0
  }
  const program = join(import.meta.dirname, 'worker.ts')
  const doomed = spawn(process.execPath, [program, world.url, folder, world.services.secret], { stdio: 'ignore' })
  const gone = new Promise((resolve) => doomed.once('exit', resolve))
  while ((await countOf('org.staff')) < 5000) await wait(50)
  doomed.kill('SIGKILL')
  await gone
  const survived = await countOf('org.staff')
  expect(survived).toBeGreaterThanOrEqual(5000)
  expect(survived).toBeLessThan(count)
  expect((await look()).state).toBe(jobState.running)
  const firstOf = () =>
    world.rows(
      'select min(created_at)::text as first, max(id::text) as last from org.staff where company_id = $1 and name = $2',
      [admin.companyId, '员工0'],
    )
  const firstBefore = await firstOf()

  worker = await startWorker(world.modules, world.services, { ownerUrl: world.url, concurrency: 1 })
  while ((await look()).state !== jobState.done) await wait(20)
  expect(await look()).toMatchObject({ doneCount: count, totalCount: count, message: `成功导入 ${count} 人` })
  expect(await world.as(admin).get(staffImport.importResult, { jobId: jobId ?? '' })).toMatchObject({
    successCount: count,
    sameCount: 0,
    failedCount: 0,
    createdDepartmentCount: 41,
  })
  expect(await Promise.all(['org.staff', 'identity.account', 'org.staff_department'].map(countOf))).toEqual([count, count, count])
  expect([await countOf('org.department'), await countOf('org.post'), await countOf('org.staff_import')]).toEqual([41, 20, 0])
  // What the killed worker had brought is what it was.
  expect(await firstOf()).toEqual(firstBefore)
}, 120_000)

test('the check of a large file tells new, same, conflict and error, and writes nothing; then the right rows go in', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const department = await addDepartments(world, admin, { 总部: null })
  const here = { departmentId: department('总部') }
  const sameId = await addPerson(world, admin, { ...here, name: '同一人', phone: '13700000001', loginAccount: 'same' })
  const changedId = await addPerson(world, admin, { ...here, name: '旧名', phone: '13700000002', loginAccount: 'changed' })
  await addPerson(world, admin, { ...here, name: '占号的', phone: '13700000003', loginAccount: 'holder' })
  const fileId = await upload(admin, [
    ['同一人', '13700000001', '总部', 'same'],
    ['新名', '13700000002', '总部', 'changed', null, null, '女'],
    ['撞号的', '13700000003', '总部', 'clash'],
    ['新人', '13700000004', '总部/新部门'],
    ['', '13700000005', '总部'],
  ])
  const report = {
    total: 5,
    new: 1,
    same: 1,
    conflict: 2,
    error: 1,
    overwritable: 1,
    newDepartmentCount: 1,
    rows: [
      { rowNumber: 3, kind: 'conflict', messages: ['登录账号已存在，姓名、性别不同'] },
      { rowNumber: 4, kind: 'conflict', messages: ['手机号已被其他人员使用'] },
      { rowNumber: 6, kind: 'error', messages: ['姓名不能为空'] },
    ],
  }
  expect((await as.get(staffImport.checkImport, { fileId })).report).toMatchObject(report)
  const { jobId } = await as.get(staffImport.checkImport, { fileId, isJob: true })
  await world.runJobs()
  const later = await as.get(staffImport.checkResult, { jobId: jobId ?? '' })
  expect(later.report).toMatchObject(report)
  expect(later.report?.failedUrl).not.toBeNull()
  expect((await as.get(staff.list, {})).totalCount).toBe(3)

  const overwrite = { fileId, conflicts: 'overwrite', isAllOrNothing: false } as const
  expect(await as.get(staffImport.batchImport, { ...overwrite, isAllOrNothing: true })).toMatchObject({
    successCount: 0,
    failedCount: 2,
  })
  const done = await as.get(staffImport.batchImport, overwrite)
  expect(done).toMatchObject({ successCount: 2, updatedCount: 1, sameCount: 1, failedCount: 2, totalCount: 5 })
  expect(await as.get(staff.get, { id: changedId })).toMatchObject({ name: '新名', gender: 2, version: 2 })
  expect(await as.get(staff.get, { id: sameId })).toMatchObject({ version: 1 })
  const again = await as.get(staffImport.batchImport, { fileId, conflicts: 'skip', isAllOrNothing: false })
  expect(again).toMatchObject({ successCount: 0, sameCount: 3, skippedCount: 1, failedCount: 1 })
})

test('a hundred thousand wrong rows are all told with their reasons, and nothing goes in', async () => {
  const admin = await world.actor()
  const count = 100_000
  function* wrong(): Generator<CellInput[]> {
    for (let n = 0; n < count; n++) yield [`‮员工${n}`, '12', n % 2 === 0 ? '' : '总部', null, 'no-address']
  }
  const fileId = await upload(admin, wrong())
  const { jobId } = await world.as(admin).get(staffImport.batchImport, { fileId })
  const before = process.resourceUsage().maxRSS
  await world.runJobs()
  // The worker of this process keeps neither rows nor reasons.
  const grownMb = (process.resourceUsage().maxRSS - before) / 1024
  expect(grownMb).toBeLessThan(300)
  const result = await world.as(admin).get(staffImport.importResult, { jobId: jobId ?? '' })
  expect(result).toMatchObject({ successCount: 0, failedCount: count, totalCount: count })
  expect(result.list).toHaveLength(100)
  const { fileUrl } = await world.as(admin).get(download.link, { id: jobId ?? '' })
  const answer = await world.app.inject({ url: fileUrl })
  let told = 0
  for await (const { cells } of readXlsx(answer.rawPayload, { maxRows: count + 10 }))
    if (/^第\d+行：/.test(cells[0]?.text ?? '')) told += 1
  expect(told).toBe(count)
  expect((await world.as(admin).get(staff.list, {})).totalCount).toBe(0)
}, 120_000)

test('names with rare characters, emoji, marks of direction and 200 characters arrive as they are; longer ones and formulas do not', async () => {
  const admin = await world.actor()
  const long = '𬭚'.repeat(200)
  const fileId = await upload(admin, [
    ['㛃𬭚', '13600000001', '总部'],
    ['👩‍🏫老师', '13600000002', '总部'],
    [long, '13600000003', '总部'],
    ['\u202e反写\u202c', '13600000004', '总部'],
    ['=1+1', '13600000005', '总部'],
  ])
  expect(await world.as(admin).get(staffImport.batchImport, { fileId })).toMatchObject({ successCount: 5 })
  const names = (await world.as(admin).get(staff.list, { pageSize: 10 })).dataList.map(({ name }) => name).sort()
  expect(names).toEqual(['=1+1', '㛃𬭚', '👩‍🏫老师', '反写', long].sort())
  expect((await world.as(admin).get(staff.list, { keyWords: '𬭚' })).totalCount).toBe(2)
  const tooLong = await upload(admin, [['𬭚'.repeat(201), '13600000006', '总部']])
  expect(await world.as(admin).get(staffImport.batchImport, { fileId: tooLong })).toMatchObject({ failedCount: 1 })
})
