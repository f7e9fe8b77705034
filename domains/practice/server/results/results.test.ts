import { examModule } from '@kaopei/exam/server'
import { arrangeStaff } from '@kaopei/exam/testing'
import { filesModule, temporaryBlobs } from '@kaopei/files/server'
import { download } from '@kaopei/jobs/contract/download'
import { jobsModule } from '@kaopei/jobs/server'
import { messagingModule } from '@kaopei/messaging/server'
import { World } from '@kaopei/server/testing'
import { readXlsx } from '@kaopei/sheet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { learn } from '../../contract/learn.ts'
import { countedText, mostCounted } from '../../contract/learn-shapes.ts'
import { practiceManage, practiceReport } from '../../contract/menus.ts'
import { practiceReports } from '../../contract/practice-report.ts'
import { practiceResults } from '../../contract/practice-results.ts'
import { practiceModule, practiceStandingOf } from '../index.ts'
import { answerAll, arrangePoint, arrangePractice, choices, learnerOf, right, shortAnswer, wrong } from '../practice-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, filesModule, jobsModule, messagingModule(), practiceModule], temporaryBlobs)
})
afterAll(() => world.close())

/** Two people: the first has all right, the second misses the first item. */
async function arrangeAnswered() {
  const arranged = await arrangePractice(world, { contents: choices(3), people: 2 })
  const { practiceId, questions, companyId } = arranged
  const pointId = await arrangePoint(
    world,
    companyId,
    '动火',
    questions.map(({ id }) => id),
  )
  for (const [index, wrongItems] of [[], [1]].entries()) {
    const learner = learnerOf(arranged, index)
    await answerAll(world, learner, await world.as(learner).get(learn.begin, { practiceId, mode: 1 }), wrongItems)
  }
  return { ...arranged, pointId, as: world.as(arranged.admin) }
}

test('who practised, how often and how well; who may and has not', async () => {
  const { as, practiceId, companyId, staffIds, admin } = await arrangeAnswered()
  expect(await as.get(practiceResults.summary, { practiceId })).toMatchObject({
    ...{ staffCount: 2, practisedCount: 2, finishedCount: 2, runCount: 2, answerCount: 6, accuracyPercent: 83 },
    days: [{ answerCount: 6, peopleCount: 2 }],
  })
  const people = await as.get(practiceResults.people, { practiceId })
  const byId = new Map(people.dataList.map((row) => [row.staffId, row]))
  expect(byId.get(staffIds[0] ?? '')).toMatchObject({ runCount: 1, answerCount: 3, answeredPercent: 100, accuracyPercent: 100 })
  expect(byId.get(staffIds[1] ?? '')).toMatchObject({ accuracyPercent: 67, ownJudgedCount: 0 })
  expect((await as.get(practiceResults.people, { practiceId, hasPractised: false })).totalCount).toBe(0)
  const [idle = ''] = await arrangeStaff(world, companyId, { count: 1 })
  await world.rows('insert into practice.participant (company_id, practice_id, staff_id, is_chosen) values ($1, $2, $3, true)', [
    companyId,
    practiceId,
    idle,
  ])
  expect((await as.get(practiceResults.people, { practiceId, hasPractised: false })).dataList).toMatchObject([
    { staffId: idle, runCount: 0, accuracyPercent: null, lastAt: null },
  ])
  const person = await as.get(practiceResults.person, { practiceId, staffId: staffIds[1] ?? '' })
  expect(person).toMatchObject({
    runs: [{ answeredCount: 3, rightCount: 2, isFinished: true }],
    runCount: 1,
    points: [{ name: '动火', masteryPercent: 67 }],
  })
  const standing = await world.inCompany(admin.companyId, (db) => practiceStandingOf(db, [practiceId], [...staffIds, idle]))
  expect(standing.map(({ answeredPercent, accuracyPercent }) => [answeredPercent, accuracyPercent]).sort()).toEqual([
    [100, 100],
    [100, 67],
  ])
})

test('the hardest question comes first, with the option that misled', async () => {
  const { as, practiceId, questions } = await arrangeAnswered()
  const { dataList } = await as.get(practiceResults.questions, { practiceId })
  expect(dataList[0]).toMatchObject({ questionId: questions[0]?.id, answerCount: 2, rightCount: 1, accuracyPercent: 50 })
  const { answerCount, options } = await as.get(practiceResults.distractors, { practiceId, questionId: questions[0]?.id ?? '' })
  expect(answerCount).toBe(2)
  expect(options.map(({ letter, count, percent, isCorrect }) => [letter, count, percent, isCorrect])).toEqual([
    ['A', 1, 50, true],
    ['B', 1, 50, false],
    ['C', 0, 0, false],
    ['D', 0, 0, false],
  ])
  expect(await as.get(practiceResults.points, { practiceId })).toMatchObject({
    dataList: [{ name: '动火', questionCount: 3, peopleCount: 2, answerCount: 6, accuracyPercent: 83 }],
  })
  expect(await as.get(practiceResults.departments, { practiceId })).toMatchObject({
    dataList: [{ name: '研发部', practisedCount: 2, answerCount: 6, accuracyPercent: 83 }],
  })
})

test("repeated answers count for nobody's accuracy, one's own judgement for no question's", async () => {
  const arranged = await arrangePractice(world, { contents: [...choices(1), shortAnswer] })
  const { practiceId } = arranged
  const as = world.as(learnerOf(arranged))
  const { runId } = await as.get(learn.begin, { practiceId, mode: 1 })
  await as.get(learn.answer, { runId, item: 1, seq: 1, answer: wrong })
  await as.get(learn.answer, { runId, item: 1, seq: 2, answer: right })
  await as.get(learn.answer, { runId, item: 2, seq: 1, answer: { type: 6, format: 'text', text: '办证' } })
  await as.get(learn.judge, { runId, item: 2, seq: 2, ownScore: 2 })
  const { dataList } = await world.as(arranged.admin).get(practiceResults.questions, { practiceId })
  expect(dataList.map(({ answerCount, rightCount, accuracyPercent }) => [answerCount, rightCount, accuracyPercent])).toEqual([
    [1, 0, 0],
    [1, 0, null],
  ])
})

test('what is counted so far says that there is more', () => {
  expect([countedText(mostCounted), countedText(mostCounted + 1)]).toEqual(['1000', '1000+'])
})

test('weak points are mapped by department; nothing is claimed of fewer than three questions', async () => {
  const { as, companyId, questions, departments, pointId } = await arrangeAnswered()
  await arrangePoint(world, companyId, '高处', [questions[1]?.id ?? ''])
  const map = await as.get(practiceResults.weakPoints, {})
  expect(map.pointCount).toBe(2)
  expect(map.points).toMatchObject([
    { id: pointId, name: '动火', masteryPercent: 83, peopleCount: 2, questionCount: 3 },
    { name: '高处', masteryPercent: null, questionCount: 1 },
  ])
  expect(map.departments).toEqual([{ id: departments.branch, name: '研发部' }])
  expect(map.cells).toContainEqual({
    ...{ knowledgePointId: pointId, departmentId: departments.branch },
    ...{ peopleCount: 2, questionCount: 3, masteryPercent: 83 },
  })
  expect((await as.get(practiceResults.weakPoints, { departmentId: departments.other })).points).toEqual([])
})

test('whoever sees another department sees none of it, in figures, people or export', async () => {
  const { companyId, practiceId, departments, staffIds } = await arrangeAnswered()
  const scope = { kind: 'some' as const, departmentIds: [], subtreeIds: [departments.other], ownStaffId: null }
  const rights = [...Object.values(practiceManage.rights), ...Object.values(practiceReport.rights)]
  const scopes = { [practiceManage.name]: scope, [practiceReport.name]: scope }
  const as = world.as(await world.actor({ companyId, isAdmin: false, rights, scopes }))
  expect(await as.get(practiceResults.summary, { practiceId })).toMatchObject({
    staffCount: 0,
    practisedCount: 0,
    answerCount: 0,
    days: [],
  })
  expect((await as.get(practiceResults.people, { practiceId })).totalCount).toBe(0)
  expect((await as.get(practiceResults.questions, { practiceId })).totalCount).toBe(0)
  expect((await as.get(practiceResults.departments, { practiceId })).dataList).toEqual([])
  expect((await as.get(practiceResults.weakPoints, {})).points).toEqual([])
  expect((await as.call(practiceResults.person, { practiceId, staffId: staffIds[0] ?? '' })).code).toBe(1008)
  expect((await as.call(practiceResults.export, { practiceId })).code).toBe(3111)
})

test('the export is a job that can be followed, with the figures beside the people', async () => {
  const { as, admin, practiceId, companyId, departments, staffIds } = await arrangeAnswered()
  const sheetsOf = async (wish: object) => {
    const { jobId: id } = await as.get(practiceResults.export, { practiceId, ...wish })
    await world.runJobs()
    const { fileUrl } = await world.as(admin).get(download.link, { id })
    return readAll((await world.app.inject({ url: fileUrl })).rawPayload)
  }
  const whole = await sheetsOf({ departmentId: departments.branch })
  expect([...whole.keys()]).toEqual(['练习结果', '试题', '选项分布', '知识点', '部门', '薄弱知识点'])
  expect(whole.get('练习结果')).toHaveLength(3)
  // In the words of the page.
  expect(whole.get('练习结果')?.[0]?.slice(5, 12)).toEqual([
    ...['练习轮次', '完成轮次', '作答次数', '最好一轮完成（%）', '正确率（%）', '自评题数', '练习时长（分钟）'],
  ])
  expect(whole.get('选项分布')?.[0]?.slice(-2)).toEqual(['选择次数', '选择率（%）'])
  expect(whole.get('部门')?.[0]).toEqual(['部门', '练习人数', '作答次数', '正确率（%）', '练习时长（分钟）'])
  expect(whole.get('试题')?.[1]?.slice(0, 6)).toEqual(['第 1 题', '单选题', expect.any(String), '2', '1', '50'])
  expect(whole.get('选项分布')?.slice(1, 3)).toEqual([
    ['第 1 题', 'A', '选项 a', '是', '1', '50'],
    ['第 1 题', 'B', '选项 b', '', '1', '50'],
  ])
  expect(whole.get('知识点')?.[1]).toEqual(['动火', '3', '2', '6', '83'])
  expect(whole.get('部门')?.[1]?.slice(0, 4)).toEqual(['研发部', '2', '6', '83'])
  expect(whole.get('薄弱知识点')?.slice(1)).toEqual([
    ['动火', '全部', '2', '3', '83'],
    ['动火', '研发部', '2', '3', '83'],
  ])
  const [first = ''] = staffIds
  await world.rows(`update org.staff set name = '张三丰' where company_id = $1 and id = $2`, [companyId, first])
  const found = await sheetsOf({ keyWords: '三丰' })
  expect([...found.keys()]).toEqual(['练习结果'])
  expect(found.get('练习结果')?.[1]?.slice(1, 2)).toEqual(['张三丰'])
  expect((await as.get(practiceResults.people, { practiceId, keyWords: '三丰' })).totalCount).toBe(1)
  const elsewhere = { practiceId, departmentId: departments.other }
  expect((await as.get(practiceResults.people, elsewhere)).totalCount).toBe(0)
  expect((await as.call(practiceResults.export, elsewhere)).code).toBe(3111)
  const { dataList } = await as.get(download.list, {})
  expect(dataList.map(({ conditions }) => conditions)).toEqual([
    { 练习: '安全知识练习', 关键字: '三丰', 练习情况: '已练习', 人数: 1 },
    { 练习: '安全知识练习', 部门: '研发部（含下级）', 练习情况: '已练习', 人数: 2 },
  ])
  const { jobId } = await as.get(practiceResults.export, { practiceId })
  const [row] = await world.rows('select kind, title from jobs.background_job where company_id = $1 and id = $2', [
    companyId,
    jobId,
  ])
  expect(row).toEqual({ kind: 'practiceResults', title: '安全知识练习-练习结果' })
})

async function readAll(bytes: Buffer): Promise<ReadonlyMap<string, string[][]>> {
  const { sheetNames } = await readXlsx(bytes).info()
  const sheets = new Map<string, string[][]>()
  for (const sheetName of sheetNames) {
    const lines: string[][] = []
    for await (const { cells } of readXlsx(bytes, { sheetName })) lines.push(cells.map(({ text }) => text))
    sheets.set(sheetName, lines)
  }
  return sheets
}

test('a correction reaches whoever keeps the bank, and the answer reaches its writer', async () => {
  const arranged = await arrangePractice(world)
  const { practiceId, questions, bankId, companyId, admin } = arranged
  const learner = world.as(learnerOf(arranged))
  const questionId = questions[0]?.id ?? ''
  await learner.get(learn.begin, { practiceId, mode: 1 })
  await learner.get(learn.report, { questionId, kind: 2, text: '答案应为 B' })
  const as = world.as(admin)
  expect((await as.get(practiceReports.list, { isMine: true })).totalCount).toBe(0)
  expect(await mailsOf(companyId)).toEqual([])
  await world.rows('update question.bank set created_by = $2 where id = $1', [bankId, admin.staffId])
  const { dataList } = await as.get(practiceReports.list, { isMine: true, state: 0 })
  expect(dataList).toMatchObject([
    { questionId, text: '答案应为 B', stemText: '第 1 题', practiceName: '安全知识练习', isChangedSince: true },
  ])
  const id = dataList[0]?.id ?? ''
  expect((await as.call(practiceReports.answer, { id, isAccepted: false })).code).toBe(1001)
  await as.get(practiceReports.answer, { id, isAccepted: true, reply: '已更正' })
  expect((await as.call(practiceReports.answer, { id, isAccepted: true })).code).toBe(3115)
  expect((await learner.get(learn.myReports, {})).dataList).toMatchObject([{ state: 1, reply: '已更正' }])
  const stranger = world.as(await world.actor())
  expect((await stranger.call(practiceReports.answer, { id, isAccepted: true })).code).toBe(1008)
  expect(
    await world.rows(`select action from kit.operation_log where company_id = $1 and target = 'practiceReport'`, [companyId]),
  ).toEqual([{ action: 'answer' }])
})

const mailsOf = (companyId: string) =>
  world.rows<{ address: string; subject: string; body: string }>(
    `select address, subject, body from messaging.outbox where company_id = $1 and template_key = 'questionReported'`,
    [companyId],
  )

test('whoever keeps the bank is written to once about each report, sees it whoever wrote it, and answers it', async () => {
  const arranged = await arrangePractice(world)
  const { practiceId, questions, bankId, companyId, departments } = arranged
  const [keeperId = ''] = await arrangeStaff(world, companyId, { count: 1, departmentId: departments.other })
  const rights = [practiceReport.rights.view, practiceReport.rights.answer]
  const scopes = {
    practiceReport: { kind: 'some' as const, departmentIds: [departments.other], subtreeIds: [], ownStaffId: null },
  }
  const keeper = await world.actor({ companyId, staffId: keeperId, rights, scopes })
  await world.rows('update question.bank set created_by = $2 where id = $1', [bankId, keeperId])
  await world.rows(`update org.person set email = 'keeper@example.com' where id = $1`, [keeperId])
  const learner = world.as(learnerOf(arranged))
  const questionId = questions[0]?.id ?? ''
  await learner.get(learn.begin, { practiceId, mode: 1 })
  await learner.get(learn.report, { questionId, kind: 2, text: '答案应为 B' })
  await learner.get(learn.report, { questionId, kind: 2, text: '答案应为 B' })
  const [mail, ...more] = await mailsOf(companyId)
  expect(more).toEqual([])
  expect(mail).toMatchObject({ address: 'keeper@example.com', body: expect.stringContaining('答案应为 B') })
  expect(mail?.body).toContain('/application/ote/practiceReport?of=mine')
  const as = world.as(keeper)
  const { dataList } = await as.get(practiceReports.list, { isMine: true })
  expect(dataList).toMatchObject([{ questionId, text: '答案应为 B', staffName: null, department: null }])
  await as.get(practiceReports.answer, { id: dataList[0]?.id ?? '', isAccepted: true })
})
