import { randomUUID } from 'node:crypto'
import { courseModule } from '@kaopei/course/server'
import { arrangeCourse } from '@kaopei/course/testing'
import { examModule } from '@kaopei/exam/server'
import { arrangeStaff } from '@kaopei/exam/testing'
import { practiceModule } from '@kaopei/practice/server'
import { questionModule } from '@kaopei/question/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { trainingModule } from '@kaopei/training/server'
import { arrangeResults } from '@kaopei/training/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { skillLink } from '../../contract/link.ts'
import { postByDepartment, skillByDepartment, skillByPerson, skillMenu } from '../../contract/menus.ts'
import { ownSkill, personSkill, skillPlan } from '../../contract/person.ts'
import { skillReport } from '../../contract/report.ts'
import { recordEvidence } from '../evidence/record.ts'
import { skillModule } from '../index.ts'
import { fitOf } from '../rules/fit.ts'
import { arrangeMeasured, counted, measure, withResults } from './report-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([questionModule, examModule, practiceModule, courseModule, trainingModule, skillModule])
})
afterAll(() => world.close())

const arrange = () => arrangeMeasured(world)

const narrow = (departmentId: string) =>
  ({ kind: 'some', departmentIds: [departmentId], subtreeIds: [], ownStaffId: null }) as const

test('official results become levels that explain themselves down to the paper; a voided one is taken back', async () => {
  const given = await arrange()
  await withResults(world, given)
  const { as, staffIds, examId, companyId, skills } = given
  const of = async (at: number) => as.get(personSkill.get, { staffId: staffIds[at] ?? '' })
  const weak = await of(0)
  expect(weak.skills.map(({ name, level }) => [name, level])).toEqual([
    ['用电安全', 2],
    ['动火作业', null],
  ])
  expect(weak.skills[1]?.evidence[0]).toMatchObject({
    ...{
      part: 'decides',
      sourceKind: 'exam',
      level: null,
      facts: { examId, items: 5, testedLevel: 4, scoreHundredths: 1000, maxHundredths: 5000 },
    },
  })
  expect(weak.post).toMatchObject({ fit: 100, share: 25, cautious: 25, verdict: 'below' })
  expect((await of(3)).skills.find(({ skillId }) => skillId === skills[0])?.level).toBe(3)
  expect((await of(4)).post).toMatchObject({ fit: 100, share: 100, verdict: 'enough' })
  await world.rows(
    `update sitting.attempt set state = 'voided', state_before_void = 'published' where company_id = $1 and staff_id = $2`,
    [companyId, staffIds[4]],
  )
  await measure(world, companyId)
  expect((await of(4)).skills).toEqual([])
  await measure(world, companyId)
  const [twice] = await world.rows<{ count: number }>('select count(*)::int as count from skill.evidence where company_id = $1', [
    companyId,
  ])
  expect(twice?.count).toBe(16)
})

test('the ranked list says what the rule says, and nobody with too little measured has a rank', async () => {
  const given = await arrange()
  await withResults(world, given)
  const { as, companyId, postId, departments, skills } = given
  const [idle = ''] = await arrangeStaff(world, companyId, { count: 1, departmentId: departments.branch })
  await world.rows('update org.staff set post_id = $2 where company_id = $1 and id = $3', [companyId, postId, idle])
  expect((await as.call(skillReport.postPeople, {})).code).toBe(3543)
  const { dataList, totalCount } = await as.get(skillReport.postPeople, { postId, pageSize: 100 })
  expect(totalCount).toBe(9)
  const ranked: [number | null, string][] = [1, 2, 3, 4].map((rank) => [rank, 'enough'])
  const below = Array.from({ length: 3 }, (): [null, string] => [null, 'below'])
  expect(dataList.map(({ rank, verdict }) => [rank, verdict])).toEqual([...ranked, [5, 'below'], [null, 'short'], ...below])
  const demands = [
    { skillId: skills[0], requiredLevel: 4, weight: 3, isKey: true },
    { skillId: skills[1], requiredLevel: 2, weight: 1, isKey: false },
  ]
  for (const row of dataList) {
    const person = await as.get(personSkill.get, { staffId: row.staffId })
    const shown = new Map(person.skills.map((one) => [one.skillId, one]))
    const fit = fitOf(demands, (skillId) => shown.get(skillId))
    const percent = (share: number | null) => (share === null ? null : Math.round(share * 1000) / 10)
    expect([row.fit, row.share, row.cautious, row.verdict]).toEqual([
      percent(fit.fit),
      percent(fit.share),
      percent(fit.cautious),
      fit.verdict,
    ])
  }
})

test('the heat map counts main departments, hides fewer than five, and shows a clerk exactly theirs', async () => {
  const given = await arrange()
  await withResults(world, given)
  const { as, companyId, departments, skills } = given
  const [few = ''] = await arrangeStaff(world, companyId, { count: 1, departmentId: departments.other })
  const now = new Date()
  const verdict = {
    staffId: few,
    skillId: skills[1],
    class: 1,
    level: 5,
    sourceKind: 'superior',
    sourceId: randomUUID(),
    title: '评定',
    at: now,
  } as const
  await world.inCompany(companyId, (db) => recordEvidence(db, [verdict], now))
  await counted(world)
  const heat = await as.get(skillReport.heat, {})
  const cell = (of: typeof heat, row: string, at: number) => of.rows.find(({ name }) => name === row)?.cells[at]
  expect(heat.skills.map(({ name }) => name)).toEqual(['动火作业', '用电安全', '沟通'])
  expect(cell(heat, '总部', 1)).toMatchObject({ levelledCount: 8, mean: 2, coverage: 100 })
  expect(cell(heat, '总部', 0)).toMatchObject({ levelledCount: 5, mean: 3.8, counts: [0, 0, 1, 4, 0] })
  // An administrator may open the person anyway.
  expect(cell(heat, '门店', 1)).toMatchObject({ levelledCount: 1, mean: 5 })
  const blind = await world.actor({
    companyId,
    isAdmin: false,
    rights: [skillByDepartment.rights.view],
    scopes: { test_department: { kind: 'all' } },
  })
  const hidden = await world.as(blind).get(skillReport.heat, {})
  expect(cell(hidden, '门店', 1)).toMatchObject({ levelledCount: null, mean: null })
  // Their sum would tell.
  expect(cell(hidden, '总部', 1)).toMatchObject({ levelledCount: null })
  expect(cell(hidden, '总部', 0)).toMatchObject({ levelledCount: 5 })
  const clerk = await world.actor({
    companyId,
    isAdmin: false,
    rights: [skillByDepartment.rights.view, skillByPerson.rights.view, postByDepartment.rights.view],
    scopes: {
      test_department: narrow(departments.other),
      test_personal: narrow(departments.other),
      post_report_department: narrow(departments.other),
    },
  })
  const theirs = await world.as(clerk).get(skillReport.heat, {})
  expect(theirs.rows.map(({ name, peopleCount }) => [name, peopleCount])).toEqual([['门店（直属）', 1]])
  expect((await world.as(clerk).get(skillReport.skillPeople, {})).dataList.map(({ staffId }) => staffId)).toEqual([few])
  expect((await world.as(clerk).call(personSkill.get, { staffId: given.staffIds[0] ?? '' })).code).toBe(3550)
  expect((await world.as(clerk).call(skillReport.postPeople, { postId: given.postId })).code).toBe(1002)
  const byDepartment = await as.get(skillReport.postDepartments, {})
  expect(byDepartment.dataList.find(({ name }) => name === '总部')).toMatchObject({
    judgedCount: 8,
    enoughCount: 4,
    belowCount: 4,
    shortCount: 0,
  })
  expect((await as.call(skillReport.heat, { departmentId: departments.root })).data.rows.map(({ name }) => name)).toEqual([
    '总部（直属）',
    '研发部',
  ])
  expect((await as.call(skillReport.skillPeople, { beginTime: '2026-01-01', endTime: '2026-06-01' })).code).toBe(1001)
})

test('a superior judges others alone, people contest what is shown of them', async () => {
  const given = await arrange()
  const { as, admin, companyId, staffIds, skills } = given
  const [staffId = ''] = staffIds
  const person = await world.actor({ companyId, staffId, isAdmin: false, rights: [] })
  expect((await as.call(personSkill.judge, { staffId: admin.staffId, skillId: skills[2], level: 5, note: '自评' })).code).toBe(
    3551,
  )
  await as.get(personSkill.judge, { staffId, skillId: skills[2], level: 4, note: '主持三次协调会' })
  const own = await world.as(person).get(ownSkill.get, {})
  expect(own.skills).toMatchObject([
    { name: '沟通', level: 4, class: 1, evidence: [{ part: 'decides', facts: { note: '主持三次协调会' } }] },
  ])
  expect((await world.as(person).call(personSkill.get, { staffId })).code).toBe(1002)
  await world.as(person).get(ownSkill.contest, { skillId: skills[2], content: '应为 5 级' })
  expect((await world.as(person).call(ownSkill.contest, { skillId: skills[2], content: '再次' })).code).toBe(3553)
  const [contest] = (await as.get(personSkill.contests, { state: 0 })).dataList
  expect(contest).toMatchObject({ staffId, skillName: '沟通', level: 4, state: 0 })
  await as.get(personSkill.answer, { id: contest?.id ?? '', isAgreed: true, answer: '将重新评定' })
  const contested = await world.as(person).get(ownSkill.contests, { pageSize: 1 })
  expect(contested.totalCount).toBe(1)
  expect(contested.dataList[0]).toMatchObject({ state: 1, answer: '将重新评定' })
  const evidenceId = own.skills[0]?.evidence[0]?.id ?? ''
  await as.get(personSkill.withdraw, { evidenceId, reason: '评定对象有误' })
  expect((await world.as(person).get(ownSkill.get, {})).skills).toEqual([])
})

test('gaps become a project with its reasons and a parallel test of other questions, and afterwards both gaps stand side by side', async () => {
  const given = await arrange()
  await withResults(world, given)
  const { as, companyId, postId, examId, skills, staffIds } = given
  const { courseId } = await arrangeCourse(world, companyId, { name: '动火作业实训', chapters: [[{}]] })
  await as.get(skillLink.saveTeaching, {
    kind: 'course',
    targetId: courseId,
    version: 0,
    hours: 4,
    skills: [{ skillId: skills[0], level: 4 }],
  })
  const personal = await as.get(skillReport.coursePeople, { postId, pageSize: 50 })
  const needy = personal.dataList.filter(({ gapCount }) => gapCount > 0)
  expect(needy.length).toBe(4)
  expect(needy.flatMap(({ courses }) => courses.map(({ reason }) => reason))).toContain(
    '动火作业由未达到级别到 4 级；每学时加权提升 3',
  )
  const who = { postId }
  const proposed = await as.get(skillPlan.propose, { postId, who })
  expect(proposed).toMatchObject({
    peopleCount: 8,
    gapPeopleCount: 4,
    courses: [{ id: courseId, peopleCount: 4 }],
    exams: [{ id: examId }],
  })
  // Of a department those alone who have the post, with those below it unless told otherwise.
  const of = (departmentId: string, isDirect?: 1) =>
    as.call(skillPlan.propose, { postId, who: { departmentId, postId, ...(isDirect && { isDirect }) } })
  await arrangeStaff(world, companyId, { count: 1, departmentId: given.departments.branch })
  expect(await of(given.departments.root)).toMatchObject({ data: { peopleCount: 8, gapPeopleCount: 4 } })
  expect((await of(given.departments.root, 1)).code).toBe(3561)
  const [row] = (await as.get(skillReport.courseDepartments, { postId })).dataList.filter(({ peopleCount }) => peopleCount > 8)
  expect(row).toMatchObject({ isOwn: false, postId, gapPeopleCount: 4 })
  const day = 86_400_000
  const test = {
    examId,
    beginTime: new Date(Date.now() + day).toISOString(),
    endTime: new Date(Date.now() + 2 * day).toISOString(),
  }
  const made = await as.get(skillPlan.create, { postId, who, name: '动火差距培训', courseIds: [courseId], test })
  const asked = async (id: string | null) =>
    (
      await world.rows<{ id: string }>(
        `select s.question_id as id from exam.exam e join paper.slot s on s.company_id = e.company_id and s.paper_id = e.paper_id
         where e.company_id = $1 and e.id = $2`,
        [companyId, id],
      )
    ).map((row) => row.id)
  const [before, after] = [await asked(examId), await asked(made.examId)]
  expect(after.length).toBeGreaterThan(0)
  expect(after.filter((id) => before.includes(id))).toEqual([])
  const [enrolled] = await world.rows<{ count: number }>(
    'select count(*)::int as count from training.enrolment where company_id = $1 and project_id = $2',
    [companyId, made.projectId],
  )
  expect(enrolled?.count).toBe(4)
  expect((await as.get(skillPlan.list, {})).dataList).toMatchObject([
    { projectId: made.projectId, peopleCount: 4, postName: '安全员' },
  ])
  // Whoever may open each of the four is told; four are too few to tell their mean to anybody else.
  const effectFor = async (actor: TestActor) => world.as(actor).get(skillPlan.effect, { projectId: made.projectId })
  const [fireGap] = (await effectFor(given.admin)).rows ?? []
  expect(fireGap).toMatchObject({ bothCount: 0, before: null })
  const planner = {
    companyId,
    isAdmin: false,
    scopes: { skillList: { kind: 'all' }, test_personal: narrow(given.departments.other) },
  } as const
  const blind = await world.actor({ ...planner, rights: [skillMenu.rights.plan, skillByPerson.rights.view] })
  expect(await effectFor(blind)).toMatchObject({ peopleCount: 4, rows: null })
  const maker = await world.actor({ ...planner, rights: [skillMenu.rights.plan] })
  // Of a plan that is about nobody they may see they are not even told the name.
  const elsewhere = world.as(
    await world.actor({ ...planner, rights: [skillMenu.rights.plan], scopes: { skillList: narrow(given.departments.other) } }),
  )
  expect(await elsewhere.get(skillPlan.list, {})).toEqual({ dataList: [], totalCount: 0 })
  expect((await elsewhere.call(skillPlan.effect, { projectId: made.projectId })).code).toBe(1008)
  expect(
    (await world.as(maker).call(skillPlan.create, { postId, who, name: '无权', courseIds: [courseId], test: null })).code,
  ).toBe(3562)
  expect(staffIds.length).toBe(8)
  const many = `insert into org.staff (company_id, name, login_account, post_id, department_id)
    select company_id, '同岗', 'many' || n, post_id, department_id from org.staff, generate_series(1, 2000) n where id = $1`
  await world.rows(many, [staffIds[0]])
  expect((await as.call(skillPlan.propose, { postId, who })).code).toBe(3564)
})

test('the loop closes: gaps, courses, a project, a test of other questions, and the gap before and after in one picture', async () => {
  const given = await arrange()
  const { as, companyId, postId, examId, skills, staffIds, questions } = given
  // Six reach a level below what their post asks for.
  const score = (person: number, question: number) => (person < 6 && question < 2 ? 0 : 1000)
  await arrangeResults(world, { companyId, examId, staffIds, questionIds: questions.map(({ id }) => id), score })
  await measure(world, companyId)
  const { courseId } = await arrangeCourse(world, companyId, { name: '动火作业实训', chapters: [[{}]] })
  const aims = [{ skillId: skills[0], level: 4 }]
  await as.get(skillLink.saveTeaching, { kind: 'course', targetId: courseId, version: 0, hours: 2, skills: aims })
  const day = 86_400_000
  const inDays = (count: number) => new Date(Date.now() + count * day).toISOString()
  const proposed = await as.get(skillPlan.propose, { postId, who: { postId } })
  expect(proposed).toMatchObject({ gapPeopleCount: 6, courses: [{ id: courseId, peopleCount: 6 }] })
  expect(proposed.courses[0]?.reason).toContain('动火作业由 3 级到 4 级；每学时加权提升 1.5')
  const wish = { postId, who: { postId }, name: '差距培训', courseIds: [courseId] }
  const made = await as.get(skillPlan.create, { ...wish, test: { examId, beginTime: inDays(1), endTime: inDays(2) } })
  const effect = () => as.get(skillPlan.effect, { projectId: made.projectId })
  const of = async () => (await effect()).rows?.find(({ skillId }) => skillId === skills[0])
  // Nobody is measured again yet: no figure stands for both.
  expect(await of()).toMatchObject({ bothCount: 0, before: null, after: null })
  const asked = await world.rows<{ id: string }>(
    `select s.question_id as id from exam.exam e join paper.slot s on s.company_id = e.company_id and s.paper_id = e.paper_id
     where e.company_id = $1 and e.id = $2 order by s.question_id`,
    [companyId, made.examId],
  )
  // A verdict and a certificate since are no test, and a verdict that stands goes before none.
  const said = staffIds
    .slice(0, 6)
    .map((staffId) => ({ staffId, skillId: skills[0], level: 2, title: '另有说明', at: new Date() }))
  await world.inCompany(companyId, (db) =>
    recordEvidence(
      db,
      said.flatMap((one) => [
        { ...one, class: 1, sourceKind: 'superior' as const, sourceId: randomUUID() },
        { ...one, class: 3, sourceKind: 'certificate' as const, sourceId: randomUUID() },
      ]),
      new Date(),
    ),
  )
  expect(await of()).toMatchObject({ bothCount: 0 })
  const again = { companyId, examId: made.examId ?? '', questionIds: asked.map(({ id }) => id), score: () => 1000 }
  await arrangeResults(world, { ...again, staffIds: staffIds.slice(0, 6) })
  await measure(world, companyId)
  expect(await effect()).toMatchObject({ peopleCount: 6, name: '差距培训' })
  expect(await of()).toMatchObject({ requiredLevel: 4, bothCount: 6, before: 1, after: 0 })
  // Another measurement, however new, is not the test of this plan.
  const other = said.map((one) => ({
    ...one,
    at: new Date(inDays(1)),
    class: 2,
    sourceKind: 'evaluation' as const,
    sourceId: randomUUID(),
  }))
  await world.inCompany(companyId, (db) => recordEvidence(db, other, new Date()))
  expect(await of()).toMatchObject({ bothCount: 6, after: 0 })
})
