import { randomUUID } from 'node:crypto'
import { jobsModule } from '@kaopei/jobs/server'
import { arrangePeople } from '@kaopei/org/testing'
import { type TestActor, World } from '@kaopei/server/testing'
import { shareModule } from '@kaopei/share/server'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { DefinitionInput } from '../../contract/definition.ts'
import { questionnaireLearn as learn, questionnaireLink as link } from '../../contract/learn.ts'
import { questionnaireMenu } from '../../contract/menus.ts'
import { questionnairePeople as people } from '../../contract/people.ts'
import { questionnaire } from '../../contract/questionnaire.ts'
import { questionnaireResults as results } from '../../contract/results.ts'
import { asked, choose, single } from '../../contract/rules/made.ts'
import { admitToQuestionnaire, followQuestionnaires, questionnaireModule } from '../index.ts'
import { draftQuestionnaire, newSecret, publishedQuestionnaire } from '../questionnaire-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([jobsModule, shareModule, questionnaireModule])
})
afterAll(() => world.close())

async function arrange(count: number) {
  const admin = await world.actor()
  const { companyId } = admin
  const ids = await arrangePeople(
    world,
    companyId,
    Array.from({ length: count }, (_, place) => ({ name: `员工${place + 1}` })),
  )
  const staff: TestActor[] = []
  for (const staffId of ids) staff.push(await world.actor({ companyId, staffId, rights: [] }))
  return { admin, staff, ids }
}

const branching = asked(
  single('a', 'ab', { isRequired: true }),
  single('b', 'ab', { isRequired: true, showIf: { question: 'a', is: 'anyOf', options: ['a'] } }),
)

test('the server computes what was visible, drops the rest, and names what is missing', async () => {
  const { admin, staff } = await arrange(1)
  const [person = admin] = staff
  const as = world.as(person)
  const questionnaireId = await publishedQuestionnaire(world, admin, { definition: branching })
  expect(await as.get(learn.mine, {})).toMatchObject({ dataList: [{ questionnaireId, state: 0 }], totalCount: 1 })
  const missing = await as.call(learn.submit, { questionnaireId, answers: { a: choose('a') } })
  expect(missing).toMatchObject({ code: 3173, data: { problems: [{ elementId: 'b', message: '此题必答' }] } })
  const saved = await as.get(learn.savePartial, { questionnaireId, answers: { a: choose('a') }, partialVersion: 0 })
  expect(saved.partialVersion).toBe(1)
  expect(await as.call(learn.savePartial, { questionnaireId, answers: {}, partialVersion: 0 })).toMatchObject({ code: 1007 })
  expect(await as.get(learn.open, { questionnaireId })).toMatchObject({
    state: 1,
    answers: { a: choose('a') },
    partialVersion: 1,
  })
  const answers = { a: choose('b'), b: choose('a'), gone: choose('a') }
  expect(await as.get(learn.submit, { questionnaireId, answers })).toEqual({ state: 1, endText: '感谢您的参与！' })
  const [row] = await world.rows('select answers, staff_id from questionnaire.response where questionnaire_id = $1', [
    questionnaireId,
  ])
  expect(row).toEqual({ answers: { a: choose('b') }, staff_id: person.staffId })
  expect(await as.call(learn.submit, { questionnaireId, answers })).toMatchObject({ code: 3172 })
  expect(await world.runJobs()).not.toContain('questionnaire.answered')
  expect(await as.get(learn.mine, { only: 'open' })).toMatchObject({ totalCount: 0 })
  expect(await as.get(learn.mine, { only: 'answered' })).toMatchObject({ dataList: [{ state: 2 }] })
  expect(await world.as(admin).get(people.staffList, { id: questionnaireId, state: 2 })).toMatchObject({ totalCount: 1 })
  expect(await world.as(admin).call(questionnaire.remove, { id: questionnaireId })).toMatchObject({ code: 3159 })
})

test('news of who has answered is told of questionnaires alone that somebody follows, once a person', async () => {
  const { admin, staff } = await arrange(2)
  const [first = admin, second = admin] = staff
  const questionnaireId = await publishedQuestionnaire(world, admin, { definition: branching, isChangeable: true })
  const answers = { a: choose('b') }
  await world.as(first).get(learn.submit, { questionnaireId, answers })
  expect(await world.runJobs()).not.toContain('questionnaire.answered')
  await world.inCompany(admin.companyId, (db) => followQuestionnaires(db, [questionnaireId]))
  for (const person of [first, second, second]) await world.as(person).get(learn.submit, { questionnaireId, answers })
  expect((await world.runJobs()).filter((name) => name === 'questionnaire.answered')).toHaveLength(1)
})

test('a file must be the person’s own upload, in unfinished sheets too', async () => {
  const { admin, staff } = await arrange(1)
  const [person = admin] = staff
  const definition = asked({ id: 'f', kind: 'file', title: '证书', isRequired: true })
  const questionnaireId = await publishedQuestionnaire(world, admin, { definition })
  const answers = { f: { files: [{ fileId: '01890000-0000-7000-8000-000000000001', name: '别人的.pdf' }] } }
  expect(await world.as(person).call(learn.submit, { questionnaireId, answers })).toMatchObject({ code: 3178 })
  const partial = { questionnaireId, answers, partialVersion: 0 }
  expect(await world.as(person).call(learn.savePartial, partial)).toMatchObject({ code: 3178 })
})

test('only whoever is asked answers: chosen, by department, by nobody after the end', async () => {
  const { admin, staff } = await arrange(2)
  const [asking = admin, other = admin] = staff
  const id = await publishedLater(admin, 1, async (questionnaireId) => {
    await world.as(admin).get(people.updateStaff, { id: questionnaireId, staffIds: [asking.staffId] })
  })
  const answers = { a: choose('b') }
  expect(await world.as(other).call(learn.submit, { questionnaireId: id, answers })).toMatchObject({ code: 3171 })
  expect(await world.as(other).get(learn.mine, {})).toMatchObject({ totalCount: 0 })
  await world.rows(
    `insert into questionnaire.questionnaire (company_id, name, status, audience_mode, definition_id, layout)
     select q.company_id, '别人的问卷', 1, 1, q.definition_id, q.layout from questionnaire.questionnaire q, generate_series(1, 600) where q.id = $1`,
    [id],
  )
  for (const only of ['all', 'open'] as const)
    expect(await world.as(asking).get(learn.mine, { only })).toMatchObject({ dataList: [{ questionnaireId: id }], totalCount: 1 })
  expect(await world.as(asking).call(learn.submit, { questionnaireId: id, answers })).toMatchObject({ code: 0 })
  expect(await world.as(admin).get(people.deleteStaff, { id, staffIds: [asking.staffId] })).toMatchObject({ removedCount: 1 })
  const closed = await publishedQuestionnaire(world, admin, { definition: branching })
  await world.as(admin).get(questionnaire.close, { id: closed })
  expect(await world.as(other).call(learn.submit, { questionnaireId: closed, answers })).toMatchObject({ code: 3170 })
})

async function publishedLater(admin: TestActor, audienceMode: 1 | 2, before: (id: string) => Promise<void>): Promise<string> {
  const as = world.as(admin)
  const { id, version } = await as.get(questionnaire.addOrUpdate, { name: '指定', audienceMode })
  await as.get(questionnaire.saveDefinition, { id, version, definition: branching })
  await before(id)
  await as.get(questionnaire.publish, { id })
  return id
}

const quotaOf = (id: string, option: string, wanted: number) => ({
  ...{ id, name: `选${option}`, wanted, endText: `${id} 已满` },
  when: { question: 'a', is: 'anyOf' as const, options: [option] },
})

test('of many for the last places each quota gets exactly what it wants, in any order', async () => {
  const { admin, staff } = await arrange(12)
  const definition: DefinitionInput = {
    ...asked(single('a', 'abc')),
    quotas: [
      quotaOf('qa', 'a', 3),
      quotaOf('qb', 'b', 2),
      { ...quotaOf('all', 'a', 4), when: { question: 'a', is: 'answered' } },
    ],
  }
  const questionnaireId = await publishedQuestionnaire(world, admin, { definition })
  const options = ['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b', 'a', 'b', 'c', 'a']
  const answered = await Promise.all(
    staff.map((person, place) =>
      world.as(person).get(learn.submit, { questionnaireId, answers: { a: choose(options[place] ?? 'a') } }),
    ),
  )
  const counted = answered.filter(({ state }) => state === 1).length
  const { quotaCounts } = await world.as(admin).get(questionnaire.get, { id: questionnaireId })
  expect(quotaCounts.all).toBe(counted)
  expect(counted).toBe(4)
  expect(quotaCounts.qa).toBeLessThanOrEqual(3)
  expect(quotaCounts.qb).toBeLessThanOrEqual(2)
  const kept = await world.rows<{ state: number; count: number }>(
    'select state, count(*)::int as count from questionnaire.response where questionnaire_id = $1 group by state order by state',
    [questionnaireId],
  )
  expect(kept).toEqual([
    { state: 1, count: 4 },
    { state: 2, count: 8 },
  ])
  const stats = await world.as(admin).get(results.statistics, { id: questionnaireId })
  expect(stats).toMatchObject({ sheetCount: 4, screenedOutCount: 8, answeredCount: 12, invitedCount: 12 })
})

test('quotas in any order: each counts what a count by hand says, none more than it wants, and who was refused met a full one', async () => {
  const { admin } = await arrange(0)
  const definition: DefinitionInput = {
    ...asked(single('a', 'abc')),
    quotas: ['q1', 'q2', 'q3'].map((id) => quotaOf(id, 'a', 1)),
  }
  const id = await publishedQuestionnaire(world, admin, { definition })
  const quotas = ['q1', 'q2', 'q3'] as const
  const sheets = fc.array(fc.subarray([...quotas]), { minLength: 1, maxLength: 14 })
  const wanted = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 3, maxLength: 3 })
  const counting = `select questionnaire.count_sheet($1, $2, array(select jsonb_array_elements_text(s.meets)), '{}') as full
    from jsonb_array_elements($3::jsonb) with ordinality as s (meets, place) order by place`
  const property = fc.asyncProperty(sheets, wanted, async (arriving, most) => {
    await world.rows(
      `update questionnaire.quota set count = 0, wanted = ($2::int[])[substr(id, 2)::int] where questionnaire_id = $1`,
      [id, most],
    )
    const answered = await world.rows<{ full: string | null }>(counting, [admin.companyId, id, JSON.stringify(arriving)])
    const counts = new Map(quotas.map((quota) => [quota, 0]))
    const limit = (quota: (typeof quotas)[number]) => most[quotas.indexOf(quota)] ?? 0
    for (const [place, meets] of arriving.entries()) {
      const full = meets.find((quota) => (counts.get(quota) ?? 0) >= limit(quota)) ?? null
      expect(answered[place]?.full).toBe(full)
      if (full === null) for (const quota of meets) counts.set(quota, (counts.get(quota) ?? 0) + 1)
    }
    const kept = await world.rows<{ id: string; count: number }>(
      'select id, count from questionnaire.quota where questionnaire_id = $1 order by id',
      [id],
    )
    expect(kept).toEqual([...counts].map(([quota, count]) => ({ id: quota, count })))
    for (const [quota, count] of counts) expect(count).toBeLessThanOrEqual(limit(quota))
  })
  await fc.assert(property, { numRuns: 25 })
})

test('a changed sheet stays one and moves between quotas', async () => {
  const { admin, staff } = await arrange(2)
  const [first = admin, second = admin] = staff
  const definition: DefinitionInput = { ...asked(single('a', 'ab')), quotas: [quotaOf('qa', 'a', 1), quotaOf('qb', 'b', 1)] }
  const questionnaireId = await publishedQuestionnaire(world, admin, { definition, isChangeable: true })
  const send = (person: TestActor, option: string) =>
    world.as(person).get(learn.submit, { questionnaireId, answers: { a: choose(option) } })
  const counts = async () => (await world.as(admin).get(questionnaire.get, { id: questionnaireId })).quotaCounts
  expect(await send(first, 'a')).toMatchObject({ state: 1 })
  expect(await send(second, 'a')).toEqual({ state: 2, endText: 'qa 已满' })
  expect(await send(first, 'b')).toMatchObject({ state: 1 })
  expect(await counts()).toEqual({ qa: 0, qb: 1 })
  expect(await send(second, 'a')).toMatchObject({ state: 1 })
  expect(await send(second, 'a')).toMatchObject({ state: 1 })
  expect(await counts()).toEqual({ qa: 1, qb: 1 })
  expect(await world.rows('select 1 from questionnaire.response where questionnaire_id = $1', [questionnaireId])).toHaveLength(2)
})

test('a sheet that is changed in many tabs at once leaves and takes each place once', async () => {
  const { admin, staff } = await arrange(1)
  const [person = admin] = staff
  const quotas = ['a', 'b', 'c'].map((option) => quotaOf(`q${option}`, option, 5))
  const definition: DefinitionInput = { ...asked(single('a', 'abc')), quotas }
  const questionnaireId = await publishedQuestionnaire(world, admin, { definition, isChangeable: true })
  const send = (option: string) => world.as(person).get(learn.submit, { questionnaireId, answers: { a: choose(option) } })
  await send('a')
  await Promise.all(['b', 'c', 'b', 'c', 'b', 'c', 'a'].map(send))
  const { quotaCounts } = await world.as(admin).get(questionnaire.get, { id: questionnaireId })
  const [sheet] = await world.rows<{ ids: string[] }>(
    'select quota_ids as ids from questionnaire.response where questionnaire_id = $1',
    [questionnaireId],
  )
  expect(quotaCounts).toEqual({ qa: 0, qb: 0, qc: 0, [sheet?.ids[0] ?? '']: 1 })
})

test('somebody with a link answers without an account, the same sheet twice is one', async () => {
  const { admin } = await arrange(0)
  const definition: DefinitionInput = { ...branching, quotas: [quotaOf('qb', 'b', 2)] }
  const questionnaireId = await publishedQuestionnaire(world, admin, { definition, audienceMode: 3 })
  const expiresAt = '2099-01-01T00:00:00Z'
  const { url } = await world.as(admin).get(people.createLink, { id: questionnaireId, title: '官网', expiresAt })
  const token = new URL(url).searchParams.get('token') ?? ''
  const anybody = world.as(undefined)
  expect(await anybody.get(link.open, { token })).toMatchObject({
    companyName: '测试公司',
    mayAnswer: true,
    person: { entry: ['link'] },
  })
  expect(await anybody.call(link.open, { token: 'x'.repeat(22) })).toMatchObject({ code: 3177 })
  const secret = newSecret()
  const sheet = { token, secret, answers: { a: choose('b') } }
  expect(await anybody.get(link.submit, sheet)).toMatchObject({ state: 1 })
  expect(await anybody.get(link.submit, sheet)).toMatchObject({ state: 1 })
  expect(await anybody.get(link.submit, { ...sheet, secret: newSecret() })).toMatchObject({ state: 1 })
  const tooLate = { ...sheet, secret: newSecret() }
  for (const _ of [1, 2]) expect(await anybody.get(link.submit, tooLate)).toEqual({ state: 2, endText: 'qb 已满' })
  expect(await world.as(admin).get(questionnaire.get, { id: questionnaireId })).toMatchObject({ answeredCount: 3 })
  expect(await world.as(admin).get(results.answers, { id: questionnaireId, state: 1 })).toMatchObject({
    totalCount: 2,
    dataList: [{ entry: 'link', staffId: null }, { entry: 'link' }],
  })
})

test('whoever a task leads here may answer, beside those who are chosen, and stays when taken off their list', async () => {
  const { admin, staff, ids } = await arrange(3)
  const [led = admin, chosen = admin, both = admin] = staff
  const { companyId } = admin
  const questionnaireId = await draftQuestionnaire(world, admin, { definition: branching, audienceMode: 1 })
  await world.as(admin).get(people.updateStaff, { id: questionnaireId, staffIds: ids.slice(1) })
  await world.as(admin).get(questionnaire.publish, { id: questionnaireId })
  expect(await world.as(led).call(learn.open, { questionnaireId })).toMatchObject({ code: 3171 })
  for (const { staffId } of [led, led, both]) {
    await world.inCompany(companyId, (db) => admitToQuestionnaire(db, { questionnaireId, staffId }))
  }
  expect(await world.as(led).get(learn.mine, {})).toMatchObject({ dataList: [{ questionnaireId }] })
  const staffList = async () => (await world.as(admin).get(people.staffList, { id: questionnaireId })).totalCount
  expect(await staffList()).toBe(3)
  const staffIds = [chosen.staffId, both.staffId]
  const withLed = { id: questionnaireId, staffIds: [...staffIds, led.staffId] }
  expect(await world.as(admin).call(people.deleteStaff, withLed)).toMatchObject({ code: 3182 })
  expect(await world.as(admin).get(people.deleteStaff, { id: questionnaireId, staffIds })).toMatchObject({ removedCount: 2 })
  expect(await staffList()).toBe(2)
  expect(await world.as(chosen).call(learn.open, { questionnaireId })).toMatchObject({ code: 3171 })
  await world.as(both).get(learn.submit, { questionnaireId, answers: { a: choose('b') } })
  const again = { id: questionnaireId, staffIds: [led.staffId, crypto.randomUUID()] }
  expect(await world.as(admin).get(people.updateStaff, again)).toEqual({ addedCount: 1, repeatedCount: 0, skippedCount: 1 })
  expect(await world.as(admin).get(people.updateStaff, again)).toEqual({ addedCount: 0, repeatedCount: 1, skippedCount: 1 })
  const away = { id: questionnaireId, staffIds: [led.staffId, chosen.staffId] }
  expect(await world.as(admin).get(people.deleteStaff, away)).toMatchObject({
    removedCount: 1,
    leftOut: { text: expect.stringMatching(/不在指定的答卷人员中$/) },
  })
  await world.as(admin).get(people.updateStaff, { id: questionnaireId, staffIds: [led.staffId] })
  expect(await staffList()).toBe(2)
})

test('a task leads somebody to a questionnaire of groups or of employees that would not ask them', async () => {
  const { admin, staff } = await arrange(2)
  const [person = admin, outside = admin] = staff
  const { companyId } = admin
  await world.rows('update org.person set staff_source = 2 where company_id = $1 and id = $2', [companyId, outside.staffId])
  for (const [mode, whom] of [
    [0, outside],
    [2, person],
  ] as const) {
    const id = await draftQuestionnaire(world, admin, { definition: branching, audienceMode: mode })
    if (mode === 2) await world.rows(someGroup, [companyId, id, admin.staffId])
    await world.as(admin).get(questionnaire.publish, { id })
    expect(await world.as(whom).call(learn.open, { questionnaireId: id })).toMatchObject({ code: 3171 })
    await world.inCompany(companyId, (db) => admitToQuestionnaire(db, { questionnaireId: id, staffId: whom.staffId }))
    expect(await world.as(whom).call(learn.open, { questionnaireId: id })).toMatchObject({ code: 0 })
    const { dataList } = await world.as(admin).get(people.staffList, { id })
    expect(dataList.map(({ staffId }) => staffId)).toContain(whom.staffId)
  }
})

const someGroup = `insert into questionnaire.audience (company_id, questionnaire_id, kind, target_id) values ($1, $2, 'group', $3)`

const everyRight = Object.values(questionnaireMenu.rights)

/** Two departments with people, and a manager whose data scope is the first. */
async function arrangeManaged() {
  const admin = await world.actor()
  const { companyId } = admin
  const here = randomUUID()
  const there = randomUUID()
  for (const [id, name] of [[here, '一车间'] as const, [there, '二车间'] as const])
    await world.rows('insert into org.department (company_id, id, name, path) values ($1, $2, $3, $4)', [
      ...[companyId, id, name, `/${id}/`],
    ])
  const people = await arrangePeople(world, companyId, [
    { name: '近一', departmentId: here },
    { name: '近二', departmentId: here },
    { name: '远', departmentId: there },
  ])
  await world.rows(
    `insert into org.staff_department (company_id, staff_id, department_id, is_main)
     select company_id, id, department_id, true from org.staff where company_id = $1 and id = any ($2::uuid[])`,
    [companyId, people],
  )
  const [near = '', other = '', far = ''] = people
  const scopes = { questionnaire: { kind: 'some' as const, departmentIds: [], subtreeIds: [here], ownStaffId: null } }
  const manager = world.as(await world.actor({ companyId, isAdmin: false, rights: everyRight, scopes }))
  const whoIs = async (staffId: string) => world.as(await world.actor({ companyId, staffId, isAdmin: false, rights: [] }))
  return { admin, companyId, here, there, near, other, far, manager, whoIs }
}

test('departments and groups: whoever is in them answers, outside the scope of whoever attached them nobody', async () => {
  const { admin, companyId, here, there, near, other, far, manager, whoIs } = await arrangeManaged()
  const as = world.as(admin)
  const groupId = randomUUID()
  await world.rows(`insert into usergroup.staff_group (company_id, id, name) values ($1, $2, '夜班')`, [companyId, groupId])
  const joins = (staffId: string) =>
    world.rows('insert into usergroup.member (company_id, group_id, staff_id) values ($1, $2, $3)', [companyId, groupId, staffId])
  await joins(other)
  const id = await draftQuestionnaire(world, admin, { definition: branching, audienceMode: 2 })
  const toHere = { id, audienceDepartmentIds: [here] }
  const added = { addedCount: 1, repeatedCount: 0, skippedCount: 0 }
  expect(await manager.get(people.updateStaff, toHere)).toEqual(added)
  expect(await manager.get(people.updateStaff, toHere)).toEqual({ ...added, addedCount: 0, repeatedCount: 1 })
  expect(await manager.get(people.updateStaff, { id, audienceGroupIds: [groupId, groupId] })).toEqual(added)
  for (const strange of [{ audienceDepartmentIds: [there] }, { audienceDepartmentIds: [randomUUID()] }])
    expect(await manager.call(people.updateStaff, { id, ...strange })).toMatchObject({ code: 3162 })
  await as.get(questionnaire.publish, { id })
  const asks = async (staffId: string) => {
    const person = await whoIs(staffId)
    const { totalCount } = await person.get(learn.mine, { only: 'open' })
    const { code } = await person.call(learn.open, { questionnaireId: id })
    expect(code).toBe(totalCount === 1 ? 0 : 3171)
    return totalCount === 1
  }
  const listed = async () => (await as.get(people.staffList, { id })).dataList.map(({ name }) => name).toSorted()
  expect([await asks(near), await asks(other), await asks(far)]).toEqual([true, true, false])
  // Who joins later comes by it within the scope of whoever attached the group.
  await joins(far)
  expect(await asks(far)).toBe(false)
  expect(await listed()).toEqual(['近一', '近二'])
  expect((await as.get(people.staffList, { id })).audience).toMatchObject([{ name: '一车间' }, { name: '夜班' }])
  expect(await as.get(people.updateStaff, { id, audienceGroupIds: [groupId] })).toEqual(added)
  expect(await asks(far)).toBe(true)
  await (await whoIs(far)).get(learn.submit, { questionnaireId: id, answers: { a: choose('b') } })
  expect(await manager.call(people.deleteStaff, { id, audienceIds: [here, groupId] })).toMatchObject({ code: 3162 })
  expect(await listed()).toEqual(['近一', '近二', '远'])
  expect(await manager.get(people.deleteStaff, { id, audienceIds: [here] })).toMatchObject({ removedCount: 1 })
  expect([await asks(near), await asks(other)]).toEqual([false, true])
  expect(await as.get(people.deleteStaff, { id, audienceIds: [groupId] })).toMatchObject({ removedCount: 1 })
  expect(await asks(other)).toBe(false)
  // What was handed in stays.
  expect(await listed()).toEqual(['远'])
})

test('chosen people are added, listed and taken off, and counts are, within the data scope alone', async () => {
  const { admin, companyId, here, near, other, far, manager, whoIs } = await arrangeManaged()
  await world.rows('update org.staff set is_enabled = false where company_id = $1 and id = $2', [companyId, other])
  const definition: DefinitionInput = { ...branching, quotas: [quotaOf('qb', 'b', 5)] }
  const id = await draftQuestionnaire(world, admin, { definition, audienceMode: 1 })
  const wish = { id, staffIds: [near, other, far] }
  expect(await manager.get(people.updateStaff, wish)).toEqual({ addedCount: 1, repeatedCount: 0, skippedCount: 2 })
  expect(await manager.get(people.updateStaff, wish)).toEqual({ addedCount: 0, repeatedCount: 1, skippedCount: 2 })
  await world.as(admin).get(people.updateStaff, { id, staffIds: [far] })
  await world.as(admin).get(questionnaire.publish, { id })
  const names = async (find: object) => (await manager.get(people.staffList, { id, ...find })).dataList.map(({ name }) => name)
  expect(await names({})).toEqual(['近一'])
  expect([await names({ keyWords: '近' }), await names({ keyWords: '远' })]).toEqual([['近一'], []])
  expect([await names({ departmentId: here }), await names({ departmentId: randomUUID() })]).toEqual([['近一'], []])
  const answer = async (staffId: string) =>
    (await whoIs(staffId)).get(learn.submit, { questionnaireId: id, answers: { a: choose('b') } })
  expect(await manager.get(questionnaire.get, { id })).toMatchObject({ mayDelete: true })
  await answer(far)
  // Somebody out of sight has answered: nothing is offered that would be refused.
  expect(await manager.get(questionnaire.list, {})).toMatchObject({ dataList: [{ answeredCount: 0, mayDelete: false }] })
  await answer(near)
  const counts = { answeredCount: 1, receivedCount: 1 }
  expect(await manager.get(results.statistics, { id })).toMatchObject({ ...counts, invitedCount: 1, sheetCount: 1 })
  expect(await manager.get(questionnaire.list, {})).toMatchObject({ dataList: [counts] })
  expect(await manager.get(questionnaire.get, { id })).toMatchObject({ ...counts, quotaCounts: { qb: 1 }, isOfScope: true })
  const all = { answeredCount: 2, quotaCounts: { qb: 2 }, isOfScope: false }
  expect(await world.as(admin).get(questionnaire.get, { id })).toMatchObject(all)
  expect(await manager.get(people.deleteStaff, { id, staffIds: [near, far] })).toMatchObject({ removedCount: 1 })
  // Whoever has answered was asked: no more come back than were asked.
  expect(await world.as(admin).get(results.statistics, { id })).toMatchObject({ receivedCount: 2, invitedCount: 2 })
})

test('it is answered between its times by the clock, and not around them', async () => {
  const { admin, staff } = await arrange(1)
  const [person = admin] = staff
  const as = world.as(person)
  const id = await publishedQuestionnaire(world, admin, { definition: branching, isChangeable: true })
  const answers = { a: choose('b') }
  const stands = (start: string, end: string) =>
    world.rows(
      `update questionnaire.questionnaire set admission_start_at = now() + $2::interval, admission_end_at = now() + $3::interval where id = $1`,
      [id, start, end],
    )
  const tried = async () => {
    const partial = { questionnaireId: id, answers, partialVersion: 0 }
    const { status, mayAnswer } = await as.get(learn.open, { questionnaireId: id })
    const { code } = await as.call(learn.submit, { questionnaireId: id, answers })
    expect(mayAnswer).toBe(code === 0)
    return [status, code, code === 0 ? 0 : (await as.call(learn.savePartial, partial)).code]
  }
  await stands('1 hour', '2 hours')
  expect(await tried()).toEqual([4, 3170, 3170])
  await stands('-1 hour', '1 hour')
  expect(await tried()).toEqual([5, 0, 0])
  await stands('-2 hours', '-1 hour')
  expect(await tried()).toEqual([6, 3170, 3170])
  expect(await as.get(learn.mine, { only: 'open' })).toMatchObject({ totalCount: 0 })
})

test('conditions on department, post and label follow who somebody is when they answer', async () => {
  const { admin, companyId, here, near, far, whoIs } = await arrangeManaged()
  const [postId, labelId] = [randomUUID(), randomUUID()]
  await world.rows(`insert into org.post (company_id, id, name) values ($1, $2, '班组长')`, [companyId, postId])
  await world.rows(`insert into org.label (company_id, id, name) values ($1, $2, '骨干')`, [companyId, labelId])
  await world.rows('update org.staff set post_id = $3 where company_id = $1 and id = $2', [companyId, near, postId])
  await world.rows('insert into org.staff_label (company_id, staff_id, label_id) values ($1, $2, $3)', [companyId, near, labelId])
  const asksThose = (id: string, person: 'department' | 'post' | 'label', value: string) =>
    single(id, 'ab', { isRequired: true, showIf: { person, is: 'anyOf', values: [value] } })
  const definition = asked(
    single('a', 'ab'),
    ...[asksThose('d', 'department', here), asksThose('p', 'post', postId), asksThose('l', 'label', labelId)],
  )
  const id = await publishedQuestionnaire(world, admin, { definition })
  const missing = async (staffId: string) => {
    const { code, data } = await (await whoIs(staffId)).call(learn.submit, { questionnaireId: id, answers: {} })
    return code === 0 ? [] : problemIds.parse(data).problems.map(({ elementId }) => elementId)
  }
  expect(await missing(near)).toEqual(['d', 'p', 'l'])
  expect(await missing(far)).toEqual([])
})

const problemIds = z.object({ problems: z.array(z.object({ elementId: z.string() })) })

test('what a questionnaire says of an instructor goes to their page as figures, again after a change', async () => {
  const { admin, staff } = await arrange(3)
  const { companyId } = admin
  const rated = asked({ id: 'r', kind: 'rating', title: '总体', isRequired: true })
  const [instructor] = await world.rows<{ id: string }>(
    `insert into instructor.instructor (company_id, origin, name) values ($1, 2, '钱教授') returning id`,
    [companyId],
  )
  const questionnaireId = await draftQuestionnaire(world, admin, { definition: rated, isChangeable: true })
  const as = world.as(admin)
  const fields = { questionnaireId, name: '讲师评价', isChangeable: true }
  const { version } = await as.get(questionnaire.get, { id: questionnaireId })
  const strange = await as.call(questionnaire.addOrUpdate, { ...fields, version, instructorId: questionnaireId })
  expect(strange).toMatchObject({ code: 3165, message: expect.stringContaining('讲师不存在') })
  await as.get(questionnaire.addOrUpdate, { ...fields, version, instructorId: instructor?.id ?? null })
  await as.get(questionnaire.publish, { id: questionnaireId })
  for (const [place, one] of staff.entries())
    await world.as(one).get(learn.submit, { questionnaireId, answers: { r: 3 + place } })
  const told = async () => {
    await world.runJobs()
    return world.rows('select sheet_count, sum_hundredths::int as sum from instructor.rating where source_id = $1', [
      questionnaireId,
    ])
  }
  expect(await told()).toEqual([{ sheet_count: 3, sum: 1200 }])
  await world.as(staff[0]).get(learn.submit, { questionnaireId, answers: { r: 1 } })
  expect(await told()).toEqual([{ sheet_count: 3, sum: 1000 }])
})
