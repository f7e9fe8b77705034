import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { courseModule } from '@kaopei/course/server'
import { arrangeCourse } from '@kaopei/course/testing'
import { examModule } from '@kaopei/exam/server'
import { arrangeStaff } from '@kaopei/exam/testing'
import { temporaryBlobs, withLocalFile } from '@kaopei/files/server'
import { jobsModule } from '@kaopei/jobs/server'
import { practiceModule } from '@kaopei/practice/server'
import { questionModule } from '@kaopei/question/server'
import { resultModule } from '@kaopei/result/server'
import { World } from '@kaopei/server/testing'
import { readXlsx } from '@kaopei/sheet'
import { trainingModule } from '@kaopei/training/server'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { skillLink } from '../../contract/link.ts'
import {
  courseByDepartment,
  courseByPerson,
  postByDepartment,
  postByPerson,
  skillByDepartment,
  skillByPerson,
} from '../../contract/menus.ts'
import { personSkill } from '../../contract/person.ts'
import { skillReport } from '../../contract/report.ts'
import { exposePractised } from '../evidence/exposure.ts'
import { type Evidence, recordEvidence } from '../evidence/record.ts'
import { skillModule } from '../index.ts'
import { presentModels } from '../posts/post-model.sql.ts'
import { arrangePost, arrangeSkills } from '../skill-arrange.ts'
import { departmentRows, pastHeatOfRows } from './departments.sql.ts'
import { sumsOfAll, sumsOfThese } from './people.sql.ts'
import { arrangeMarks, arrangeMeasured, counted, type Measured } from './report-arrange.ts'
import { levelsOf, standingsOf } from './standings.sql.ts'

// What reports show to whom, and of which day: for each test a company with a branch of eight and another of two.

let world: World
let given: Measured
let others: readonly string[]
beforeAll(async () => {
  const modules = [
    questionModule,
    examModule,
    resultModule,
    practiceModule,
    courseModule,
    trainingModule,
    skillModule,
    jobsModule,
  ]
  world = await World.open(modules, temporaryBlobs)
})
afterAll(() => world.close())
beforeEach(async () => {
  given = await arrangeMeasured(world)
  await arrangeMarks(world, given)
  const { companyId, departments } = given
  others = await arrangeStaff(world, companyId, { count: 2, departmentId: departments.other })
  await world.rows(`update org.staff set name = '店员' || left(id::text, 8) where company_id = $1 and id = any($2)`, [
    companyId,
    others,
  ])
})

const dayMs = 86_400_000
const dayOf = (daysAgo: number) => new Date(Date.now() + 8 * 3_600_000 - daysAgo * dayMs).toISOString().slice(0, 10)

/** What happened to attempts, as the sitting room says it. */
const tell = (type: string, to: string, where = 'true') =>
  world.rows(
    `insert into sitting.attempt_event (company_id, attempt_id, type, data)
     select a.company_id, a.id, $2, jsonb_build_object('to', $3::text) from sitting.attempt a where a.company_id = $1 and ${where}`,
    [given.companyId, type, to],
  )
/** The branch has two levels each. */
async function publish(): Promise<void> {
  await tell('publish', 'published')
  await world.runJobs()
}
const standingCount = async (staffId: string) =>
  (await given.as.get(personSkill.get, { staffId })).skills.flatMap(({ evidence }) =>
    evidence.filter(({ part }) => part === 'decides' || part === 'older'),
  ).length

test('the ordered news of results become evidence: out, voided, restored, scored anew', async () => {
  const { as, staffIds, skills, companyId } = given
  const [, , , , person = ''] = staffIds
  expect(await standingCount(person)).toBe(0)
  await publish()
  expect(await standingCount(person)).toBe(2)
  const theirs = `a.staff_id = '${person}'`
  await world.rows(
    `update sitting.attempt a set state = 'voided', state_before_void = 'published' where a.company_id = $1 and ${theirs}`,
    [companyId],
  )
  await tell('void', 'voided', theirs)
  await world.runJobs()
  expect(await standingCount(person)).toBe(0)
  await world.rows(
    `update sitting.attempt a set state = 'published', state_before_void = null where a.company_id = $1 and ${theirs}`,
    [companyId],
  )
  await tell('restore', 'published', theirs)
  await world.runJobs()
  expect(await standingCount(person)).toBe(2)
  const levelOf = async () =>
    (await as.get(personSkill.get, { staffId: person })).skills.find(({ skillId }) => skillId === skills[0])?.level
  expect(await levelOf()).toBe(4)
  await world.rows(
    `update sitting.attempt_item i set score_hundredths = 0 from sitting.attempt a
     where a.company_id = $1 and i.company_id = a.company_id and i.attempt_id = a.id and ${theirs} and i.slot < 3`,
    [companyId],
  )
  await tell('publish', 'published', theirs)
  await world.runJobs()
  expect(await levelOf()).toBe(3)
  await world.rows(
    `update sitting.attempt_item i set score_hundredths = 1000 from sitting.attempt a
     where a.company_id = $1 and i.company_id = a.company_id and i.attempt_id = a.id and ${theirs}`,
    [companyId],
  )
  await tell('publish', 'published', theirs)
  await world.runJobs()
  expect([await levelOf(), await standingCount(person)]).toEqual([4, 2])
})

async function fileOf(jobId: string, { companyId } = given): Promise<{ rows: string[][]; text: string }> {
  await world.runJobs()
  const [job] = await world.rows<{ file_id: string }>('select file_id from jobs.background_job where id = $1', [jobId])
  return world.inCompany(companyId, (db) =>
    withLocalFile(db, world.services, job?.file_id ?? '', async (path, { name }) => {
      if (name.endsWith('.pdf')) return { rows: [], text: execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' }) }
      const rows: string[][] = []
      for await (const { cells } of readXlsx(path)) rows.push(cells.map(({ text }) => text))
      return { rows, text: rows.flat().join('|') }
    }),
  )
}

const verdict = (staffId: string, skillId: string, over: Partial<Evidence> = {}): Evidence => ({
  ...{ staffId, skillId, class: 1, level: 5, sourceKind: 'superior', sourceId: randomUUID(), title: '上级评定', at: new Date() },
  ...over,
})

const judge = (staffIds: readonly string[], skillId: string, over: Partial<Evidence> = {}) =>
  world.inCompany(given.companyId, (db) =>
    recordEvidence(
      db,
      staffIds.map((staffId) => verdict(staffId, skillId, over)),
      over.at ?? new Date(),
    ),
  )
const judgeOthers = () => judge(others, given.skills[1])
/** The third skill of the branch, twice: level 2 forty days ago and 4 today. */
async function judgeTalk(): Promise<void> {
  const { staffIds, skills } = given
  await judge(staffIds, skills[2], { level: 2, at: new Date(Date.now() - 40 * dayMs), title: '去年评定' })
  await judge(staffIds, skills[2], { level: 4 })
}

test("a scoped manager sees exactly their people's skills in heat map, list, export and PDF", async () => {
  const { as, companyId, departments, skills, staffIds } = given
  const [stranger = ''] = staffIds
  await publish()
  await judgeOthers()
  await counted(world)
  const narrow = { kind: 'some', departmentIds: [departments.other], subtreeIds: [], ownStaffId: null } as const
  const menus = [skillByDepartment, skillByPerson]
  const manager = world.as(
    await world.actor({
      ...{ companyId, isAdmin: false },
      rights: menus.flatMap(({ rights }) => [rights.view, rights.export]),
      scopes: Object.fromEntries(menus.map(({ name }) => [name, narrow])),
    }),
  )
  const names = (await as.get(skillReport.skillPeople, { pageSize: 100 })).dataList
  const nameOf = (ids: readonly string[]) => names.filter(({ staffId }) => ids.includes(staffId)).map(({ name }) => name)
  const [mine, theirs] = [nameOf(others).toSorted(), nameOf(staffIds)]
  expect([mine.length, theirs.length]).toEqual([2, 8])

  const heat = await manager.get(skillReport.heat, {})
  expect(
    heat.rows.map(({ name, peopleCount, cells }) => [name, peopleCount, cells.map(({ levelledCount }) => levelledCount)]),
  ).toEqual([['门店（直属）', 2, [0, 2, 0]]])
  const list = await manager.get(skillReport.skillPeople, {})
  expect([list.totalCount, list.dataList.map(({ name }) => name).toSorted()]).toEqual([2, mine])
  const cell = await manager.get(skillReport.skillPeople, { departmentId: departments.other, isDirect: true, skillId: skills[1] })
  expect([cell.totalCount, cell.dataList.map(({ name }) => name).toSorted()]).toEqual([2, mine])
  expect((await manager.get(skillReport.skillPeople, { departmentId: departments.branch })).totalCount).toBe(0)

  const people = await fileOf((await manager.get(skillReport.exportSkillPeople, {})).jobId)
  expect(
    people.rows
      .slice(1)
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(mine)
  const map = await fileOf((await manager.get(skillReport.exportHeat, {})).jobId)
  expect(map.rows.slice(1).map(([name, count]) => [name, count])).toEqual([['门店（直属）', '2']])

  const [own = ''] = others
  const pdf = await fileOf((await manager.get(personSkill.download, { staffId: own })).jobId)
  expect(pdf.text).toContain('用电安全')
  for (const name of theirs) expect(people.text + map.text + pdf.text).not.toContain(name)
  expect((await manager.call(personSkill.download, { staffId: stranger })).code).toBe(3550)
  expect((await manager.call(personSkill.get, { staffId: stranger })).code).toBe(3550)
  // Exports of the others, by whoever may: each has its rows.
  const { postId } = given
  const rowsOf = async (jobId: string) => (await fileOf(jobId)).rows.length - 1
  expect(await rowsOf((await as.get(skillReport.exportPostPeople, { postId })).jobId)).toBe(8)
  expect(await rowsOf((await as.get(skillReport.exportPostDepartments, {})).jobId)).toBeGreaterThan(0)
  expect(await rowsOf((await as.get(skillReport.exportCoursePeople, { postId })).jobId)).toBe(8)
  expect(await rowsOf((await as.get(skillReport.exportCourseDepartments, {})).jobId)).toBeGreaterThan(0)
  const rights = [postByDepartment, postByPerson, courseByDepartment, courseByPerson].map((menu) => menu.rights.view)
  const reader = world.as(await world.actor({ companyId, isAdmin: false, rights }))
  expect((await reader.call(skillReport.exportPostPeople, { postId })).code).toBe(1002)
})

test('levels of a day that is over are those that were known then, in map and list alike', async () => {
  const { as, companyId, departments, skills, staffIds } = given
  const talk = skills[2]
  await publish()
  await judgeOthers()
  await judgeTalk()
  await counted(world)
  const cellOf = async (endTime: string, beginTime: string) => {
    const heat = await as.get(skillReport.heat, { departmentId: departments.root, beginTime, endTime })
    const found = heat.rows.flatMap(({ cells }) =>
      cells.filter(({ skillId, levelledCount }) => skillId === talk && levelledCount),
    )
    return { isPast: heat.isPast, cells: found.map(({ mean, levelledCount, newCount }) => [mean, levelledCount, newCount]) }
  }
  expect(await cellOf(dayOf(0), dayOf(10))).toEqual({ isPast: false, cells: [[4, 8, 8]] })
  expect(await cellOf(dayOf(30), dayOf(50))).toEqual({ isPast: true, cells: [[2, 8, 8]] })
  expect(await cellOf(dayOf(60), dayOf(70))).toEqual({ isPast: true, cells: [] })
  const past = await as.get(skillReport.skillPeople, { skillId: talk, beginTime: dayOf(50), endTime: dayOf(30), pageSize: 50 })
  expect(past.dataList.map(({ level, levelledCount, newCount }) => [level, levelledCount, newCount])).toEqual(
    staffIds.map(() => [2, 1, 1]),
  )
  expect((await as.call(skillReport.heat, { beginTime: dayOf(200), endTime: dayOf(1) })).code).toBe(1001)
  // The law: made of the evidence, now is what is kept.
  const [made, kept, levels] = await world.inCompany(companyId, async (db) => {
    const all = async (at: Date | null) =>
      (
        await sql`select staff_id, skill_id, level, class, is_learnt from (${standingsOf(db, { at })}) s order by 1, 2`.execute(
          db,
        )
      ).rows
    const then = new Date(Date.now() + 1000)
    const levels = sql`select staff_id, skill_id, level, class from (${levelsOf(db, { at: then })}) s order by 1, 2`
    return [await all(then), await all(null), (await levels.execute(db)).rows]
  })
  expect(made).toEqual(kept)
  expect(kept.length).toBeGreaterThan(20)
  const decided = z.object({ staff_id: z.string(), skill_id: z.string(), level: z.int().nullable(), class: z.int().nullable() })
  expect(levels).toEqual(
    z
      .array(decided)
      .parse(kept)
      .filter((row) => row.class !== null),
  )
})

test('read person by person or skill by skill, levels of a day and fits to a post are the same', async () => {
  const { companyId, departments, skills, postId } = given
  const everybody = { kind: 'all' } as const
  await publish()
  await judgeOthers()
  await judgeTalk()
  await world.inCompany(companyId, async (db) => {
    const wanted = { rows: await departmentRows(db, everybody, departments.root), skillIds: [...skills] }
    const heatBy = async (peopleCount: number) =>
      (await pastHeatOfRows(db, everybody, { ...wanted, peopleCount }, new Date(Date.now() + 1000)))
        .map(({ rowId, skillId, counts }) => `${rowId} ${skillId} ${counts.join()}`)
        .toSorted()
    const [byPerson, bySkill] = [await heatBy(1), await heatBy(1_000_000)]
    expect(byPerson).toEqual(bySkill)
    expect(bySkill.length).toBeGreaterThan(2)
    const [model] = await presentModels(db, [postId])
    const versionId = model?.versionId ?? ''
    const rowsOf = async (sums: RawBuilder<unknown>) =>
      (await sql`select * from (${sums}) f where f.measured is not null or f.is_below is not null order by 1`.execute(db)).rows
    const ofThese = await rowsOf(sumsOfThese(db, versionId, { scope: everybody }))
    expect(ofThese).toEqual(await rowsOf(sumsOfAll(db, versionId)))
    expect(ofThese.length).toBeGreaterThan(5)
  })
})

test('a key skill that nothing measured is said to be so, in list, by department and for the person', async () => {
  const { as, companyId, departments, skills } = given
  const [fire, power] = skills
  await judgeOthers()
  const { postId } = await arrangePost(world, companyId, {
    name: '班组长',
    skills: [
      { skillId: power, requiredLevel: 2, weight: 4 },
      { skillId: fire, requiredLevel: 3, weight: 1, isKey: true },
    ],
  })
  await world.rows('update org.staff set post_id = $2 where company_id = $1 and id = any($3)', [companyId, postId, others])
  const list = await as.get(skillReport.postPeople, { postId })
  expect(list.dataList.map(({ verdict: said, share, untestedKeys, rank }) => [said, share, untestedKeys, rank])).toEqual([
    ['untested', 80, ['动火作业'], 1],
    ['untested', 80, ['动火作业'], 2],
  ])
  const [staffId = ''] = others
  expect((await as.get(personSkill.get, { staffId })).post).toMatchObject({ verdict: 'untested', share: 80, fit: 100 })
  const rows = await as.get(skillReport.postDepartments, { departmentId: departments.other })
  expect(rows.dataList[0]).toMatchObject({ judgedCount: 2, enoughCount: 0, untestedCount: 2, belowCount: 0, shortCount: 0 })
})

test('whoever practised three questions of a knowledge point has learnt its skill, once', async () => {
  const { as, companyId, questions, skills } = given
  const [, staffId = ''] = others
  await world.rows(
    `insert into practice.memory (company_id, staff_id, question_id, version_id, rule_version_id, last_at, answer_count)
     select $1, $2, q.id, q.ready_version_id, q.ready_rule_version_id, now(), 1 from question.question q where q.company_id = $1 and q.id = any($3)`,
    [companyId, staffId, questions.slice(0, 3).map(({ id }) => id)],
  )
  for (let turn = 0; turn < 2; turn++) await exposePractised(world.services, new Date(Date.now() - dayMs))
  const { skills: shown } = await as.get(personSkill.get, { staffId })
  expect(shown.find(({ skillId }) => skillId === skills[0])).toMatchObject({
    ...{ level: null, isLearnt: true },
    evidence: [{ sourceKind: 'practice', part: 'exposure', facts: { items: 3 } }],
  })
})

test('what leads to a skill later is learnt by whoever completed or practised it before, and nobody overwrites what changed unseen', async () => {
  const { as, companyId, points, questions, skills } = given
  const [fire, power, talk] = skills
  const [learner = '', practiser = ''] = others
  const { courseId } = await arrangeCourse(world, companyId, { name: '班组沟通', chapters: [[{}]] })
  await world.rows(
    `insert into course.enrolment (company_id, course_id, staff_id, is_by_hand, completed_at) values ($1, $2, $3, true, '2026-01-05T00:00:00Z')`,
    [companyId, courseId, learner],
  )
  await world.rows(
    `insert into practice.memory (company_id, staff_id, question_id, version_id, rule_version_id, last_at, answer_count)
     select $1, $2, q.id, q.ready_version_id, q.ready_rule_version_id, '2026-01-05T00:00:00Z', 1 from question.question q
     where q.company_id = $1 and q.id = any($3)`,
    [companyId, learner, questions.slice(0, 3).map(({ id }) => id)],
  )
  const learnt = async (staffId: string, skillId: string) => {
    const { skills: shown } = await as.get(personSkill.get, { staffId })
    return shown
      .filter((one) => one.skillId === skillId)
      .flatMap(({ evidence }) => evidence.map(({ sourceKind, part, at }) => [sourceKind, part, at]))
  }
  const aims = [{ skillId: talk, level: 2 }]
  await as.get(skillLink.saveTeaching, { kind: 'course', targetId: courseId, version: 0, hours: 2, skills: aims })
  await world.runJobs()
  expect(await learnt(learner, talk)).toEqual([['course', 'exposure', '2026-01-05T00:00:00.000Z']])
  expect(await learnt(practiser, talk)).toEqual([])
  const wish = {
    pointId: points.fire,
    skills: [
      { skillId: fire, level: 4 },
      { skillId: power, level: 1 },
    ],
  }
  expect(await as.call(skillLink.savePoint, { ...wish, before: aims })).toMatchObject({ code: 1007 })
  await as.get(skillLink.savePoint, { ...wish, before: [{ skillId: fire, level: 4 }] })
  await world.runJobs()
  expect((await learnt(learner, power)).map(([sourceKind]) => sourceKind)).toContain('practice')
})

test('more people than can be judged while somebody waits, more departments than a screen shows: the exports have all of them', async () => {
  const large = await arrangeMeasured(world)
  const { as, companyId, departments, postId, skills } = large
  await world.rows(
    `insert into org.department (company_id, id, parent_id, name, path)
     select $1, d.id, $2, '门店' || d.n, p.path || d.id || '/'
     from (select n, gen_random_uuid() as id from generate_series(1, 301) n) d, org.department p where p.company_id = $1 and p.id = $2`,
    [companyId, departments.root],
  )
  await world.rows(
    `insert into org.staff (company_id, name, login_account, post_id, department_id)
     select $1, '员工', 'large' || n, $2, $3 from generate_series(1, 20000) n`,
    [companyId, postId, departments.branch],
  )
  const { courseId } = await arrangeCourse(world, companyId, { name: '动火作业实训', chapters: [[{}]] })
  const aims = [{ skillId: skills[0], level: 4 }]
  await as.get(skillLink.saveTeaching, { kind: 'course', targetId: courseId, version: 0, hours: 2, skills: aims })
  expect(await as.call(skillReport.courseDepartments, {})).toMatchObject({ code: 3544 })
  const asked = { departmentId: departments.root, isDirect: 1, postId, skillId: skills[0], keyWords: '' } as const
  const { jobId } = await as.get(skillReport.exportCourseDepartments, { ...asked, beginTime: dayOf(1), endTime: dayOf(0) })
  const [head, ...rows] = (await fileOf(jobId, large)).rows
  expect(head?.slice(0, 5)).toEqual(['部门', '人数', '有差距人数', '最需要的课程', '推荐总学时'])
  expect(rows.find(([, count]) => count === '20008')?.slice(0, 5)).toEqual([
    '研发部',
    '20008',
    '20008',
    '动火作业实训（20008 人）',
    '40016',
  ])
  const conditionsOf = async (id: string) => {
    const [job] = await world.rows<{ conditions: unknown }>('select conditions from jobs.background_job where id = $1', [id])
    return job?.conditions
  }
  const named = { 开始日期: dayOf(1), 结束日期: dayOf(0), 部门: '总部', 岗位: '安全员' }
  // By department nobody is left out for a skill, nor a department for being below another.
  expect(await conditionsOf(jobId)).toEqual({ ...named, 部门范围: '含下级' })
  const people = await as.get(skillReport.exportSkillPeople, { ...asked, beginTime: dayOf(1), endTime: dayOf(0) })
  expect(await conditionsOf(people.jobId)).toEqual({ ...named, 部门范围: '仅直属', 技能: '动火作业' })
  const gone = crypto.randomUUID()
  const lost = await as.get(skillReport.exportHeat, { departmentId: gone, postId: gone, groupId: gone })
  expect(await world.rows('select conditions from jobs.background_job where id = $1', [lost.jobId])).toMatchObject([
    { conditions: { 部门: '已删除的部门', 岗位: '已删除的岗位', 技能分类: '已删除的技能分类' } },
  ])

  const heat = await as.get(skillReport.heat, { departmentId: departments.root })
  expect([heat.isCut, heat.rows.length]).toEqual([true, 300])
  const [group = ''] = await arrangeSkills(world, companyId, ['安全'])
  await world.rows(
    'update skill.skill set is_group = (id = $2), parent_id = case when id = $3 then $2::uuid end where company_id = $1',
    [...[companyId, group, skills[1]]],
  )
  const ofGroup = { departmentId: departments.root, groupId: group }
  const power = await as.get(skillReport.heat, ofGroup)
  expect(power.skills.map(({ name }) => name)).toEqual(['用电安全'])
  const map = await fileOf((await as.get(skillReport.exportHeat, ofGroup)).jobId, large)
  expect(map.rows[0]).toEqual([
    ...[
      '部门',
      '人数',
      '用电安全 有级别人数',
      '用电安全 平均级别',
      '用电安全 覆盖率（%）',
      '用电安全 级别分布',
      '用电安全 期间新增证据',
    ],
  ])
  expect(map.rows.length).toBeGreaterThan(302)
  await as.get(personSkill.judge, { staffId: large.staffIds[0] ?? '', skillId: skills[1], level: 2, note: '观察' })
  await counted(world)
  const told = await fileOf((await as.get(skillReport.exportHeat, ofGroup)).jobId, large)
  expect(told.rows.find(([, count]) => count === '20008')?.slice(2)).toEqual([
    ...['1', '2', '0', '1 级 0 人，2 级 1 人，3 级 0 人，4 级 0 人，5 级 0 人', '0'],
  ])
})
