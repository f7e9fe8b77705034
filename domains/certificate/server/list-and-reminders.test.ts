import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { dayIn } from '@kaopei/contract'
import { storeFile, temporaryBlobs, withLocalFile } from '@kaopei/files/server'
import { messagingModule } from '@kaopei/messaging/server'
import { arrangePeople } from '@kaopei/org/testing'
import { type TestActor, World } from '@kaopei/server/testing'
import { readXlsx, writeXlsx, xlsxType } from '@kaopei/sheet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificate } from '../contract/certificate.ts'
import { arrangeRule, arrangeTemplate } from './certificate-arrange.ts'
import { certificateModule } from './index.ts'
import { remind } from './reminders/remind.sweep.ts'

let world: World
let admin: TestActor
let templateId: string
const folder = mkdtempSync(join(tmpdir(), 'kaopei-list-'))
beforeAll(async () => {
  world = await World.open([messagingModule(), certificateModule], temporaryBlobs)
  admin = await world.actor()
  templateId = await arrangeTemplate(world, admin)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await world.close()
})

async function uploaded(rows: readonly (readonly string[])[]): Promise<string> {
  const path = join(folder, 'list.xlsx')
  const columns = ['账号', '工号', '姓名', '成绩', '等级'].map((title) => ({ title, width: 12 }))
  await pipeline(writeXlsx({ sheets: [{ name: '名单', columns, rows: rows.map((row) => [...row]) }] }), createWriteStream(path))
  const { companyId, staffId } = admin
  return world.inCompany(companyId, async (db) => {
    const file = { companyId, name: '名单.xlsx', contentType: xlsxType, purpose: 'import', createdBy: staffId }
    const refuse = () => {
      throw new Error('there is room')
    }
    return (await storeFile(db, world.services, { ...file, body: readFileSync(path) }, refuse)).fileId
  })
}

test('a list issues to whom it names, once however often it is sent, and says why not to the others', async () => {
  const [first = ''] = await arrangePeople(world, admin.companyId, [
    { name: '张三', loginAccount: 'zhangsan' },
    { name: '李四', loginAccount: 'lisi' },
  ])
  const ruleId = await arrangeRule(world, admin, { templateId, name: '名单', numberPattern: 'L{seq:2}' })
  const fileId = await uploaded([
    ['ZhangSan', '', '张三', '95', '优秀'],
    ['lisi', '', '李思', '90', ''],
    ['nobody', '', '', '', ''],
    ['zhangsan', '', '', '', ''],
  ])
  const as = world.as(admin)
  const given = await as.get(certificate.importFile, { ruleId, fileId })
  expect(given).toMatchObject({ issuedCount: 1, failedCount: 3, failedUrl: expect.stringContaining('/files/') })
  expect(await as.get(certificate.importFile, { ruleId, fileId })).toMatchObject({ issuedCount: 0, heldCount: 1 })
  const [row] = await world.rows<{ staff_id: string; facts: Record<string, string> }>(
    'select staff_id, facts from certificate.certificate where rule_id = $1',
    [ruleId],
  )
  expect(row).toMatchObject({ staff_id: first, facts: { score: '95', level: '优秀', number: 'L01' } })
})

test('the workbook says the days that the list says: of issue, and the last one on which it is valid', async () => {
  const as = world.as(admin)
  const [staffId = ''] = await arrangePeople(world, admin.companyId, [{ name: '孙七' }])
  const filter = { keyWords: '孙七' }
  for (const [name, validityMonths] of [['一年', 12] as const, ['长期', null] as const]) {
    const ruleId = await arrangeRule(world, admin, { templateId, name, numberPattern: `W${name}{seq}`, validityMonths })
    await as.get(certificate.issue, { ruleId, staffIds: [staffId], departmentIds: [], filters: [] })
  }
  const { jobId } = await as.get(certificate.export, filter)
  await world.runJobs()
  const [job] = await world.rows<{ file_id: string }>('select file_id from jobs.background_job where id = $1', [jobId])
  const rows = await world.inCompany(admin.companyId, (db) =>
    withLocalFile(db, world.services, job?.file_id ?? '', async (path) => {
      const cells: string[][] = []
      for await (const row of readXlsx(path)) cells.push(row.cells.map(({ text }) => text))
      return cells
    }),
  )
  const day = (at: string) => dayIn(new Date(at), 'Asia/Shanghai')
  const { dataList } = await as.get(certificate.list, filter)
  expect(rows[0]?.slice(-2)).toEqual(['签发日期', '有效期至'])
  expect(rows.slice(1).map((cells) => cells.slice(-2))).toEqual(
    dataList.map(({ issuedAt, validUntil }) => [day(issuedAt), validUntil === null ? '长期' : day(validUntil)]),
  )
})

test('holders are told before the end, once for each rung, by whatever worker; who holds none that is valid is not', async () => {
  const wish = { templateId, name: '提醒', numberPattern: 'E{seq}', validityMonths: 12, remindDays: [30, 7] }
  const ruleId = await arrangeRule(world, admin, wish)
  const people = await arrangePeople(world, admin.companyId, [
    { name: '王五', email: 'wangwu@example.com' },
    { name: '赵六', email: 'zhaoliu@example.com' },
  ])
  const as = world.as(admin)
  await as.get(certificate.issue, { ruleId, staffIds: people, departmentIds: [], filters: [] })
  const end = new Date()
  end.setFullYear(end.getFullYear() + 1)
  const before = (days: number) => new Date(end.getTime() - days * 86_400_000)
  const told = async (at: Date) => {
    await Promise.all([1, 2].map(() => remind(world.services, at)))
    const rows = await world.rows<{ address: string }>(
      `select address from messaging.outbox where company_id = $1 and template_key = 'certificateExpiring' order by id`,
      [admin.companyId],
    )
    return rows.map(({ address }) => address)
  }
  expect(await told(before(40))).toEqual([])
  expect((await told(before(29))).sort()).toEqual(['wangwu@example.com', 'zhaoliu@example.com'])
  expect(await told(before(28))).toHaveLength(2)
  const { dataList } = await as.get(certificate.list, { ruleId })
  const [ended] = dataList.filter(({ holderName }) => holderName === '赵六')
  await as.get(certificate.revoke, { ids: [ended?.id ?? ''], reason: '离岗' })
  expect(await told(before(6))).toEqual([...(await told(before(28))), 'wangwu@example.com'].slice(0, 3))
  expect(await told(before(5))).toHaveLength(3)
})
