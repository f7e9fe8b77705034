import { messagingModule } from '@kaopei/messaging/server'
import { tellStaffChanged } from '@kaopei/org/server'
import { results } from '@kaopei/result/contract/results'
import { resultModule } from '@kaopei/result/server'
import { World } from '@kaopei/server/testing'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { sittingModule } from '@kaopei/sitting/server'
import { browserA } from '@kaopei/sitting/testing'
import { attachMode } from '@kaopei/usergroup/contract/codes'
import { group } from '@kaopei/usergroup/contract/group'
import { groupMember } from '@kaopei/usergroup/contract/member'
import { usergroupModule } from '@kaopei/usergroup/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entry as entryCalls } from '../../contract/entry.ts'
import { exam } from '../../contract/exam.ts'
import { examGroups } from '../../contract/exam-groups.ts'
import { examPeople } from '../../contract/exam-people.ts'
import { examManage } from '../../contract/menus.ts'
import { examModule } from '../exam.module.ts'
import { arrangeOrganisation, arrangeStaff, base, type Organisation } from '../exam-arrange.ts'
import { arrangeExam, startExam } from '../sitting-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, resultModule, usergroupModule, messagingModule()])
})
afterAll(() => world.close())

const { snapshot, live } = attachMode
let named = 0
const freshName = () => {
  named += 1
  return `用户组${named}`
}

async function arrangeGroup({ admin }: Pick<Organisation, 'admin'>, staffIds: readonly string[]): Promise<string> {
  const selection = { staffIds: [...staffIds] }
  return (await world.as(admin).get(group.createStaffGroup, { name: freshName(), selection })).id
}

type Member = { readonly admin: Organisation['admin']; readonly groupId: string }
const join = ({ admin, groupId }: Member, ...staffIds: string[]) =>
  world.as(admin).get(groupMember.addStaffGroupMember, { id: groupId, selection: { staffIds } })
const leave = ({ admin, groupId }: Member, ...staffIds: string[]) =>
  world.as(admin).get(groupMember.removeStaffGroupMember, { id: groupId, selection: { staffIds } })

async function listed(admin: Organisation['admin'], examinationId: string): Promise<string[]> {
  const { dataList } = await world.as(admin).get(examPeople.list, { examinationId, pageSize: 100 })
  return dataList.map(({ staffId }) => staffId).sort()
}

/** A company with a published exam of one question, going on, that nobody sits yet. */
async function arrangeRunning(people: number, wish: Parameters<typeof arrangeExam>[1] = {}) {
  const { companyId, examId } = await arrangeExam(world, { candidates: 0, ...wish })
  const admin = await world.actor({ companyId })
  const staffIds = await arrangeStaff(world, companyId, { count: people })
  const groupId = await arrangeGroup({ admin }, staffIds)
  const attach = (mode: 1 | 2, groupIds = [groupId]) =>
    world.as(admin).get(examGroups.add, { examinationId: examId, groupIds, mode })
  const candidate = async (staffId = '') => world.as(await world.actor({ companyId, staffId, isAdmin: false }))
  return { companyId, examId, admin, staffIds, groupId, attach, candidate }
}

test('a snapshot is who was in the group then, whatever becomes of the group', async () => {
  const { companyId, examId, admin, staffIds, groupId, attach } = await arrangeRunning(3)
  const [first = '', second = ''] = staffIds
  await world.rows('update org.staff set is_enabled = false where id = $1', [second])
  await world.as(admin).get(examPeople.add, { examinationId: examId, staffIds: [first] })
  expect(await attach(snapshot)).toEqual({ addedCount: 1, repeatedCount: 1, skippedCount: 1, removedCount: 0 })
  const before = await listed(admin, examId)
  const [late = ''] = await arrangeStaff(world, companyId, { count: 1 })
  await join({ admin, groupId }, late)
  await leave({ admin, groupId }, first)
  await world.runJobs()
  expect(await listed(admin, examId)).toEqual(before)
  const attached = await world.as(admin).get(examGroups.list, { examinationId: examId })
  expect(attached).toMatchObject({ totalCount: 1, dataList: [{ id: groupId, mode: snapshot, staffCount: 3, isRemoved: false }] })
  await world.as(admin).get(group.deleteStaffGroup, { id: groupId })
  await world.runJobs()
  expect(await listed(admin, examId)).toEqual(before)
})

test('who joins a followed group has the exam at once, and who leaves it before beginning has it no more', async () => {
  const { companyId, examId, admin, staffIds, groupId, attach, candidate } = await arrangeRunning(2)
  expect(await attach(live)).toMatchObject({ addedCount: 2 })
  const [late = ''] = await arrangeStaff(world, companyId, { count: 1 })
  const newcomer = await candidate(late)
  expect((await newcomer.get(entryCalls.myExams, {})).dataList).toEqual([])
  await join({ admin, groupId }, late)
  expect((await newcomer.get(entryCalls.myExams, {})).dataList).toMatchObject([{ examId, entry: { allowed: true } }])
  await world.runJobs()
  expect(await listed(admin, examId)).toEqual([...staffIds, late].sort())

  const [leaver = ''] = staffIds
  const going = await candidate(leaver)
  const { hash } = await going.get(entryCalls.notice, { examId })
  await going.get(entryCalls.confirmNotice, { examId, hash })
  await leave({ admin, groupId }, leaver)
  // The list has not followed yet, the door has.
  expect(await listed(admin, examId)).toContain(leaver)
  expect((await going.call(entryCalls.start, { examId, device: browserA })).code).not.toBe(0)
  expect((await going.call(entryCalls.notice, { examId })).code).toBe(1008)
  expect((await going.get(entryCalls.myExams, {})).dataList).toEqual([])
  await world.runJobs()
  expect(await listed(admin, examId)).not.toContain(leaver)
})

test('somebody who has just joined may begin before the list has followed, and is on it once', async () => {
  const { companyId, examId, admin, groupId, attach } = await arrangeRunning(1)
  await attach(live)
  const [late = ''] = await arrangeStaff(world, companyId, { count: 1 })
  await join({ admin, groupId }, late)
  const actor = await world.actor({ companyId, staffId: late, isAdmin: false })
  const { attemptId } = await startExam(world, actor, examId)
  await world.runJobs()
  expect((await listed(admin, examId)).filter((id) => id === late)).toHaveLength(1)
  expect((await world.as(actor).get(sitting.resume, { attemptId, device: browserA })).attemptId).toBe(attemptId)
})

test('a begun attempt is never taken away', async () => {
  const { companyId, examId, admin, staffIds, groupId, attach } = await arrangeRunning(2)
  await attach(live)
  const [begun = '', other = ''] = staffIds
  const actor = await world.actor({ companyId, staffId: begun, isAdmin: false })
  const { attemptId } = await startExam(world, actor, examId)
  await leave({ admin, groupId }, begun, other)
  await world.runJobs()
  expect(await listed(admin, examId)).toEqual([begun])
  expect((await world.as(actor).get(sitting.resume, { attemptId, device: browserA })).attemptId).toBe(attemptId)
  expect(await world.as(admin).get(examGroups.remove, { examinationId: examId, groupIds: [groupId] })).toEqual({
    removedCount: 0,
  })
  expect(await listed(admin, examId)).toEqual([begun])
})

test('with the close the list stands: who missed the exam stays absent', async () => {
  const { companyId, examId, admin, staffIds, groupId, attach, candidate } = await arrangeRunning(2)
  await attach(live)
  await world.rows(`update exam.exam set admission_end_at = now() - interval '1 minute' where id = $1`, [examId])
  const [late = ''] = await arrangeStaff(world, companyId, { count: 1 })
  await join({ admin, groupId }, late)
  await leave({ admin, groupId }, staffIds[0] ?? '')
  await world.runJobs()
  expect(await listed(admin, examId)).toEqual([...staffIds].sort())
  const absent = await world.as(admin).get(results.list, { examinationId: examId, state: 5 })
  expect(absent.totalCount).toBe(2)
  expect((await world.as(admin).get(results.funnel, { examinationId: examId })).premiseExamCount).toBe(2)
  expect((await (await candidate(late)).get(entryCalls.myExams, {})).dataList).toEqual([])
  expect((await (await candidate(staffIds[0])).get(entryCalls.myExams, {})).dataList).toMatchObject([{ examId }])
  expect(await world.as(admin).call(examGroups.add, { examinationId: examId, groupIds: [groupId], mode: 2 })).toMatchObject({
    code: 2304,
  })
})

test('an exam that goes on after its close follows its groups again', async () => {
  const { companyId, examId, admin, staffIds, groupId, attach } = await arrangeRunning(1)
  await attach(live)
  await world.rows(`update exam.exam set admission_end_at = now() - interval '1 minute' where id = $1`, [examId])
  const [late = ''] = await arrangeStaff(world, companyId, { count: 1 })
  await join({ admin, groupId }, late)
  await world.runJobs()
  expect(await listed(admin, examId)).toEqual(staffIds)
  const { name, version } = await world.as(admin).get(exam.get, { id: examId })
  const admissionEndTime = new Date(Date.now() + 3_600_000).toISOString()
  await world.as(admin).get(exam.save, { id: examId, version, name, admissionEndTime })
  await world.runJobs()
  expect(await listed(admin, examId)).toEqual([...staffIds, late].sort())
})

test('somebody in two followed groups, or chosen too, stays when one of them goes', async () => {
  const { examId, admin, staffIds, groupId, attach } = await arrangeRunning(3)
  const [both = '', chosen = '', only = ''] = staffIds
  const second = await arrangeGroup({ admin }, [both])
  await attach(live, [groupId, second])
  await world.as(admin).get(examPeople.add, { examinationId: examId, staffIds: [chosen] })
  const { dataList } = await world.as(admin).get(examPeople.list, { examinationId: examId })
  const namesOf = (id: string) => dataList.find(({ staffId }) => staffId === id)?.groupNames.length
  expect([namesOf(both), namesOf(chosen), namesOf(only)]).toEqual([2, 0, 1])
  expect(await world.as(admin).get(examGroups.remove, { examinationId: examId, groupIds: [groupId] })).toEqual({
    removedCount: 1,
  })
  expect(await listed(admin, examId)).toEqual([both, chosen].sort())
  await world.as(admin).get(group.deleteStaffGroup, { id: second })
  await world.runJobs()
  expect(await listed(admin, examId)).toEqual([chosen])
})

test('who comes by a followed group is not removed one by one, and the chosen list leaves them alone', async () => {
  const given = await arrangeOrganisation(world)
  const { admin, companyId } = given
  const [member = '', chosen = '', other = ''] = await arrangeStaff(world, companyId, { count: 3 })
  const groupId = await arrangeGroup(given, [member])
  const draft = await world.as(admin).get(exam.save, { ...base, staffIds: [chosen, member] })
  await world.as(admin).get(examGroups.add, { examinationId: draft.id, groupIds: [groupId], mode: live })
  expect(await world.as(admin).call(examPeople.remove, { examinationId: draft.id, staffIds: [member, chosen] })).toMatchObject({
    code: 2317,
    message: '学员1由实时用户组加入，请从用户组中移除或取消关联用户组',
  })
  expect(await listed(admin, draft.id)).toEqual([chosen, member].sort())
  const { version } = await world.as(admin).get(exam.get, { id: draft.id })
  await world.as(admin).get(exam.save, { id: draft.id, version, name: draft.name, staffIds: [other] })
  expect(await listed(admin, draft.id)).toEqual([member, other].sort())
  await leave({ admin, groupId }, member)
  await world.runJobs()
  expect(await listed(admin, draft.id)).toEqual([other])
})

test('a group changes from followed to a snapshot and back', async () => {
  const { examId, admin, staffIds, groupId, attach } = await arrangeRunning(2)
  const [first = '', second = ''] = staffIds
  await attach(live)
  expect(await attach(snapshot)).toEqual({ addedCount: 0, repeatedCount: 2, skippedCount: 0, removedCount: 0 })
  await leave({ admin, groupId }, first)
  await world.runJobs()
  expect(await listed(admin, examId)).toEqual([...staffIds].sort())
  await attach(live)
  await leave({ admin, groupId }, second)
  await world.runJobs()
  // Chosen by the snapshot, so no group takes them away any more.
  expect(await listed(admin, examId)).toEqual([...staffIds].sort())
})

test('a disabled or removed member leaves the list, and comes back with it', async () => {
  const { companyId, examId, admin, staffIds, attach } = await arrangeRunning(2)
  const [first = '', second = ''] = staffIds
  await attach(live)
  const set = async (id: string, change: string) => {
    await world.rows(`update org.staff set ${change} where id = $1`, [id])
    await world.inCompany(companyId, (db) => tellStaffChanged(db, [id]))
    await world.runJobs()
  }
  await set(first, 'is_enabled = false')
  expect(await listed(admin, examId)).toEqual([second])
  await set(first, 'is_enabled = true')
  await set(second, 'removed_at = now()')
  expect(await listed(admin, examId)).toEqual([first])
})

test('a copied exam follows the same groups with the same chosen people', async () => {
  const { companyId, examId, admin, staffIds, groupId, attach } = await arrangeRunning(2)
  await attach(live)
  const [chosen = ''] = await arrangeStaff(world, companyId, { count: 1 })
  await world.as(admin).get(examPeople.add, { examinationId: examId, staffIds: [chosen] })
  const copy = await world.as(admin).get(exam.copy, { id: examId, withStaff: true })
  expect(await listed(admin, copy.id)).toEqual([...staffIds, chosen].sort())
  await leave({ admin, groupId }, staffIds[0] ?? '')
  await world.runJobs()
  expect(await listed(admin, copy.id)).toEqual([staffIds[1] ?? '', chosen].sort())
})

test('a data scope bounds what an attached group brings, now and later, and what may be detached', async () => {
  const given = await arrangeOrganisation(world)
  const { admin, companyId, departments } = given
  const [near = '', late = ''] = await arrangeStaff(world, companyId, { count: 2, departmentId: departments.branch })
  const [far = '', farther = ''] = await arrangeStaff(world, companyId, { count: 2, departmentId: departments.other })
  const mixed = await arrangeGroup(given, [near, far])
  const unseen = await arrangeGroup(given, [far])
  const { id: examinationId } = await world.as(admin).get(exam.save, base)
  const scope = { kind: 'some', departmentIds: [], subtreeIds: [departments.root], ownStaffId: null } as const
  const rights = [examManage.rights.view, examManage.rights.edit, examManage.rights.add]
  const clerk = world.as(await world.actor({ companyId, rights, scopes: { examManage: scope } }))
  const attach = (groupIds: string[], mode: 1 | 2) => clerk.call(examGroups.add, { examinationId, groupIds, mode })
  expect(await attach([unseen], live)).toMatchObject({ code: 2316 })
  expect(await attach([mixed, unseen], snapshot)).toMatchObject({ code: 2316 })
  expect(await attach([mixed], live)).toMatchObject({ data: { addedCount: 1, skippedCount: 1 } })
  await join({ admin, groupId: mixed }, late, farther)
  await world.runJobs()
  expect(await listed(admin, examinationId)).toEqual([near, late].sort())
  const outsider = world.as(await world.actor({ companyId, staffId: farther, isAdmin: false }))
  expect((await outsider.get(entryCalls.myExams, {})).dataList).toEqual([])
  expect((await clerk.get(examGroups.list, { examinationId })).dataList).toMatchObject([{ id: mixed, staffCount: 2 }])
  expect((await world.as(admin).get(examGroups.list, { examinationId })).dataList).toMatchObject([{ staffCount: 4 }])

  await world.as(admin).get(examGroups.add, { examinationId, groupIds: [mixed], mode: live })
  expect(await listed(admin, examinationId)).toHaveLength(4)
  expect(await clerk.call(examGroups.remove, { examinationId, groupIds: [mixed] })).toMatchObject({ code: 2318 })
  expect(await attach([mixed], snapshot)).toMatchObject({ code: 2318 })
  expect(await listed(admin, examinationId)).toHaveLength(4)
  const copy = await clerk.get(exam.copy, { id: examinationId, withStaff: true })
  expect(await listed(admin, copy.id)).toEqual([near, late].sort())
})

test('another company’s groups and exams are nobody’s here', async () => {
  const { examId, groupId, attach } = await arrangeRunning(1)
  const other = await arrangeRunning(1)
  expect(
    await world.as(other.admin).call(examGroups.add, { examinationId: other.examId, groupIds: [groupId], mode: live }),
  ).toMatchObject({
    code: 2316,
  })
  expect(
    await world.as(other.admin).call(examGroups.add, { examinationId: examId, groupIds: [other.groupId], mode: live }),
  ).toMatchObject({
    code: 1008,
  })
  await attach(live)
  expect(await world.as(other.admin).call(examGroups.remove, { examinationId: examId, groupIds: [groupId] })).toMatchObject({
    code: 1008,
  })
  expect((await world.as(other.admin).get(examGroups.list, { examinationId: examId })).totalCount).toBe(0)
})

test('whoever comes after the publishing is told of the exam, the others not again', async () => {
  const { companyId, examId, admin, groupId, attach } = await arrangeRunning(2, { settings: { notifyPublish: true } })
  const told = async () =>
    (
      await world.rows<{ address: string }>(
        `select address from messaging.outbox where company_id = $1 and template_key <> 'reviewerAssigned' order by 1`,
        [companyId],
      )
    ).length
  await attach(live)
  await world.runJobs()
  expect(await told()).toBe(2)
  const [late = '', chosen = ''] = await arrangeStaff(world, companyId, { count: 2 })
  await join({ admin, groupId }, late)
  await world.runJobs()
  expect(await told()).toBe(3)
  await world.as(admin).get(examPeople.add, { examinationId: examId, staffIds: [chosen] })
  await world.runJobs()
  expect(await told()).toBe(4)
})

test('publishing counts whom the groups have at that moment', async () => {
  const given = await arrangeOrganisation(world)
  const { admin, companyId } = given
  const [member = ''] = await arrangeStaff(world, companyId, { count: 1 })
  const groupId = await arrangeGroup(given, [member])
  const draft = await world.as(admin).get(exam.save, base)
  await world.as(admin).get(examGroups.add, { examinationId: draft.id, groupIds: [groupId], mode: live })
  await leave({ admin, groupId }, member)
  const refused = await world.as(admin).call(exam.publish, { id: draft.id, version: draft.version, ignoreWarnings: true })
  expect(JSON.stringify(refused.data)).toContain('还没有添加考生')
})
