import { outerCollection } from '@kaopei/collect/contract/collection'
import { outerField } from '@kaopei/collect/contract/outer-field'
import { collectModule } from '@kaopei/collect/server'
import { filesModule, temporaryBlobs } from '@kaopei/files/server'
import { orgModule } from '@kaopei/org/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exam } from '../../contract/exam.ts'
import { examGroups } from '../../contract/exam-groups.ts'
import { examPeople } from '../../contract/exam-people.ts'
import { examManage } from '../../contract/menus.ts'
import { outerPeople } from '../../contract/outer-people.ts'
import { examModule } from '../exam.module.ts'
import { arrangeDraft, arrangeOrganisation, arrangeStaff, base } from '../exam-arrange.ts'

// Outside candidates as the exam's own settings and save payload speak of them.

let world: World
beforeAll(async () => {
  world = await World.open([filesModule, orgModule, collectModule, examModule], temporaryBlobs)
})
afterAll(() => world.close())

let last = 0
const fresh = () => {
  last += 1
  return { name: `外部${last}`, phone: String(13_600_000_000 + last), email: `w${last}@example.cn` }
}

/** Enrolled without an exam, as an import answers them. */
async function enrol(actor: TestActor, count: number): Promise<string[]> {
  const people = Array.from({ length: count }, fresh)
  return (await world.as(actor).get(outerPeople.addOuter, { people })).list.map(({ id }) => id)
}

const listed = async (actor: TestActor, examinationId: string) =>
  (await world.as(actor).get(examPeople.list, { examinationId, pageSize: 100 })).dataList.map(({ staffId }) => staffId).sort()

test('outside candidates of the save payload are put on the list, as a list of ids or as the import answers them', async () => {
  const { admin, companyId } = await arrangeOrganisation(world)
  const as = world.as(admin)
  const employees = await arrangeStaff(world, companyId, { count: 2 })
  const outside = await enrol(admin, 3)
  const made = await as.get(exam.save, { ...base, outerParticipationMode: 3, staffIds: employees, outerStaffIds: outside })
  expect(made.staffCount).toBe(5)
  const fewer = outside.slice(0, 2)
  const save = (more: object) =>
    as.get(exam.get, { id: made.id }).then(({ version }) => as.get(exam.save, { id: made.id, version, name: base.name, ...more }))
  await save({ outerStaffIds: fewer.join(', ') })
  expect(await listed(admin, made.id)).toEqual([...employees, ...fewer].sort())
  await save({ staffIds: employees.slice(0, 1) })
  expect(await listed(admin, made.id)).toEqual([...employees.slice(0, 1), ...fewer].sort())
  await save({ outerStaffIds: [] })
  expect(await listed(admin, made.id)).toEqual(employees.slice(0, 1))
})

test('whoever has enrolled people may let them in, whatever the data scope; no employee comes in under that name', async () => {
  const { admin, companyId, departments } = await arrangeOrganisation(world)
  const scope = { kind: 'some', departmentIds: [], subtreeIds: [departments.root], ownStaffId: null } as const
  const rights = [examManage.rights.view, examManage.rights.edit, examManage.rights.add]
  const clerk = await world.actor({ companyId, rights, scopes: { examManage: scope } })
  const as = world.as(clerk)
  const outside = await enrol(clerk, 1)
  const { id } = await as.get(exam.save, { ...base, outerParticipationMode: 3, outerStaffIds: outside })
  expect(await listed(admin, id)).toEqual(outside)
  const [far = ''] = await arrangeStaff(world, companyId, { count: 1, departmentId: departments.other })
  const [stranger = ''] = await enrol((await arrangeOrganisation(world)).admin, 1)
  for (const staffId of [far, stranger])
    expect(await as.call(exam.save, { ...base, outerParticipationMode: 3, outerStaffIds: [staffId] })).toMatchObject({
      code: 2309,
    })
})

test('an exam that is not open to people from outside takes none, by whatever way', async () => {
  const given = await arrangeOrganisation(world)
  const { admin, companyId } = given
  const as = world.as(admin)
  const outside = await enrol(admin, 1)
  const { id, version } = await as.get(exam.save, base)
  const [group] = await world.rows<{ id: string }>(
    `insert into usergroup.staff_group (company_id, name, kind, created_by) values ($1, '外部', 1, kit.new_id()) returning id`,
    [companyId],
  )
  const groupId = group?.id ?? ''
  await world.rows('insert into usergroup.member (company_id, group_id, staff_id) values ($1, $2, $3)', [
    companyId,
    groupId,
    outside[0],
  ])
  const answers = [
    await as.call(exam.save, { id, version, name: base.name, outerStaffIds: outside }),
    await as.call(exam.save, { id, version, name: base.name, staffIds: outside }),
    await as.call(examPeople.add, { examinationId: id, staffIds: outside }),
    await as.call(outerPeople.addOuter, { examinationId: id, people: [fresh()] }),
    await as.call(examGroups.add, { examinationId: id, groupIds: [groupId], mode: 1 }),
    await as.call(examGroups.add, { examinationId: id, groupIds: [groupId], mode: 2 }),
  ]
  for (const answer of answers) expect(answer).toMatchObject({ code: 2523, message: expect.stringContaining('外部考生参加方式') })
  expect(await listed(admin, id)).toEqual([])
  const open = await as.get(exam.save, { id, version, name: base.name, outerParticipationMode: 3 })
  expect(await as.call(examPeople.add, { examinationId: id, staffIds: outside })).toMatchObject({ code: 0 })
  const closed = await as.get(exam.save, { id, version: open.version, name: base.name, outerParticipationMode: 0 })
  const { findings } = await as.get(exam.checkPublish, { id })
  expect(findings.map(({ code }) => code)).toContain('outsideClosed')
  expect(closed.outerParticipationMode).toBe(0)
})

test('a published exam is opened to people from outside, and not closed before they have left the list', async () => {
  const given = await arrangeOrganisation(world)
  const { draft } = await arrangeDraft(world, given)
  const as = world.as(given.admin)
  const { id, version } = await as.get(exam.publish, { id: draft.id, version: draft.version })
  const change = async (more: object) => {
    const now = await as.get(exam.get, { id })
    return as.call(exam.save, { id, version: now.version, name: base.name, ...more })
  }
  const outerStaffIds = await enrol(given.admin, 1)
  expect(version).toBeGreaterThan(0)
  expect(await change({ outerParticipationMode: 3, outerStaffIds })).toMatchObject({ code: 0, data: { staffCount: 4 } })
  expect(await change({ outerParticipationMode: 0 })).toMatchObject({
    code: 2523,
    message: '名单中有外部考生，请先移除他们，再改为“不对外开放”',
  })
  expect(await change({ outerParticipationMode: 2 })).toMatchObject({ code: 2524 })
  expect(await change({ outerParticipationMode: 2, password: 'kaoshi88' })).toMatchObject({ code: 0 })
  expect(await change({ password: '' })).toMatchObject({ code: 2524 })
  expect(await change({ outerParticipationMode: 0, outerStaffIds: [] })).toMatchObject({ code: 2523 })
  expect(await change({ outerStaffIds: [] })).toMatchObject({ code: 0 })
  expect(await change({ outerParticipationMode: 0 })).toMatchObject({ code: 0 })
})

test('what the payload says outside candidates fill in is what they are asked; two empty lists follow the company again', async () => {
  const { admin } = await arrangeOrganisation(world)
  const as = world.as(admin)
  const field = await as.get(outerField.add, { name: '准考证号', customType: 1, optionContent: [] })
  const made = await as.get(exam.save, {
    ...base,
    outerParticipationMode: 3,
    outerStaffCollection: { requirement: [field.id], optional: ['company'] },
  })
  expect(made.outerStaffCollection).toEqual({ requirement: ['name', 'phone', field.id], optional: ['company'] })
  const asked = await as.get(outerCollection.getExamCollection, { id: made.id })
  expect(asked).toMatchObject({ isOwn: true, version: 1 })
  expect(asked.requirement.map(({ value }) => value)).toEqual(['name', 'phone', field.id])
  const save = async (outerStaffCollection: { requirement: string[]; optional: string[] }) => {
    const { version } = await as.get(exam.get, { id: made.id })
    return as.call(exam.save, { id: made.id, version, name: base.name, outerStaffCollection })
  }
  // Read back and sent again: nothing is written.
  expect(await save(made.outerStaffCollection)).toMatchObject({ code: 0 })
  expect(await as.get(outerCollection.getExamCollection, { id: made.id })).toMatchObject({ version: 1 })
  expect(await save({ requirement: ['nothing'], optional: [] })).toMatchObject({ code: 2654 })
  expect(await save({ requirement: ['company'], optional: ['company'] })).toMatchObject({ code: 2656 })
  expect(await save({ requirement: [], optional: [] })).toMatchObject({ code: 0 })
  expect(await as.get(outerCollection.getExamCollection, { id: made.id })).toMatchObject({ isOwn: false })
  const logged = await world.rows<{ after: unknown }>(
    `select after from kit.operation_log where company_id = $1 and target_name = '考试收集信息' order by id`,
    [admin.companyId],
  )
  expect(logged).toHaveLength(2)
  expect(logged[0]?.after).toEqual({ required: ['姓名', '手机号', '准考证号'], optional: ['工作单位'] })
})
