import { buffer } from 'node:stream/consumers'
import { fileIdOfUrl, fileUrl, storeFile, temporaryBlobs, withLocalFile } from '@kaopei/files/server'
import { jobsModule } from '@kaopei/jobs/server'
import { staffMenu } from '@kaopei/org/contract/menus'
import { staff } from '@kaopei/org/contract/staff'
import { staffImport } from '@kaopei/org/contract/staff-import'
import { orgModule } from '@kaopei/org/server'
import { failing, type TestActor, World } from '@kaopei/server/testing'
import { type CellInput, type CellValue, readXlsx, writeXlsx } from '@kaopei/sheet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { metaDataField } from '../contract/meta-field.ts'
import { outerField } from '../contract/outer-field.ts'
import { collectModule } from './index.ts'

// What the roster's workbooks hold of the company's own fields.

let world: World
beforeAll(async () => {
  world = await World.open([orgModule, collectModule, jobsModule], temporaryBlobs)
})
afterAll(() => world.close())

async function addFields(admin: TestActor) {
  const as = world.as(admin)
  const degree = await as.get(metaDataField.create, { name: '学历', customType: 2, optionContent: ['本科', '硕士'] })
  const papers = await as.get(metaDataField.create, { name: '证书', customType: 3, optionContent: ['电工', '焊工', '叉车'] })
  const origin = await as.get(metaDataField.create, { name: '籍贯', customType: 1 })
  return { degree: degree.id, papers: papers.id, origin: origin.id }
}

async function read(body: Buffer | string): Promise<CellValue[][]> {
  const rows = []
  for await (const { cells } of readXlsx(body)) rows.push([...cells])
  return rows
}

const textsOf = (rows: readonly (readonly CellValue[])[]) => rows.map((cells) => cells.map(({ text }) => text))

function stored(actor: TestActor, fileId: string): Promise<CellValue[][]> {
  return world.inCompany(actor.companyId, (db) => withLocalFile(db, world.services, fileId, read))
}

async function exported(actor: TestActor, filter: { staffSource?: 1 | 2 }): Promise<CellValue[][]> {
  const { jobId } = await world.as(actor).get(staff.export, filter)
  await world.runJobs()
  const [job] = await world.rows<{ file_id: string }>('select file_id from jobs.background_job where id = $1', [jobId])
  return stored(actor, job?.file_id ?? '')
}

const titles = ['*姓名', '*手机号', '*部门', '学历', '证书', '籍贯']

async function importRows(actor: TestActor, rows: readonly (readonly CellInput[])[], more: object = {}) {
  const { companyId, staffId: createdBy } = actor
  const columns = titles.map((title) => ({ title }))
  const body = await buffer(writeXlsx({ templateVersion: 'staff/1', sheets: [{ name: '员工导入', columns, rows }] }))
  const file = { companyId, name: '员工.xlsx', contentType: 'application/octet-stream', purpose: 'import', createdBy, body }
  const { fileId } = await world.inCompany(companyId, (db) => storeFile(db, world.services, file, failing))
  const input = { fileUrl: fileUrl(world.services, { companyId, fileId }), ...more }
  return world.as(actor).get(staffImport.batchImport, input)
}

test("the template offers the company's own fields, and what is imported by them comes out of an export again", async () => {
  const admin = await world.actor()
  await addFields(admin)
  await world.as(admin).get(metaDataField.create, { name: '电话', customType: 1 })
  const template = textsOf(await read((await world.as(admin).raw(staffImport.importTemplate)).rawPayload))
  expect(template.at(-1)?.slice(-5)).toEqual(['标签', '学历', '证书', '籍贯', '电话'])
  expect(template.flat().join()).toContain('“学历”及其后各列为企业自定义信息，可不填')

  const rows = [
    ['甲', '13800138001', '总部', '硕士', '焊工、电工', "=cmd|' /C calc'!A0"],
    ['乙', '13800138002', '总部', null, null, null],
  ]
  expect(await importRows(admin, rows)).toMatchObject({ successCount: 2, failedCount: 0 })
  const cells = await exported(admin, { staffSource: 1 })
  expect(textsOf(cells)[0]?.slice(-5)).toEqual(['创建时间', '学历', '证书', '籍贯', '电话'])
  const ofName = (name: string) => cells.find(([first]) => first?.text === name)?.slice(behindOwn(textsOf(cells)))
  expect(ofName('甲')?.map(({ text }) => text)).toEqual(['硕士', '电工、焊工', "=cmd|' /C calc'!A0"])
  expect(ofName('甲')?.some(({ kind }) => kind === 'formula')).toBe(false)
  expect(ofName('乙')?.map(({ text }) => text) ?? []).toEqual([])

  expect(await importRows(admin, rows)).toMatchObject({ successCount: 0, sameCount: 2 })
})

test('wrong answers are told with their row and what may stand there; the failure file holds them for the repair', async () => {
  const admin = await world.actor()
  await addFields(admin)
  const result = await importRows(admin, [
    ['甲', '13800138011', '总部', '博士', '电工、木工', '字'.repeat(201)],
    ['乙', '13800138012', '总部', '本科', null, '江苏'],
  ])
  expect(result.list).toMatchObject([
    {
      rowNumber: 2,
      message:
        '学历没有选项“博士”，可填写：本科、硕士；证书没有选项“木工”，可填写：电工、焊工、叉车，多个选项用“、”分隔；籍贯不超过200个字符',
    },
  ])
  const fileId = fileIdOfUrl(world.services, admin.companyId, result.failedUrl ?? '') ?? ''
  const failed = textsOf(await stored(admin, fileId))
  expect(failed[0]?.slice(-3)).toEqual(['学历', '证书', '籍贯'])
  expect(failed[1]?.slice(-3, -1)).toEqual(['博士', '电工、木工'])
  expect(failed[2]?.slice(-3)).toEqual(['本科', '', '江苏'])
})

test('another answer is a conflict that names its field; overwriting leaves what the cells do not say', async () => {
  const admin = await world.actor()
  const { degree, papers, origin } = await addFields(admin)
  await importRows(admin, [['甲', '13800138021', '总部', '本科', '电工', '江苏']])
  const changed = [['甲', '13800138021', '总部', '硕士', null, '浙江']]
  expect((await importRows(admin, changed)).list).toMatchObject([{ message: '登录账号已存在，学历、籍贯不同' }])
  expect(await importRows(admin, changed, { conflicts: 'overwrite', isJob: true })).toMatchObject({ successCount: 0 })
  await world.runJobs()
  const { dataList } = await world.as(admin).get(staff.list, {})
  const filled = await world.as(admin).get(outerField.getStaffValues, { staffId: dataList[0]?.id ?? '' })
  expect(Object.fromEntries(filled.map(({ id, content }) => [id, content]))).toEqual({
    [degree]: '硕士',
    [papers]: ['电工'],
    [origin]: '浙江',
  })
})

test('an export of candidates has their fields, one of both stands in one column, what is no longer asked for in none', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const { degree } = await addFields(admin)
  const theirs = await as.get(outerField.add, { name: '学历', customType: 1 })
  const gone = await as.get(outerField.add, { name: '旧字段', customType: 1 })
  await importRows(admin, [['员工', '13800138031', '总部', '本科', '电工', null]])
  const outside = await as.get(staff.create, {
    name: '考生',
    phone: '13800138032',
    departmentId: await anyDepartment(admin),
    staffSource: 2,
  })
  const values = { [theirs.id]: '博士后', [gone.id]: 'x', idCard: '11010519491231002X', post: '焊工' }
  await as.get(outerField.saveStaffValues, { staffId: outside.id, values })
  await as.get(outerField.remove, { id: gone.id })
  const [field] = (await as.get(metaDataField.list)).filter(({ name }) => name === '证书')
  await as.get(metaDataField.update, { id: field?.id ?? '', isEnabled: false, version: field?.version ?? 0 })

  const both = textsOf(await exported(admin, {}))
  expect(both[0]?.slice(behindOwn(both))).toEqual(['学历', '籍贯', '身份证号', '工作单位'])
  const column = (rows: string[][], name: string, title: string) =>
    rows.find(([first]) => first === name)?.[rows[0]?.indexOf(title) ?? -1]
  expect([column(both, '员工', '学历'), column(both, '考生', '学历')]).toEqual(['本科', '博士后'])
  expect(degree).not.toBe(theirs.id)
  const rights = [staffMenu.rights.view, staffMenu.rights.export]
  const reader = await world.actor({ companyId: admin.companyId, rights, scopes: { orgoumgmt: { kind: 'all' } } })
  const masked = textsOf(await exported(reader, { staffSource: 2 }))
  expect(masked[0]?.slice(behindOwn(masked))).toEqual(['身份证号', '工作单位', '学历'])
  expect(['岗位', '身份证号'].map((title) => column(masked, '考生', title))).toEqual(['焊工', '110***********002X'])
  expect(column(textsOf(await exported(admin, { staffSource: 2 })), '考生', '身份证号')).toBe('11010519491231002X')
})

/** Where the fields that the company has made begin: behind those of the product. */
const behindOwn = ([titles = []]: string[][]) => titles.indexOf('创建时间') + 1

async function anyDepartment({ companyId }: TestActor): Promise<string> {
  const [found] = await world.rows<{ id: string }>('select id from org.department where company_id = $1 limit 1', [companyId])
  return found?.id ?? ''
}
