import { buffer } from 'node:stream/consumers'
import { protocolErrors } from '@kaopei/contract'
import { fileIdOfUrl, fileUrl, storeFile, withLocalFile } from '@kaopei/files/server'
import { download } from '@kaopei/jobs/contract/download'
import { failing, type TestActor, type World } from '@kaopei/server/testing'
import { type CellInput, readXlsx, writeXlsx } from '@kaopei/sheet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { department } from '../../contract/department.ts'
import { staffImportErrors } from '../../contract/errors.ts'
import { label, rank } from '../../contract/post.ts'
import { staff } from '../../contract/staff.ts'
import { staffImport } from '../../contract/staff-import.ts'
import { addDepartments, addPerson, nextPhone, openOrgWorld, scopedActor } from '../org-arrange.ts'
import { templateWorkbook } from '../staff/sheet.ts'

let world: World
beforeAll(async () => {
  world = await openOrgWorld()
})
afterAll(() => world.close())

const titles = ['*姓名', '*手机号', '*部门', '登录账号', '邮箱', '工号', '性别', '岗位', '入职日期', '职级', '标签']

interface Made {
  readonly titles?: readonly string[]
  readonly templateVersion?: string
  readonly notes?: readonly string[]
}

function workbook(
  rows: Iterable<readonly CellInput[]>,
  { templateVersion = 'staff/1', notes = ['说明'], ...made }: Made = {},
): Promise<Buffer> {
  const columns = (made.titles ?? titles).map((title) => ({ title }))
  return buffer(writeXlsx({ templateVersion, sheets: [{ name: '员工导入', columns, rows, notes }] }))
}

async function upload(actor: TestActor, body: Buffer, name = '员工.xlsx'): Promise<string> {
  const { companyId } = actor
  const file = { companyId, name, contentType: 'application/octet-stream', purpose: 'import', createdBy: actor.staffId, body }
  const { fileId } = await world.inCompany(companyId, (db) => storeFile(db, world.services, file, failing))
  return fileUrl(world.services, { companyId, fileId })
}

async function importFile(
  actor: TestActor,
  body: Buffer,
  more: { name?: string; isJob?: boolean; createDepartments?: boolean } = {},
) {
  const { name, ...wish } = more
  return world.as(actor).call(staffImport.batchImport, { fileUrl: await upload(actor, body, name), ...wish })
}

/** The rows of a workbook that the server made, as texts. */
function rowsOfFile(actor: TestActor, url: string | null): Promise<string[][]> {
  const fileId = fileIdOfUrl(world.services, actor.companyId, url ?? '') ?? ''
  return world.inCompany(actor.companyId, (db) =>
    withLocalFile(db, world.services, fileId, async (path) => {
      const rows = []
      for await (const { cells } of readXlsx(path)) rows.push(cells.map(({ text }) => text))
      return rows
    }),
  )
}

const peopleOf = (companyId: string) =>
  world.rows<Record<string, unknown>>(
    `select s.name, s.phone, s.login_account, d.name as department from org.staff s
     left join org.department d on d.company_id = s.company_id and d.id = s.department_id
     where s.company_id = $1 and s.removed_at is null order by s.id`,
    [companyId],
  )

test('ranks and labels come with the file when they are there, and an overwriting leaves what its cells do not say', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  await addDepartments(world, admin, { 总部: null })
  await as.get(rank.save, { name: 'P7' })
  for (const name of ['骨干', '安全员', '讲师']) await as.get(label.save, { name })
  const row = (name: string, phone: string, ...more: CellInput[]) => [
    name,
    phone,
    '总部',
    null,
    null,
    null,
    null,
    null,
    null,
    ...more,
  ]
  const wrong = await importFile(
    admin,
    await workbook([row('甲', '13800138011', 'P9', '骨干、新标签；别的'), row('乙', '13800138012', 'P7', '骨干')]),
  )
  expect(wrong).toMatchObject({ data: { successCount: 0, failedCount: 1 } })
  const failed = await rowsOfFile(admin, wrong.data?.failedUrl ?? null)
  expect(failed[1]?.[0]).toBe('第3行：职级不存在：P9；标签不存在：别的、新标签')

  const file = await workbook([row('甲', '13800138011', 'P7', '骨干、安全员，骨干'), row('乙', '13800138012')])
  expect(await importFile(admin, file)).toMatchObject({ data: { successCount: 2 } })
  const shown = async (name: string) => {
    const { dataList } = await as.get(staff.list, { keyWords: name })
    return [dataList[0]?.rank, ...(dataList[0]?.labels ?? []).map((one) => one.name).sort()]
  }
  expect(await shown('甲')).toEqual(['P7', '安全员', '骨干'])
  expect(await shown('乙')).toEqual([null])
  expect(await importFile(admin, file)).toMatchObject({ data: { successCount: 0, sameCount: 2 } })

  const changed = await workbook([row('甲', '13800138011', null, '讲师'), row('乙', '13800138012', 'P7')])
  expect((await importFile(admin, changed)).data).toMatchObject({ failedCount: 2, successCount: 0 })
  const overwriting = { fileUrl: await upload(admin, changed), conflicts: 'overwrite' as const }
  expect(await as.get(staffImport.batchImport, overwriting)).toMatchObject({ updatedCount: 2 })
  expect(await shown('甲')).toEqual(['P7', '讲师'])
  expect(await shown('乙')).toEqual(['P7'])
})

test('a good file brings people, departments, memberships and accounts without a password; twice it changes nothing', async () => {
  const admin = await world.actor()
  await addDepartments(world, admin, { 总部: null })
  const file = await workbook([
    ['王小明', '13800138001', '总部/研发部/平台组', '', 'wang@x.cn', '007', '男', '工程师', '2024-02-29'],
    ['㛃𬭚🙂', 13800138002, '总部／研发部', 'rare', null, null, '女', null, '2024/3/1'],
    ['<script>alert(1)</script>', '138 0013-8003', '总部', null, null, null, null, null, null],
  ])
  const answer = await importFile(admin, file)
  expect(answer).toMatchObject({
    code: 0,
    data: {
      successCount: 3,
      sameCount: 0,
      failedCount: 0,
      createdDepartmentCount: 2,
      failedUrl: null,
      errMessage: null,
      jobId: null,
    },
  })
  expect(await peopleOf(admin.companyId)).toEqual([
    { name: '王小明', phone: '13800138001', login_account: '13800138001', department: '平台组' },
    { name: '㛃𬭚🙂', phone: '13800138002', login_account: 'rare', department: '研发部' },
    { name: '<script>alert(1)</script>', phone: '13800138003', login_account: '13800138003', department: '总部' },
  ])
  const [accounts] = await world.rows(
    'select count(*) as n, count(password_hash) as hashed from identity.account where company_id = $1',
    [admin.companyId],
  )
  expect(accounts).toEqual({ n: 3, hashed: 0 })
  const [memberships] = await world.rows(
    'select count(*) as n from org.staff_department where company_id = $1 and until is null',
    [admin.companyId],
  )
  expect(memberships).toEqual({ n: 3 })
  expect(await world.as(admin).get(department.getDepartmentTree)).toMatchObject([{ name: '总部', staffCount: 1, totalCount: 3 }])

  expect(await importFile(admin, file)).toMatchObject({ code: 0, data: { successCount: 0, sameCount: 3, failedCount: 0 } })
  expect(await peopleOf(admin.companyId)).toHaveLength(3)
})

test('every error of every row is told with its row number; nothing goes in; the repaired failure file does', async () => {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null })
  await addPerson(world, admin, {
    departmentId: at('总部'),
    phone: '13900000001',
    loginAccount: 'taken',
    jobNumber: 'T1',
    email: 't@x.cn',
  })
  const file = await workbook([
    ['', '', '', '', 'no-mail', '', '不详', '', '2023-02-30'],
    ['好人', '13800000002', '总部', '', '', '', '', '', ''],
    ['甲', '12800000003', '总部//组', 'a b', '', '', '', '', ''],
    ['乙', '13800000004', '总部', 'TAKEN', 'T@x.cn', 'T1', '', '', ''],
    ['丙', '13800000002', '总部', 'bing', '', '', '', '', ''],
    ['丁'.repeat(201), '19900000005', '总部', '', '', '', '', '', '昨天'],
    ['', '', '', '', '', '', '', '', ''],
    ['戊', '13900000001', '总部', 'wu', '', '', '', '', ''],
  ])
  const { code, data } = await importFile(admin, file, { name: '../../名单.xlsx' })
  expect(code).toBe(0)
  expect(data).toMatchObject({
    successCount: 0,
    failedCount: 7,
    totalCount: 7,
    errFileName: expect.stringMatching(/^[^/\\]*名单-失败明细\.xlsx$/),
  })
  expect(data.errMessage).toBe('检查不通过：7 行有误，没有导入任何人员')
  expect(Object.fromEntries(data.list.map(({ rowNumber, message }) => [rowNumber, message]))).toEqual({
    3: '姓名不能为空；电话不能为空；部门不能为空；邮箱格式不正确；性别只能填写男或女；入职日期格式应为 yyyy-MM-dd',
    4: '手机号与第7行重复',
    5: '手机格式不正确；部门路径中有空的层级；登录账号不能含有空格、逗号或分号',
    6: '登录账号已存在，姓名、手机号不同',
    7: '手机号与第4行重复',
    8: '姓名不超过200个字符；手机格式不正确；入职日期格式应为 yyyy-MM-dd',
    10: '手机号已被其他人员使用',
  })
  expect(await peopleOf(admin.companyId)).toHaveLength(1)

  const failed = await rowsOfFile(admin, data.failedUrl)
  expect(failed[0]).toEqual(['失败原因', ...titles])
  expect(failed[1]?.[0]).toMatch(/^第3行：姓名不能为空；/)
  const repaired = failed
    .slice(1)
    .map(([reason = '', ...cells], index) => [
      reason,
      `修好${index}`,
      nextPhone(),
      '总部/新部',
      ...Array.from({ length: 6 }, (_, at) => (at === 0 ? `fixed${index}` : at === 4 ? (cells[7] ?? '') : '')),
    ])
  const again = await importFile(admin, await workbook(repaired, { titles: ['失败原因', ...titles], notes: [] }))
  expect(again).toMatchObject({ code: 0, data: { successCount: 7, failedCount: 0, createdDepartmentCount: 1 } })
})

test('a failure file holds the right rows too, so that one upload after the repair brings the whole file', async () => {
  const admin = await world.actor()
  const { data } = await importFile(
    admin,
    await workbook([
      ['好人', '13800000011', '总部'],
      ['坏人', '1', '总部'],
      ['好人二', '13800000012', '总部'],
    ]),
  )
  const rows = await rowsOfFile(admin, data.failedUrl)
  expect(rows.map((row) => row.slice(0, 3))).toEqual([
    ['失败原因', '*姓名', '*手机号'],
    ['第4行：手机格式不正确', '坏人', '1'],
    ['', '好人', '13800000011'],
    ['', '好人二', '13800000012'],
  ])
})

test('phones that a spreadsheet took for numbers are recovered, rounded ones are refused', async () => {
  const admin = await world.actor()
  const file = await workbook([
    ['数字', 13800138011, '总部'],
    ['文本小数', '13800138012.0', '总部'],
    ['科学计数', '1.3800138013E+10', '总部'],
    ['带国码', '+86 13800138014', '总部'],
    ['带零', '013800138015', '总部'],
  ])
  expect(await importFile(admin, file)).toMatchObject({ data: { successCount: 5 } })
  expect((await peopleOf(admin.companyId)).map(({ phone }) => phone)).toEqual([1, 2, 3, 4, 5].map((n) => `1380013801${n}`))
  const { data } = await importFile(admin, await workbook([['舍入', '1.38E+10', '总部']]))
  expect(data.list).toMatchObject([{ message: '手机号已被表格舍入为科学计数法，请把单元格设为文本后重新填写' }])
})

test('a file that is no template, empty, cut off or a bomb gets a clear answer and leaves nothing', async () => {
  const admin = await world.actor()
  const good = await workbook([['王', '13800000021', '总部']])
  const invalid = { code: staffImportErrors.invalidTemplate.code, message: '无效的用户导入模板。', data: null }
  expect(await importFile(admin, await workbook([['甲', '1']], { titles: ['题干', '答案'] }))).toMatchObject(invalid)
  expect(
    await importFile(admin, await workbook([['王', '13800000021', '总部']], { templateVersion: 'question/1' })),
  ).toMatchObject(invalid)
  expect(await importFile(admin, await workbook([['王', '13800000021']], { titles: ['姓名', '手机号'] }))).toMatchObject(invalid)
  expect(await importFile(admin, Buffer.from('姓名,手机号,部门\n王,13800000021,总部'), { name: '员工.xlsx' })).toMatchObject(
    invalid,
  )
  expect(await importFile(admin, await workbook([]))).toMatchObject({ code: staffImportErrors.empty.code })
  expect(await importFile(admin, Buffer.alloc(0))).toMatchObject({ code: staffImportErrors.unreadable.code })
  expect(await importFile(admin, good.subarray(0, good.length - 200))).toMatchObject({ code: staffImportErrors.unreadable.code })
  expect(await importFile(admin, Buffer.from('<html>登录</html>'))).toMatchObject({
    code: staffImportErrors.invalidTemplate.code,
  })
  expect(await peopleOf(admin.companyId)).toEqual([])
})

test('another template with merged cells in its header is refused', async () => {
  const admin = await world.actor()
  const { workbookOf } = await import('../../../../kit/sheet/made-files.ts')
  const cell = (ref: string, text: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`
  const head = `<row r="1">${cell('A1', '姓名')}${cell('B1', '手机号')}${cell('C1', '部门')}</row>`
  const row = (more = '') => `<row r="2">${cell('A2', '王')}<c r="B2"><v>1.3800138E+10</v></c>${more || cell('C2', '总部')}</row>`
  const merged = workbookOf({ rows: head + row(), tail: '<mergeCells count="1"><mergeCell ref="C1:D1"/></mergeCells>' })
  expect(await importFile(admin, merged)).toMatchObject({
    code: staffImportErrors.invalidTemplate.code,
    message: expect.stringContaining('合并'),
  })
  const formula = workbookOf({ rows: head + row('<c r="C2" t="str"><f>A1</f><v>总部</v></c>') })
  expect((await importFile(admin, formula)).data.list).toEqual([
    { rowNumber: 2, name: '王', message: '“部门”是公式，请粘贴为数值后重新上传' },
  ])
  expect(await importFile(admin, workbookOf({ rows: head + row() }))).toMatchObject({ data: { successCount: 1 } })
  const bomb = workbookOf({ rows: head + `<row r="2">${cell('A2', 'x'.repeat(30_000))}</row>`.repeat(1000) })
  expect(await importFile(admin, bomb)).toMatchObject({
    code: staffImportErrors.unreadable.code,
    message: expect.stringContaining('异常庞大'),
  })
})

test('a large file is imported by a job: progress, result, exact counts, and a run after a kill doubles nothing', async () => {
  const admin = await world.actor()
  const rows = Array.from({ length: 6000 }, (_, n) => [`员工${n}`, `138${String(n).padStart(8, '0')}`, `总部/第${n % 30}部`])
  const { code, data } = await importFile(admin, await workbook(rows), { isJob: true })
  expect([code, data.successCount, data.failedUrl]).toEqual([0, 0, null])
  const jobId = data.jobId ?? ''
  expect(await world.as(admin).get(staffImport.importResult, { jobId })).toMatchObject({ errMessage: '导入尚未完成' })
  const queued = await world.rows<{ payload: object }>(
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'tracked:org.staffImport'`,
  )
  await world.runJobs()
  expect(await world.as(admin).get(download.get, { id: jobId })).toMatchObject({
    state: 2,
    totalCount: 6000,
    message: '成功导入 6000 人',
  })
  expect(await world.as(admin).get(staffImport.importResult, { jobId })).toMatchObject({
    successCount: 6000,
    createdDepartmentCount: 31,
    errMessage: null,
  })
  await world.rows(`select graphile_worker.add_job('tracked:org.staffImport', $1::json)`, [JSON.stringify(queued[0]?.payload)])
  await world.runJobs()
  expect(await peopleOf(admin.companyId)).toHaveLength(6000)

  const half = await importFile(admin, await workbook([...rows.slice(0, 10), ['新人', '1', '总部']]), { isJob: true })
  await world.runJobs()
  const result = await world.as(admin).get(staffImport.importResult, { jobId: half.data.jobId ?? '' })
  expect(result).toMatchObject({
    successCount: 0,
    failedCount: 1,
    totalCount: 11,
    errMessage: expect.stringContaining('1 行有误'),
  })
  expect((await rowsOfFile(admin, result.failedUrl))[1]?.[0]).toBe('第13行：手机格式不正确')
  const other = await world.actor({ companyId: admin.companyId })
  expect(await world.as(other).call(staffImport.importResult, { jobId })).toMatchObject({ code: protocolErrors.notFound.code })
})

test('two hundred thousand rows are refused with what to do', async () => {
  const admin = await world.actor()
  function* many(): Generator<CellInput[]> {
    for (let n = 0; n < 200_000; n++) yield [`员工${n}`, 13_800_000_000 + n, '总部']
  }
  const body = await workbook(many())
  const { data } = await importFile(admin, body)
  await world.runJobs()
  const job = await world.as(admin).get(download.get, { id: data.jobId ?? '' })
  expect(job).toMatchObject({ state: 3, message: '一次最多导入100000人，请拆分成几个文件后再上传' })
})

test('departments are only made when asked, and only inside the data scope', async () => {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null, 研发部: '总部', 市场部: '总部' })
  const row = (path: string) => workbook([['王', '13800000031', path]])
  const strict = await importFile(admin, await row('总部/没有'), { createDepartments: false })
  expect(strict.data.list).toMatchObject([{ message: '部门不存在：总部/没有' }])
  const head = await scopedActor(world, admin.companyId, { subtreeIds: [at('研发部')] })
  for (const path of ['总部', '总部/市场部', '总部/新部', '别处']) {
    expect((await importFile(head, await row(path))).data.list).toMatchObject([{ message: '部门不在您的管理范围内' }])
  }
  expect((await importFile(head, await row('总部/研发部/新组'))).data).toMatchObject({
    successCount: 1,
    createdDepartmentCount: 1,
  })
  const exact = await scopedActor(world, admin.companyId, { departmentIds: [at('市场部')] })
  const other = await workbook([['李', '13800000032', '总部/市场部/新组']])
  expect((await importFile(exact, other)).data.list).toMatchObject([{ message: '部门不在您的管理范围内' }])
})

test('only own uploads are read: no other host, company or person, nothing for another purpose; no right no import', async () => {
  const admin = await world.actor()
  const other = await world.actor()
  const theirs = await upload(other, await workbook([['王', '13800000041', '总部']]))
  const missing = { code: staffImportErrors.fileMissing.code }
  for (const fileUrl of ['http://127.0.0.1:5432/', 'file:///etc/passwd', 'http://169.254.169.254/', '/files/../x', theirs]) {
    expect(await world.as(admin).call(staffImport.batchImport, { fileUrl })).toMatchObject(missing)
  }
  const colleague = await world.actor({ companyId: admin.companyId })
  const ofColleague = await upload(colleague, await workbook([['张', '13800000042', '总部']]))
  const fileId = fileIdOfUrl(world.services, admin.companyId, ofColleague) ?? ''
  for (const given of [
    { fileId },
    { fileUrl: ofColleague },
    { fileId: fileIdOfUrl(world.services, other.companyId, theirs) ?? '' },
  ]) {
    expect(await world.as(admin).call(staffImport.batchImport, given)).toMatchObject(missing)
    expect(await world.as(admin).call(staffImport.checkImport, given)).toMatchObject(missing)
  }
  expect(await world.as(admin).call(staffImport.batchImport, {})).toMatchObject({
    code: protocolErrors.invalid.code,
    message: '请先上传文件',
  })
  const nobody = await world.actor({ companyId: admin.companyId, rights: [] })
  expect(await world.as(nobody).call(staffImport.batchImport, { fileId })).toMatchObject({
    code: protocolErrors.noPermission.code,
  })
})

test('the template has its version, the stars, the choices, and is itself a file that can be imported', async () => {
  const admin = await world.actor()
  await addDepartments(world, admin, { 总部: null, 研发部: '总部' })
  const response = await world.as(admin).raw(staffImport.importTemplate)
  expect(response.headers['content-disposition']).toContain(encodeURIComponent('员工导入模板.xlsx'))
  const reading = readXlsx(response.rawPayload)
  const rows = []
  for await (const { cells } of reading) rows.push(cells.map(({ text }) => text))
  expect(rows.at(-1)).toEqual(titles)
  expect(await reading.info()).toMatchObject({ templateVersion: 'staff/1', hiddenSheets: [] })
  expect(await importFile(admin, response.rawPayload)).toMatchObject({ code: staffImportErrors.empty.code })
  expect((await world.as(admin).get(staff.list)).totalCount).toBe(0)
})

test('the template offers every department: what its list does not hold, Excel would refuse', () => {
  const paths = (count: number) => Array.from({ length: count }, (_, index) => `总部/班组${index}`)
  const sheetOf = (count: number) => templateWorkbook({ department: paths(count) }, []).sheets[0]
  const offered = sheetOf(40_000)?.columns.find(({ title }) => title.includes('部门'))?.choices
  expect(offered).toHaveLength(40_000)
  expect(sheetOf(40_000)?.notes?.join()).toContain('下拉列表只显示前 32767 个，其余部门请直接填写完整路径')
  expect(sheetOf(32_767)?.notes?.join()).not.toContain('32767')
})
