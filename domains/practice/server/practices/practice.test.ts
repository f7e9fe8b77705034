import { randomUUID } from 'node:crypto'
import { examModule } from '@kaopei/exam/server'
import { arrangeOrganisation, arrangeReadyQuestions, arrangeStaff } from '@kaopei/exam/testing'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { practiceErrors } from '../../contract/errors.ts'
import { learn } from '../../contract/learn.ts'
import { practiceManage } from '../../contract/menus.ts'
import { practice } from '../../contract/practice.ts'
import { practicePaper } from '../../contract/practice-paper.ts'
import { practicePeople } from '../../contract/practice-people.ts'
import { practicePolicy } from '../../contract/practice-policy.ts'
import { practiceModule } from '../index.ts'
import { arrangePractice, choices, learnerOf } from '../practice-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, practiceModule])
})
afterAll(() => world.close())

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

test('a practice is saved, its questions chosen, checked, published, ended; each step leaves its row in the log', async () => {
  const organisation = await arrangeOrganisation(world)
  const { admin, companyId } = organisation
  const { questions } = await arrangeReadyQuestions(world, companyId, choices(2))
  const as = world.as(admin)
  const draft = await as.get(practice.save, { name: '班前练习', startTime: hours(-1), endTime: hours(5) })
  expect(draft).toMatchObject({ status: 0, participationMode: 1, permitViewAnswer: true, questionCount: 0 })
  const empty = await as.get(practice.checks, { id: draft.id })
  expect(empty).toMatchObject({ mayPublish: false, findings: [{ code: 'noQuestions', level: 'blocking' }, { code: 'noPeople' }] })
  const paper = await as.get(practicePaper.save, {
    practiceId: draft.id,
    version: draft.version,
    questions: questions.map(({ id }) => ({ questionType: 1 as const, questionId: id })),
  })
  expect(paper).toMatchObject({ version: 2, questionCount: 2 })
  expect((await as.get(practicePaper.examplePaper, { practiceId: draft.id })).questions).toHaveLength(2)
  const nobody = await as.call(practice.publish, { id: draft.id, version: 2 })
  expect(nobody).toMatchObject({ code: practiceErrors.warningsUnconfirmed.code, data: { findings: [{ code: 'noPeople' }] } })
  const published = await as.get(practice.publish, { id: draft.id, version: 2, ignoreWarnings: true })
  expect(published).toMatchObject({ status: 5, questionCount: 2, sumScore: 4 })
  expect((await as.call(practicePaper.save, { practiceId: draft.id, version: 3, questions: [] })).code).toBe(3103)
  expect((await as.call(practice.remove, { id: draft.id })).code).toBe(3100)
  const ended = await as.get(practice.end, { id: draft.id, version: published.version })
  expect(ended.status).toBe(6)
  expect((await as.call(practice.end, { id: draft.id, version: ended.version })).code).toBe(3102)
  const actions = await world.rows(`select action from kit.operation_log where company_id = $1 order by id`, [companyId])
  expect(actions.map(({ action }) => action)).toEqual(['create', 'update', 'publish', 'end'])
})

test('questions and exams are saved together, or neither', async () => {
  const { admin, practiceId, questions } = await arrangePractice(world, { isDraft: true })
  const as = world.as(admin)
  const before = await as.get(practicePaper.list, { practiceId })
  const wish = {
    practiceId,
    version: before.version,
    questions: [{ questionType: 1 as const, questionId: questions[0]?.id ?? '' }],
  }
  const refused = await as.call(practicePaper.save, { ...wish, examinationList: [randomUUID()] })
  expect(refused.code).toBe(practiceErrors.examRefused.code)
  expect(await as.get(practicePaper.list, { practiceId })).toEqual(before)
  expect(await as.get(practicePaper.save, { ...wish, examinationList: [] })).toMatchObject({ questionCount: 1 })
})

test('the list computes its status from the clock; [1,4] asks for what is published and not over', async () => {
  const organisation = await arrangeOrganisation(world)
  const save = (name: string, startTime: string, endTime: string) =>
    arrangePractice(world, { organisation, save: { name, startTime, endTime } })
  await save('未来', hours(1), hours(2))
  await save('现在', hours(-1), hours(2))
  const past = await save('过去', hours(-2), hours(1))
  await world.rows(`update practice.practice set end_at = now() - interval '1 minute' where id = $1`, [past.practiceId])
  await arrangePractice(world, { organisation, isDraft: true, save: { name: '草稿' } })
  const as = world.as(organisation.admin)
  const namesOf = async (status?: number | number[]) =>
    (await as.get(practice.listByPage, { ...(status !== undefined && { status }) })).dataList.map(({ name }) => name)
  expect(await namesOf()).toEqual(['草稿', '过去', '现在', '未来'])
  expect(await namesOf([1, 4])).toEqual(['现在', '未来'])
  expect(await namesOf(1)).toEqual(['过去', '现在', '未来'])
  expect(await namesOf(0)).toEqual(['草稿'])
  expect(await namesOf(4)).toEqual(['未来'])
  expect(await namesOf([5, 6])).toEqual(['过去', '现在'])
  const picked = await as.get(practice.listSearch, { query: '在' })
  expect(picked.dataList).toMatchObject([{ name: '现在', status: 5 }])
  const candidate = await world.actor({ companyId: organisation.companyId, isAdmin: false })
  expect((await world.as(candidate).call(practice.listSearch, {})).code).toBe(1002)
})

test('everybody, chosen people, departments: who may practise follows at once', async () => {
  const organisation = await arrangeOrganisation(world)
  const { companyId, admin, departments } = organisation
  const [branchMan = '', otherMan = ''] = [
    ...(await arrangeStaff(world, companyId, { count: 1, departmentId: departments.branch })),
    ...(await arrangeStaff(world, companyId, { count: 1, departmentId: departments.other })),
  ]
  const actors = [branchMan, otherMan].map((staffId) => world.actor({ companyId, staffId, isAdmin: false }))
  const [inBranch, inOther] = await Promise.all(actors)
  const { practiceId } = await arrangePractice(world, { organisation, save: { participationStaffList: [] } })
  const seen = async () => {
    const names = []
    for (const [name, actor] of [
      ['branch', inBranch],
      ['other', inOther],
    ] as const) {
      if (!actor) throw new Error('signed in above')
      const { totalCount } = await world.as(actor).get(learn.mine, {})
      const { code } = await world.as(actor).call(learn.begin, { practiceId, mode: 1 })
      expect(code === 0).toBe(totalCount === 1)
      if (code === 0) names.push(name)
    }
    return names
  }
  const as = world.as(admin)
  const change = async (input: object) => {
    const { version } = await as.get(practice.get, { id: practiceId })
    return as.get(practice.save, { id: practiceId, version, name: '练习', ...input })
  }
  expect(await seen()).toEqual([])
  await as.get(practicePeople.updateStaff, { examinationId: practiceId, staffIds: [otherMan] })
  expect(await seen()).toEqual(['other'])
  expect(await change({ participationMode: 2, participationDepartmentList: [departments.root] })).toMatchObject({
    participationDepartmentList: [{ name: '总部' }],
  })
  expect(await seen()).toEqual(['branch', 'other'])
  await change({ participationMode: 1 })
  await as.get(practicePeople.deleteStaff, {
    examinationId: practiceId,
    staffId: otherMan,
    deleteTime: '',
    pageIndex: 1,
  } as never)
  expect(await seen()).toEqual([])
  await change({ participationMode: 0 })
  expect(await seen()).toEqual(['branch', 'other'])
})

test('a group that was attached within a data scope lets nobody from outside of it in, later joiners too', async () => {
  const organisation = await arrangeOrganisation(world)
  const { companyId, admin, departments } = organisation
  const [near = ''] = await arrangeStaff(world, companyId, { count: 1, departmentId: departments.other })
  const [far = ''] = await arrangeStaff(world, companyId, { count: 1, departmentId: departments.branch })
  const groupId = randomUUID()
  await world.rows(`insert into usergroup.staff_group (company_id, id, name) values ($1, $2, '夜班')`, [companyId, groupId])
  const joins = (staffId: string) =>
    world.rows('insert into usergroup.member (company_id, group_id, staff_id) values ($1, $2, $3)', [companyId, groupId, staffId])
  await joins(near)
  const { practiceId } = await arrangePractice(world, { organisation, save: { participationStaffList: [] } })
  const managing = async (departmentId: string) => {
    const scope = { kind: 'some' as const, departmentIds: [], subtreeIds: [departmentId], ownStaffId: null }
    const rights = Object.values(practiceManage.rights)
    return world.as(await world.actor({ companyId, isAdmin: false, rights, scopes: { [practiceManage.name]: scope } }))
  }
  const change = async (as: Awaited<ReturnType<typeof managing>>, input: object) => {
    const { version } = await as.get(practice.get, { id: practiceId })
    return as.call(practice.save, { id: practiceId, version, name: '练习', participationMode: 2, ...input })
  }
  const manager = await managing(departments.other)
  expect((await change(manager, { participationGroupList: [groupId] })).code).toBe(0)
  expect((await manager.get(practice.get, { id: practiceId })).participationGroupList).toEqual([{ id: groupId, name: '夜班' }])
  await joins(far)
  const mayBegin = async (staffId: string) => {
    const as = world.as(await world.actor({ companyId, staffId, isAdmin: false }))
    const { totalCount } = await as.get(learn.mine, {})
    const { code } = await as.call(learn.begin, { practiceId, mode: 1 })
    expect(code).toBe(totalCount === 1 ? 0 : 3120)
    return code === 0
  }
  expect([await mayBegin(near), await mayBegin(far)]).toEqual([true, false])
  await world.rows('delete from usergroup.member where company_id = $1 and group_id = $2 and staff_id = $3', [
    ...[companyId, groupId, far],
  ])
  expect((await change(await managing(departments.branch), { participationGroupList: [] })).code).toBe(3112)
  expect((await change(world.as(admin), { participationGroupList: [] })).code).toBe(0)
  expect(await mayBegin(near)).toBe(false)
})

test('the list of chosen people is searched by word and department', async () => {
  const organisation = await arrangeOrganisation(world)
  const { companyId, admin, departments } = organisation
  const { practiceId, staffIds } = await arrangePractice(world, { organisation, people: 2 })
  const [other = ''] = await arrangeStaff(world, companyId, { count: 1, departmentId: departments.other })
  const as = world.as(admin)
  await as.get(practicePeople.updateStaff, { examinationId: practiceId, staffIds: [other] })
  await world.rows(`update org.staff set name = '张三丰' where company_id = $1 and id = $2`, [companyId, staffIds[0]])
  const found = async (wish: object) =>
    (await as.get(practicePeople.staffList, { examinationId: practiceId, ...wish })).dataList.map(({ staffId }) => staffId)
  expect(await found({ keyWords: '三丰' })).toEqual([staffIds[0]])
  expect(await found({ departmentId: departments.other })).toEqual([other])
  expect(await found({ departmentId: departments.other, keyWords: '三丰' })).toEqual([])
  expect((await found({ departmentId: departments.root })).toSorted()).toEqual(staffIds.toSorted())
})

test('whoever sees one department adds nobody else, and sees nobody else', async () => {
  const organisation = await arrangeOrganisation(world)
  const { companyId, departments } = organisation
  const { practiceId, staffIds } = await arrangePractice(world, { organisation })
  const [stranger = ''] = await arrangeStaff(world, companyId, { count: 1, departmentId: departments.other })
  const scope = { kind: 'some' as const, departmentIds: [], subtreeIds: [departments.other], ownStaffId: null }
  const manager = await world.actor({
    ...{ companyId, isAdmin: false, rights: Object.values(practiceManage.rights) },
    scopes: { [practiceManage.name]: scope },
  })
  const as = world.as(manager)
  const added = await as.get(practicePeople.updateStaff, { examinationId: practiceId, staffIds: [...staffIds, stranger] })
  expect(added).toEqual({ addedCount: 1, repeatedCount: 0, skippedCount: 1 })
  expect((await as.get(practicePeople.staffList, { examinationId: practiceId })).dataList.map(({ staffId }) => staffId)).toEqual([
    stranger,
  ])
  expect(await as.get(practicePeople.deleteStaff, { examinationId: practiceId, staffIds: [...staffIds] })).toMatchObject({
    removedCount: 0,
    leftOut: { isAll: true },
  })
  const { version } = await as.get(practice.get, { id: practiceId })
  const change = { id: practiceId, version, name: '练习', participationMode: 2 as const }
  expect((await as.call(practice.save, { ...change, participationDepartmentList: [departments.root] })).code).toBe(3108)
})

test('a client that takes a draft for published, or the other way round, is told to look again', async () => {
  const published = await arrangePractice(world)
  const draft = await arrangePractice(world, { isDraft: true })
  for (const [{ admin, practiceId: id }, status] of [
    [published, 0],
    [draft, 1],
  ] as const) {
    const as = world.as(admin)
    const { version } = await as.get(practice.get, { id })
    const stale = await as.call(practice.save, { id, version, name: '练习', status })
    expect(stale).toMatchObject({ code: 3103, message: '练习状态已变化，请刷新后重试' })
    expect((await as.call(practice.save, { id, version, name: '练习', status: status === 0 ? 1 : 0 })).code).toBe(0)
  }
})

test('a copy has the questions and the settings, and begins as a draft', async () => {
  const { admin, companyId, practiceId, staffIds } = await arrangePractice(world, {
    ...{ people: 2, save: { permitRepeatPractice: false } },
  })
  const as = world.as(admin)
  await world.rows('update org.staff set is_enabled = false where company_id = $1 and id = $2', [companyId, staffIds[0]])
  const { id, ...people } = await as.get(practice.copy, { id: practiceId, withStaff: true })
  expect(people).toEqual({ staffCount: 1, skippedCount: 1 })
  expect(await as.get(practice.get, { id })).toMatchObject({
    ...{ name: '安全知识练习（副本）', status: 0, questionCount: 3, permitRepeatPractice: false, participationStaffCount: 1 },
  })
})

test('questions of the banks are seen by whoever looks without their keys, unless they may write', async () => {
  const { companyId, practiceId } = await arrangePractice(world)
  const looker = await world.actor({ companyId, isAdmin: false, rights: [practiceManage.rights.view] })
  const shown = await world.as(looker).get(practicePaper.examplePaper, { practiceId })
  expect(shown.questions[0]).toMatchObject({ hiddenKey: 'right', content: { correct: null } })
})

test('nobody reaches the practice of another company', async () => {
  const { practiceId } = await arrangePractice(world)
  const as = world.as(await world.actor())
  const codes = [
    await as.call(practice.get, { id: practiceId }),
    await as.call(practice.copy, { id: practiceId }),
    await as.call(practicePaper.list, { practiceId }),
    await as.call(practicePeople.staffList, { examinationId: practiceId }),
    await as.call(practice.save, { id: practiceId, version: 1, name: '改名' }),
  ].map(({ code }) => code)
  expect(codes).toEqual([1008, 1008, 1008, 1008, 1008])
  expect((await as.call(practice.save, { name: '新', examinationList: [randomUUID()] })).code).toBe(3109)
  expect((await as.call(practice.save, { name: '新', participationStaffList: [randomUUID()] })).code).toBe(3107)
})

test('a company sets its own figures; who read older ones is told', async () => {
  const arranged = await arrangePractice(world)
  const as = world.as(arranged.admin)
  const policy = await as.get(practicePolicy.get, {})
  expect(policy).toEqual({ retentionPercent: 90, dailyCount: 15, leaveStreak: 3, leaveDays: 2, version: 0 })
  const wish = { retentionPercent: 85, dailyCount: 5, leaveStreak: 2, leaveDays: 1 }
  expect(await as.get(practicePolicy.set, { ...wish, version: 0 })).toEqual({ ...wish, version: 1 })
  expect((await as.call(practicePolicy.set, { ...wish, version: 0 })).code).toBe(1007)
  expect((await as.call(practicePolicy.set, { ...wish, leaveDays: 3, version: 1 })).code).toBe(1001)
  expect(await world.as(learnerOf(arranged)).get(learn.dueToday, {})).toMatchObject({ dailyCount: 5 })
})
