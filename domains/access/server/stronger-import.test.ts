import { buffer } from 'node:stream/consumers'
import { fileUrl, storeFile } from '@kaopei/files/server'
import { dataScope } from '@kaopei/identity/contract/role'
import { download, jobState } from '@kaopei/jobs/contract/download'
import { staffErrors } from '@kaopei/org/contract/errors'
import { staffMenu } from '@kaopei/org/contract/menus'
import { staffImport } from '@kaopei/org/contract/staff-import'
import { failing, type World } from '@kaopei/server/testing'
import { writeXlsx } from '@kaopei/sheet'
import { group } from '@kaopei/usergroup/contract/group'
import { userGroupMenu } from '@kaopei/usergroup/contract/menus'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rolePeople } from '../contract/role-people.ts'
import { addDepartments, addPerson, addRole, logIn, makeAdmin, openAccessWorld, type Person } from './access-world.ts'

// A file is no way around what the roster refuses.

let world: World
beforeAll(async () => {
  world = await openAccessWorld()
})
afterAll(() => world.close())

const titles = ['*姓名', '*手机号', '*部门', '登录账号', '邮箱', '工号', '性别', '岗位', '入职日期']

async function openOffice() {
  const companyId = await world.company()
  const of = await addDepartments(world, companyId, { 总部: null, 研发部: '总部', 销售部: '总部' })
  const departmentId = of('研发部')
  const person = (name: string) => addPerson(world, companyId, { name, departmentId })
  const [keeper, boss, manager, plain] = [await person('人事'), await person('总管'), await person('经理'), await person('员工')]
  await makeAdmin(world, boss)
  const rights = Object.values(staffMenu.rights).filter(({ code }) => !code.endsWith(':view'))
  const groups = { menu: userGroupMenu, scope: dataScope.ownDepartment }
  await addRole(world, companyId, { menus: [{ menu: staffMenu }, groups], rights }, [keeper])
  await addRole(world, companyId, { menus: [groups] }, [manager])
  return { companyId, of, keeper, boss, manager, plain, as: world.as(await logIn(world, keeper)) }
}

/** Overwrites the people of a file, at once or by a job. */
async function overwrite(
  { companyId, keeper, as }: Awaited<ReturnType<typeof openOffice>>,
  rows: readonly { who: Person; phone: string; department: string }[],
  isJob: boolean,
) {
  const lines = rows.map(({ who, phone, department }) => [who.account, phone, department, who.account, `${phone}@example.cn`])
  const columns = titles.map((title) => ({ title }))
  const sheets = [{ name: '员工导入', columns, rows: lines, notes: ['说明'] }]
  const body = await buffer(writeXlsx({ templateVersion: 'staff/1', sheets }))
  const file = {
    companyId,
    name: '员工.xlsx',
    contentType: 'application/octet-stream',
    purpose: 'import',
    createdBy: keeper.id,
    body,
  }
  const { fileId } = await world.inCompany(companyId, (db) => storeFile(db, world.services, file, failing))
  const given = {
    fileUrl: fileUrl(world.services, { companyId, fileId }),
    conflicts: 'overwrite',
    isAllOrNothing: false,
  } as const
  const answer = await as.get(staffImport.batchImport, { ...given, isJob })
  if (!isJob || answer.jobId === null) return answer
  await world.runJobs()
  expect(await as.get(download.get, { id: answer.jobId })).toMatchObject({ state: jobState.done })
  return as.get(staffImport.importResult, { jobId: answer.jobId })
}

test.each([false, true])('nobody stronger is overwritten by a file (by a job: %s), others are', async (isJob) => {
  const office = await openOffice()
  const { boss, plain } = office
  const rows = [
    { who: boss, phone: '13900000001', department: '总部/研发部' },
    { who: plain, phone: '13900000002', department: '总部/销售部' },
  ]
  const answer = await overwrite(office, rows, isJob)
  expect(answer).toMatchObject({ successCount: 1, failedCount: 1, list: [{ message: staffErrors.stronger.text }] })
  const kept = await world.rows('select name, phone, email from org.staff where id = $1', [boss.id])
  expect(kept).toEqual([{ name: '总管', phone: null, email: null }])
  expect(await world.rows('select phone, department_id from org.staff where id = $1', [plain.id])).toEqual([
    { phone: '13900000002', department_id: office.of('销售部') },
  ])
})

test('a file moves nobody, whoever imports it included, to where they would see more than that person', async () => {
  const office = await openOffice()
  const { keeper, manager, of } = office
  const rows = [manager, keeper].map((who, at) => ({ who, phone: `1390000001${at}`, department: '总部/销售部' }))
  const answer = await overwrite(office, rows, false)
  expect(answer).toMatchObject({ successCount: 0, failedCount: 2, list: [{ message: staffErrors.growing.text }, {}] })
  const rows2 = await world.rows('select distinct department_id, phone from org.staff where id = any ($1)', [
    [manager.id, keeper.id],
  ])
  expect(rows2).toEqual([{ department_id: of('研发部'), phone: null }])
})

test('a file brings nobody, new people neither, into a group whose rule gives more than whoever imports it has', async () => {
  const office = await openOffice()
  const { boss, companyId, plain, of } = office
  const admin = world.as(await logIn(world, boss))
  const roleId = await addRole(world, companyId, { menus: [{ menu: userGroupMenu }], rights: [userGroupMenu.rights.edit] })
  const rule = {
    match: 'all' as const,
    items: [{ kind: 'department' as const, departmentIds: [of('销售部')], withBelow: true, isNot: false }],
  }
  const { id: groupId } = await admin.get(group.createStaffGroup, { name: '销售', kind: 2, rule })
  await admin.get(rolePeople.associateStaffGroup, { roleId, groupIds: [groupId] })
  const rows = [
    { who: plain, phone: '13900000002', department: '总部/销售部' },
    { who: { ...plain, account: 'xinren' }, phone: '13900000003', department: '总部/销售部' },
    { who: { ...plain, account: 'pingchang' }, phone: '13900000004', department: '总部/研发部' },
  ]
  const answer = await overwrite(office, rows, false)
  const why = { message: staffErrors.growing.text }
  expect(answer).toMatchObject({ successCount: 1, failedCount: 2, list: [why, why] })
  expect(await world.rows('select from usergroup.member where company_id = $1', [companyId])).toEqual([])
})
