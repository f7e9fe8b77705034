import { attempt } from '@kaopei/exam/contract/attempt'
import { examGroups } from '@kaopei/exam/contract/exam-groups'
import { examOverrides } from '@kaopei/exam/contract/exam-overrides'
import { examPeople } from '@kaopei/exam/contract/exam-people'
import { examManage } from '@kaopei/exam/contract/menus'
import { dataScope } from '@kaopei/identity/contract/role'
import { dataScopesOf } from '@kaopei/identity/server'
import { download } from '@kaopei/jobs/contract/download'
import { testMarkingMenu, testMarkingRights } from '@kaopei/marking/contract/menus'
import { reviewExam } from '@kaopei/marking/contract/review-exam'
import { reviewPaper } from '@kaopei/marking/contract/review-paper'
import { reviewTask } from '@kaopei/marking/contract/review-task'
import { arrangePerson } from '@kaopei/org/testing'
import { recordUse } from '@kaopei/platform/server'
import { results } from '@kaopei/result/contract/results'
import type { TestActor } from '@kaopei/server/testing'
import { readXlsx } from '@kaopei/sheet'
import { examConsumption } from '@kaopei/tenant/contract/consumption'
import { examConsumptionMenu } from '@kaopei/tenant/contract/menus'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examToMark } from '../../../domains/marking/server/factories.ts'
import { type Gauntlet, openGauntlet } from './gauntlet-world.ts'

// A manager of 研发部 and everything below it walks through the rooms that know exams, and meets exactly their people: in lists, by id, in batches,
// figures and files. The rooms of people are walked in domains/access/server/scope-walk.test.ts, for every kind of scope.

let gauntlet: Gauntlet
let stage: Awaited<ReturnType<typeof openStage>>
beforeAll(async () => {
  gauntlet = await openGauntlet()
  stage = await openStage()
})
afterAll(() => gauntlet.close())

const departments = { 总部: [], 研发部: ['总部'], 测试组: ['总部', '研发部'], 销售部: ['总部'] } as const
/** What each of them scored, in whole marks; 16 at most, 9 pass. */
const scores = { 总部甲: 16, 研发部甲: 10, 研发部乙: 6, 测试组甲: 14, 销售部甲: 15, 销售部乙: 1 } as const
type Name = keyof typeof scores
const names: readonly Name[] = ['总部甲', '研发部甲', '研发部乙', '测试组甲', '销售部甲', '销售部乙']
const inside: readonly Name[] = ['测试组甲', '研发部甲', '研发部乙']
const outside = names.filter((name) => !inside.includes(name))

async function openStage() {
  const { world } = gauntlet
  const made = await examToMark(world, { sittings: names.map((name) => ({ name })) })
  const { companyId, examId } = made
  const departmentIds = new Map<string, string>()
  for (const [name, above] of Object.entries(departments)) {
    const id = crypto.randomUUID()
    departmentIds.set(name, id)
    const path = `/${[...above, name].map((one) => departmentIds.get(one)).join('/')}/`
    await world.rows('insert into org.department (company_id, id, parent_id, name, path) values ($1, $2, $3, $4, $5)', [
      companyId,
      id,
      departmentIds.get(above.at(-1) ?? '') ?? null,
      name,
      path,
    ])
  }
  const rows = await world.rows<{ id: string; name: Name; attempt: string }>(
    `select s.id, s.name, a.id as attempt from org.staff s join sitting.attempt a on a.company_id = s.company_id and a.staff_id = s.id
     where s.company_id = $1`,
    [companyId],
  )
  const person = new Map(rows.map((row) => [row.name, row]))
  for (const { id, name, attempt: attemptId } of rows) {
    await world.rows('update org.staff set department_id = $2 where id = $1', [id, departmentIds.get(name.slice(0, -1))])
    await world.rows(
      `update sitting.attempt set state = 'published', score_hundredths = $2, objective_score_hundredths = 200,
         subjective_score_hundredths = $2 - 200, is_passed = $2 >= 900, scored_at = now(), marked_at = now(), published_at = now() where id = $1`,
      [attemptId, scores[name] * 100],
    )
    await world.inCompany(companyId, (db) =>
      recordUse(db, { companyId, kind: 'exam', subjectId: examId, subjectName: '消防安全考试', staffId: id, at: new Date() }),
    )
  }
  const manager = await arrangeManager(companyId, departmentIds.get('研发部') ?? '')
  const as = world.as(manager)
  const idOf = (name: Name) => person.get(name)?.id ?? ''
  const attemptOf = (name: Name) => person.get(name)?.attempt ?? ''
  return { ...made, as, manager, idOf, attemptOf, departmentOf: (name: string) => departmentIds.get(name) ?? '' }
}

/** Scopes as a session has them: own department and below, on every menu. */
async function arrangeManager(companyId: string, departmentId: string): Promise<TestActor> {
  const staffId = crypto.randomUUID()
  const menus = [examManage, testMarkingMenu, examConsumptionMenu]
  const granted = menus.map(({ name }) => ({ menu: name, scope: dataScope.ownAndBelow, departmentIds: [] }))
  await arrangePerson(gauntlet.world, companyId, { id: staffId, name: '经理', departmentId })
  return gauntlet.world.actor({
    companyId,
    staffId,
    menus,
    rights: [...Object.values(examManage.rights), ...Object.values(examConsumptionMenu.rights)],
    scopes: Object.fromEntries(dataScopesOf(granted, { staffId, departmentId })),
  })
}

const sorted = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name).sort()
const within = [...inside].sort()
const notFound = { code: 1008 }

test('results: list, filter, search and pages', async () => {
  const { as, examId: examinationId, departmentOf } = stage
  const page = await as.get(results.list, { examinationId })
  expect(sorted(page.dataList)).toEqual(within)
  expect(page.totalCount).toBe(inside.length)
  expect((await as.get(results.list, { examinationId, departmentId: departmentOf('销售部') })).totalCount).toBe(0)
  expect((await as.get(results.list, { examinationId, keyWords: '销售' })).totalCount).toBe(0)
  expect(sorted((await as.get(results.list, { examinationId, departmentId: departmentOf('总部') })).dataList)).toEqual(within)
  const second = await as.get(results.list, { examinationId, pageIndex: 2, pageSize: 2 })
  expect([second.dataList.length, second.totalCount]).toEqual([1, inside.length])
})

test('results: by id, with and without the attempt', async () => {
  const { as, examId: examinationId, idOf, attemptOf } = stage
  for (const name of inside) {
    expect((await as.get(results.get, { examinationId, staffId: idOf(name) })).candidate.name).toBe(name)
  }
  for (const name of outside) {
    const staffId = idOf(name)
    expect(await as.call(results.get, { examinationId, staffId })).toMatchObject(notFound)
    expect(await as.call(results.get, { examinationId, staffId, attemptId: attemptOf(name) })).toMatchObject(notFound)
    // Somebody seen does not lend their place to another's attempt.
    const mixed = await as.call(results.get, { examinationId, staffId: idOf('研发部甲'), attemptId: attemptOf(name) })
    expect(JSON.stringify(mixed)).not.toContain(attemptOf(name))
    expect(await as.call(attempt.void, { attemptId: attemptOf(name), reason: '越权' })).toMatchObject(notFound)
    expect(await as.call(attempt.restore, { attemptId: attemptOf(name), reason: '越权' })).toMatchObject(notFound)
  }
})

test('statistics are of the manager’s people alone', async () => {
  const { as, examId: examinationId } = stage
  const marks = inside.map((name) => scores[name])
  const mean = marks.reduce((sum, mark) => sum + mark, 0) / marks.length
  expect(await as.get(results.funnel, { examinationId })).toMatchObject({
    premiseExamCount: inside.length,
    hasExamCount: inside.length,
    passExamCount: marks.filter((mark) => mark >= 9).length,
    aveScore: mean,
  })
  const spread = await as.get(results.distribution, { examinationId })
  expect(spread).toMatchObject({ population: inside.length, mean, highest: Math.max(...marks), lowest: Math.min(...marks) })
  expect(spread.bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(inside.length)
  expect((await as.get(results.byType, { examinationId })).population).toBe(inside.length)
  expect((await as.get(results.itemAnalysis, { examinationId })).test.count).toBe(inside.length)
})

/** The rows of a workbook once its job has run. */
async function exported(jobId: string): Promise<string[][]> {
  await gauntlet.world.runJobs()
  const { fileUrl } = await stage.as.get(download.link, { id: jobId })
  const file = await gauntlet.world.app.inject({ method: 'GET', url: fileUrl })
  const rows: string[][] = []
  for await (const { cells } of readXlsx(file.rawPayload)) rows.push(cells.map(({ text }) => text))
  return rows
}

test('the exported workbook holds the same people, whatever filter is asked for', async () => {
  const { as, examId: examinationId, departmentOf } = stage
  const rows = await exported((await as.get(results.export, { examinationId })).jobId)
  const column = rows[0]?.indexOf('姓名') ?? -1
  expect(
    rows
      .slice(1)
      .map((row) => row[column])
      .sort(),
  ).toEqual(within)
  expect(rows.flat().filter((text) => outside.some((name) => text.includes(name)))).toEqual([])
  const foreign = { examinationId, departmentId: departmentOf('销售部') }
  expect((await as.call(results.export, foreign)).code).not.toBe(0)
})

test('candidates: list, and batches that name others', async () => {
  const { as, companyId, examId: examinationId, idOf } = stage
  expect(sorted((await as.get(examPeople.list, { examinationId })).dataList)).toEqual(within)
  expect((await as.get(examPeople.list, { examinationId, keyWords: '销售' })).totalCount).toBe(0)
  const state = () =>
    gauntlet.world.rows(
      `select c.staff_id, o.extra_minutes from exam.candidate c left join exam.candidate_override o using (company_id, exam_id, staff_id)
       where c.company_id = $1 order by staff_id`,
      [companyId],
    )
  const before = await state()
  const staffIds = outside.map(idOf)
  await as.call(examOverrides.save, { examinationId, staffIds, extraMinutes: 30, reason: '越权' })
  await as.call(examPeople.remove, { examinationId, staffIds })
  expect(await state()).toEqual(before)
  const stranger = await arrangePerson(gauntlet.world, companyId, { name: '新人' })
  const added = await as.call(examPeople.add, { examinationId, staffIds: [stranger] })
  expect(added.data?.addedCount ?? 0).toBe(0)
  expect(await state()).toEqual(before)
})

test('the ledger of exams, listed and exported', async () => {
  const { as } = stage
  const listed = (await as.get(examConsumption.list, {})).dataList.map(({ staffName }) => staffName)
  expect(listed.sort()).toEqual(within)
  expect((await as.get(examConsumption.list, { keyWords: '销售' })).totalCount).toBe(0)
  const rows = await exported((await as.get(examConsumption.export, {})).jobId)
  const shown = rows.flat()
  expect(inside.filter((name) => shown.includes(name))).toEqual(inside)
  expect(shown.filter((text) => outside.some((name) => text.includes(name)))).toEqual([])
})

test('marking is by appointment: who is no reviewer of an exam meets none of its candidates, and a reviewer all of them', async () => {
  const { as, companyId, examId, manager, attemptOf } = stage
  expect((await as.get(reviewExam.examList, {})).totalCount).toBe(0)
  for (const call of [reviewExam.getReviewInfo, reviewExam.progress, reviewExam.getExamStaffList]) {
    expect(await as.call(call, { examId })).toMatchObject({ code: 1002 })
  }
  expect(await as.call(reviewTask.openPaper, { attemptId: attemptOf('研发部甲') })).toMatchObject({ code: 1002 })
  await gauntlet.world.rows('insert into exam.reviewer (company_id, exam_id, staff_id) values ($1, $2, $3)', [
    companyId,
    examId,
    manager.staffId,
  ])
  expect((await as.get(reviewExam.getExamStaffList, { examId })).totalCount).toBe(names.length)
})

test('rights to mark all and to reopen reach the manager’s people alone', async () => {
  const { companyId, examId, manager, attemptOf } = stage
  const { markAll, reopen, release, reveal } = testMarkingRights
  const as = gauntlet.world.as(
    await gauntlet.world.actor({
      companyId,
      menus: [testMarkingMenu],
      rights: [markAll, reopen, release, reveal],
      scopes: Object.fromEntries(manager.scopes),
    }),
  )
  expect((await as.get(reviewExam.examList, {})).dataList).toMatchObject([{ paperCount: inside.length }])
  expect(await as.get(reviewExam.getReviewInfo, { examId })).toMatchObject({ paperCount: inside.length })
  const papers = await as.get(reviewExam.getExamStaffList, { examId })
  expect(papers.dataList.map(({ candidate }) => candidate.label).sort()).toEqual(within)
  const slot = 2
  for (const name of outside) {
    const attemptId = attemptOf(name)
    const refused = [
      await as.call(reviewTask.open, { attemptId, slot }),
      await as.call(reviewTask.openPaper, { attemptId }),
      await as.call(reviewTask.saveScore, { attemptId, slot, version: 1, score: 1 }),
      await as.call(reviewTask.reopen, { attemptId, slot, version: 1, reason: '越权' }),
      await as.call(reviewPaper.getExamAnswerPaperBasicInfo, { attemptId }),
      await as.call(reviewPaper.getMarkHistory, { attemptId }),
      await as.call(reviewPaper.reveal, { attemptId, reason: '越权' }),
    ]
    expect(refused.map(({ code }) => code)).toEqual(refused.map(() => 1008))
  }
})

test('user groups: only people within the scope come, and groups of others alone are refused', async () => {
  const { as, companyId, examId: examinationId, idOf } = stage
  const group = async (name: string, members: readonly Name[]) => {
    const [row] = await gauntlet.world.rows<{ id: string }>(
      'insert into usergroup.staff_group (company_id, name) values ($1, $2) returning id',
      [companyId, name],
    )
    await gauntlet.world.rows(
      'insert into usergroup.member (company_id, group_id, staff_id) select $1, $2, n from unnest($3::uuid[]) n',
      [companyId, row?.id, members.map(idOf)],
    )
    return row?.id ?? ''
  }
  await gauntlet.world.rows(`update exam.exam set admission_end_at = now() + interval '1 hour' where id = $1`, [examinationId])
  const mixed = await group('都有', ['研发部甲', '销售部甲'])
  const foreign = await group('别人的', ['销售部甲', '销售部乙'])
  expect(await as.call(examGroups.add, { examinationId, groupIds: [foreign], mode: 2 })).toMatchObject({ code: 2316 })
  expect(await as.get(examGroups.add, { examinationId, groupIds: [mixed], mode: 2 })).toMatchObject({
    repeatedCount: 1,
    skippedCount: 1,
  })
  expect((await as.get(examGroups.list, { examinationId })).dataList).toMatchObject([{ id: mixed, staffCount: 1 }])
})
