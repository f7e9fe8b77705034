import { buffer } from 'node:stream/consumers'
import { fileIdOfUrl, filesModule, fileUrl, storeFile, temporaryBlobs, withLocalFile } from '@kaopei/files/server'
import { staff } from '@kaopei/org/contract/staff'
import { orgModule } from '@kaopei/org/server'
import { arrangePerson } from '@kaopei/org/testing'
import { failing, type TestActor, World } from '@kaopei/server/testing'
import { type CellInput, readXlsx, writeXlsx } from '@kaopei/sheet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exam } from '../../contract/exam.ts'
import { examErrors } from '../../contract/exam-errors.ts'
import { examPeople } from '../../contract/exam-people.ts'
import { outerPeople } from '../../contract/outer-people.ts'
import { examModule } from '../exam.module.ts'
import { arrangeOrganisation, base } from '../exam-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([filesModule, orgModule, examModule], temporaryBlobs)
})
afterAll(() => world.close())

const titles = ['*姓名', '*手机号', '*邮箱']

async function upload(actor: TestActor, rows: readonly (readonly CellInput[])[], columns = titles): Promise<string> {
  const body = await buffer(writeXlsx({ sheets: [{ name: '名单', columns: columns.map((title) => ({ title })), rows }] }))
  const { companyId, staffId: createdBy } = actor
  const file = { companyId, name: '外部.xlsx', contentType: 'application/octet-stream', purpose: 'import', createdBy, body }
  const { fileId } = await world.inCompany(companyId, (db) => storeFile(db, world.services, file, failing))
  return fileUrl(world.services, { companyId, fileId })
}

async function rowsBehind(actor: TestActor, url: string | null): Promise<string[][]> {
  const fileId = fileIdOfUrl(world.services, actor.companyId, url ?? '')
  if (fileId === undefined) throw new Error('there is no failure file')
  return world.inCompany(actor.companyId, (db) =>
    withLocalFile(db, world.services, fileId, async (path) => {
      const rows: string[][] = []
      for await (const { cells } of readXlsx(path)) rows.push(cells.map(({ text }) => text))
      return rows
    }),
  )
}

test('sound rows become outside candidates of the exam, the others come back with their reasons and go in once repaired', async () => {
  const { admin } = await arrangeOrganisation(world)
  const as = world.as(admin)
  const { id: examinationId } = await as.get(exam.save, { ...base, outerParticipationMode: 3 })
  const first = await as.get(outerPeople.batchImportOuter, {
    examinationId,
    fileUrl: await upload(admin, [
      ['外一', 13_911_110_001, 'a1@example.cn'],
      ['外二', '12345', 'a2@example.cn'],
      ['外三', '13911110001', 'a3@example.cn'],
      ['', '13911110004', 'A1@example.cn'],
      ['外五', '13911110005', ''],
    ]),
  })
  expect(first).toMatchObject({ successCount: 1, list: [{ name: '外一', phone: '13911110001' }], errMessage: expect.any(String) })
  const failed = await rowsBehind(admin, first.failedUrl)
  expect(failed).toEqual([
    ['失败原因', ...titles],
    ['手机格式不正确', '外二', '12345', 'a2@example.cn'],
    ['手机号与第2行重复', '外三', '13911110001', 'a3@example.cn'],
    ['姓名不能为空；邮箱与第2行重复', '', '13911110004', 'A1@example.cn'],
    ['邮箱不能为空', '外五', '13911110005'],
  ])
  const repaired = [
    ['', '外一', '13911110001', 'a1@example.cn'],
    ['手机格式不正确', '外二', '13911110002', 'a2@example.cn'],
  ]
  const again = await as.get(outerPeople.batchImportOuter, {
    examinationId,
    fileUrl: await upload(admin, repaired, ['失败原因', ...titles]),
  })
  expect(again).toMatchObject({ successCount: 2, failedUrl: null, outerStaffIds: again.list.map(({ id }) => id).join() })
  expect(again.list[0]?.id).toBe(first.list[0]?.id)
  const listed = await as.get(examPeople.list, { examinationId, pageSize: 10 })
  expect(listed.dataList.map(({ name }) => name).sort()).toEqual(['外一', '外二'])
  const outside = await as.get(staff.list, { staffSource: 2, pageIndex: 1, pageSize: 10 })
  expect(outside.dataList.map(({ loginAccount }) => loginAccount).sort()).toEqual(['13911110001', '13911110002'])
})

test('somebody typed in is refused at the field that is wrong, and nobody of that call goes in', async () => {
  const { admin, companyId } = await arrangeOrganisation(world)
  const as = world.as(admin)
  await world.rows(`update org.staff set phone = '13922220001' where company_id = $1 and id = $2`, [companyId, admin.staffId])
  const employee = { name: '内部', phone: '13922220001', email: 'in@example.cn' }
  const sound = { name: '外部', phone: '013922220002', email: 'out@example.cn' }
  await arrangePerson(world, companyId, { name: '在册', phone: '13922220001' })
  const refused = await as.call(outerPeople.addOuter, { people: [sound, employee, { ...sound, phone: '138', email: 'x' }] })
  expect(refused).toMatchObject({
    code: 1001,
    data: {
      fields: [
        { path: 'people.1.phone', message: '该手机号属于本企业员工，请在“人员”中选择' },
        { path: 'people.2.phone', message: '手机格式不正确' },
        { path: 'people.2.email', message: '请输入正确的邮箱地址' },
      ],
    },
  })
  expect((await as.get(staff.list, { staffSource: 2, pageIndex: 1, pageSize: 10 })).totalCount).toBe(0)
  const made = await as.get(outerPeople.addOuter, { people: [sound] })
  expect(made.list).toMatchObject([{ name: '外部', phone: '13922220002' }])
  const other = await as.call(outerPeople.addOuter, { people: [{ ...sound, name: '别人' }] })
  expect(other).toMatchObject({ code: 1001, message: '该手机号已登记为另一位外部考生，请核对姓名' })
})

test('two files with the same people at once make each of them once', async () => {
  const { admin } = await arrangeOrganisation(world)
  const people = [{ name: '同时', phone: '13933330001', email: 'same@example.cn' }]
  const answers = await Promise.all([1, 2, 3].map(() => world.as(admin).get(outerPeople.addOuter, { people })))
  expect(new Set(answers.map(({ outerStaffIds }) => outerStaffIds)).size).toBe(1)
})

test('another table, an empty one and another company’s exam are refused', async () => {
  const { admin } = await arrangeOrganisation(world)
  const as = world.as(admin)
  const wrong = await upload(admin, [['甲', '乙']], ['列一', '列二'])
  expect(await as.call(outerPeople.batchImportOuter, { fileUrl: wrong })).toMatchObject({
    code: examErrors.invalidTemplate.code,
    message: '无效的用户导入模板。',
  })
  const empty = await upload(admin, [])
  expect(await as.call(outerPeople.batchImportOuter, { fileUrl: empty })).toMatchObject({ code: examErrors.noPeople.code })
  const { admin: stranger } = await arrangeOrganisation(world)
  const { id: examinationId } = await world.as(stranger).get(exam.save, { ...base, outerParticipationMode: 3 })
  const people = [{ name: '外', phone: '13944440001', email: 'w@example.cn' }]
  expect(await as.call(outerPeople.addOuter, { examinationId, people })).toMatchObject({ code: 1008 })
  expect((await as.get(staff.list, { staffSource: 2, pageIndex: 1, pageSize: 10 })).totalCount).toBe(0)
})

test('a file that a colleague uploaded is not read', async () => {
  const { admin } = await arrangeOrganisation(world)
  const colleague = await world.actor({ companyId: admin.companyId })
  const url = await upload(colleague, [['外一', 13_911_110_001, 'a1@example.cn']])
  const fileId = fileIdOfUrl(world.services, admin.companyId, url) ?? ''
  for (const named of [{ fileUrl: url }, { fileId }])
    expect(await world.as(admin).call(outerPeople.batchImportOuter, named)).toMatchObject({ code: examErrors.fileMissing.code })
})

test('the template is what the import reads, and has nobody in it', async () => {
  const { admin } = await arrangeOrganisation(world)
  const { rawPayload } = await world.as(admin).raw(outerPeople.outerTemplate)
  const rows: string[][] = []
  for await (const { cells } of readXlsx(rawPayload)) rows.push(cells.map(({ text }) => text))
  expect(rows.at(-1)).toEqual(titles)
  const { companyId, staffId: createdBy } = admin
  const file = {
    companyId,
    name: '模板.xlsx',
    contentType: 'application/octet-stream',
    purpose: 'import',
    createdBy,
    body: rawPayload,
  }
  const { fileId } = await world.inCompany(companyId, (db) => storeFile(db, world.services, file, failing))
  expect(await world.as(admin).call(outerPeople.batchImportOuter, { fileId })).toMatchObject({ code: examErrors.noPeople.code })
})
