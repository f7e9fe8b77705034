import { examManage } from '@kaopei/exam/contract/menus'
import { examModule } from '@kaopei/exam/server'
import { type ArrangedExam, arrangeExam, startExam } from '@kaopei/exam/testing'
import { filesModule, temporaryBlobs } from '@kaopei/files/server'
import { download } from '@kaopei/jobs/contract/download'
import { jobsModule } from '@kaopei/jobs/server'
import { arrangePerson } from '@kaopei/org/testing'
import type { Answer } from '@kaopei/question/contract/content'
import { World } from '@kaopei/server/testing'
import { readXlsx } from '@kaopei/sheet'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { finishMarking, recordManualScore, sittingModule } from '@kaopei/sitting/server'
import { browserA, oneOfEachType, rightAnswers } from '@kaopei/sitting/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventsOfPage, results } from '../contract/results.ts'
import { resultModule } from './index.ts'
import { analyseItems } from './item-analysis.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, resultModule, jobsModule, filesModule], temporaryBlobs)
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = () => new Date()
})

type Candidate = ArrangedExam['candidates'][number]

/** Sits the exam with these answers by slot, hands in, and lets the machine score. */
async function sit(examId: string, actor: Candidate, answers: Readonly<Record<number, Answer>>): Promise<string> {
  const { attemptId, lease } = await startExam(world, actor, examId, browserA)
  const items = Object.entries(answers).map(([slot, answer], index) => ({
    slot: Number(slot),
    answer,
    baseRev: 0,
    clientSeq: index + 1,
    seen: true,
  }))
  if (items.length > 0) await world.as(actor).get(sitting.save, { attemptId, leaseEpoch: lease.epoch, items })
  const submission = { attemptId, leaseEpoch: lease.epoch, submissionKey: `submit-${attemptId}` }
  await world.as(actor).get(sitting.submit, { ...submission, lastRevs: items.map(({ slot }) => ({ slot, rev: 1 })) })
  await world.runJobs()
  return attemptId
}

const single = (optionId: string): Answer => ({ type: 1, optionId })
const [oneSingle] = oneOfEachType()
const someSingles = oneSingle ? [oneSingle, oneSingle, oneSingle] : []

/** Four candidates, three questions of 10 points, pass at 20: 30, 10, 20 points and one absent. */
async function arrangeFour() {
  const arranged = await arrangeExam(world, { fixed: someSingles, candidates: 4, passScore: 2000 })
  const { examId, candidates, companyId } = arranged
  const chosen = [
    ['b', 'b', 'b'],
    ['b', 'a', 'a'],
    ['b', 'b', 'a'],
  ]
  for (const [index, options] of chosen.entries()) {
    const candidate = candidates[index]
    if (!candidate) continue
    await sit(examId, candidate, Object.fromEntries(options.map((option, slot) => [slot + 1, single(option)])))
  }
  const admin = await world.actor({ companyId, isAdmin: true })
  return { ...arranged, admin }
}

test('the list has every candidate with state, score, pass and rank; filters by each of them', async () => {
  const { examId, admin } = await arrangeFour()
  const as = world.as(admin)
  const listed = async (input: object = {}) =>
    (await as.get(results.list, { examinationId: examId, ...input })).dataList.map(
      ({ name, state, score, isPassed }) => `${name}:${state}:${score ?? '-'}:${isPassed}`,
    )
  const all = ['考生1:4:30:true', '考生3:4:20:true', '考生2:4:10:false', '考生4:0:-:null']
  expect(await listed()).toEqual(all)
  expect(await listed({ isPassed: false })).toEqual(['考生2:4:10:false'])
  expect(await listed({ state: 0 })).toEqual(['考生4:0:-:null'])
  expect(await listed({ keyWords: '考生3' })).toEqual(['考生3:4:20:true'])
  expect(await listed({ sort: 'name', pageSize: 2, pageIndex: 2 })).toEqual(['考生3:4:20:true', '考生4:0:-:null'])
  await world.rows(`update exam.exam set admission_end_at = now() - interval '1 second' where id = $1`, [examId])
  expect(await listed({ state: 5 })).toEqual(['考生4:5:-:null'])
  await world.rows(
    `insert into exam.candidate_override (company_id, exam_id, staff_id, extra_minutes, reason)
     select company_id, exam_id, staff_id, 10, '照顾' from exam.candidate where exam_id = $1`,
    [examId],
  )
  expect(await listed({ state: 5 })).toEqual([])
})

test('funnel, distribution and score by type count people once, floored', async () => {
  const { examId, admin } = await arrangeFour()
  const as = world.as(admin)
  expect(await as.get(results.funnel, { examinationId: examId })).toMatchObject({
    premiseExamCount: 4,
    premiseExamRatio: 100,
    hasExamCount: 3,
    hasExamRatio: 75,
    completeExamCount: 3,
    passExamCount: 2,
    passExamRatio: 50,
    reviewCount: 0,
    exceptionCount: 0,
    cheatCount: 0,
    aveScore: 20,
  })
  const distribution = await as.get(results.distribution, { examinationId: examId })
  expect(distribution).toMatchObject({
    attemptPolicy: '最高分',
    population: 3,
    sumScore: 30,
    passScore: 20,
    passedCount: 2,
    mean: 20,
    median: 20,
    sd: 10,
    highest: 30,
    lowest: 10,
  })
  expect(distribution.bins.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1])
  expect(distribution.bins[14]).toMatchObject({ from: 28, to: 30 })
  const { dataList } = await as.get(results.byType, { examinationId: examId })
  expect(dataList).toEqual([{ questionType: 1, questionSumScore: 30, staffAvgScore: 20 }])
})

test('the item table agrees with a computation by hand', async () => {
  const { examId, admin } = await arrangeFour()
  const sat = await world.as(admin).get(results.itemAnalysis, { examinationId: examId })
  // Which option is right is not told while people may still sit the exam.
  expect(sat.items.flatMap(({ distractors }) => distractors).some(({ isKey }) => isKey)).toBe(false)
  await world.rows(`update exam.exam set admission_end_at = now() - interval '1 minute' where id = $1`, [examId])
  const analysis = await world.as(admin).get(results.itemAnalysis, { examinationId: examId })
  // Marks 10 10 10 / 10 0 0 / 10 10 0; variances 0, 100/3, 100/3; of the totals 30 10 20: 100.
  expect(analysis.items.map(({ slot, facility }) => [slot, facility])).toEqual([
    [1, 1],
    [2, expect.closeTo(2 / 3, 9)],
    [3, expect.closeTo(1 / 3, 9)],
  ])
  expect(analysis.test.alpha).toBeCloseTo(100 * (3 / 2) * (1 - 200 / 3 / 100), 9)
  expect(analysis.test).toMatchObject({ count: 3, mean: 20, sd: 10, isSmallSample: true })
  expect(analysis.test.standardError).toBeCloseTo(10 * Math.sqrt(0.5), 9)
  // Item 2: marks 10 0 10, rests 20 10 10: covariance 50/3, variances 100/3 and 100/3.
  expect(analysis.items[0]?.discrimination).toBeNull()
  expect(analysis.items[1]?.discrimination).toBeCloseTo(50, 6)
  const [right, wrong] = [1, 0].map((place) => analysis.items[1]?.distractors[place])
  expect(right).toMatchObject({ optionId: 'b', label: 'B', text: '选项 b', isKey: true, count: 2 })
  expect(wrong).toMatchObject({ optionId: 'a', isKey: false, count: 1 })
})

test('a question that somebody never saw keeps its own denominator and takes α from nobody', async () => {
  const { examId, candidates, companyId } = await arrangeExam(world, { fixed: someSingles, candidates: 4 })
  const chosen = ['bbb', 'baa', 'bba', 'ab']
  for (const [index, options] of chosen.entries()) {
    const candidate = candidates[index]
    if (candidate) await sit(examId, candidate, Object.fromEntries([...options].map((one, slot) => [slot + 1, single(one)])))
  }
  const as = world.as(await world.actor({ companyId, isAdmin: true }))
  const analysis = await as.get(results.itemAnalysis, { examinationId: examId })
  // Marks 10 10 10 / 10 0 0 / 10 10 0 / 0 10 (0): variances 25 25 25, totals 30 10 20 10: 275/3.
  expect(analysis.test).toMatchObject({ count: 4, mean: 17.5 })
  expect(analysis.test.alpha).toBeCloseTo(100 * (3 / 2) * (1 - 75 / (275 / 3)), 9)
  expect(analysis.alphaNote).toBeNull()
  expect(analysis.unseenCount).toBe(1)
  expect(analysis.populationNote).toBe(
    '统计对象为成绩完整且未作废的答卷，每名考生取最高分的一份，共 4 份。平均分、标准差、α 等总体指标按全部 4 份计算，其中 1 份有未看到的试题，未看到的按 0 分计；各题指标只统计看到该题的答卷，份数见“作答”列。',
  )
  expect(analysis.items.map(({ count, facility }) => [count, facility])).toEqual([
    [4, 0.75],
    [4, 0.75],
    [3, expect.closeTo(1 / 3, 12)],
  ])
  expect(analysis.items.reduce((sum, { effectiveWeight }) => sum + (effectiveWeight ?? 0), 0)).toBeCloseTo(100, 9)
  // Who never saw the question did not leave it blank.
  expect(analysis.items[2]?.distractors.map(({ label, count, share }) => [label, count, share])).toEqual([
    ['A', 2, 2 / 3],
    ['B', 1, 1 / 3],
    ['C', 0, 0],
    ['D', 0, 0],
    ['未答', 0, 0],
  ])
})

test.each([
  ['成绩完整的答卷不足 2 份，不计算 α 系数', 1, 2, ['bb']],
  ['试卷只有一道题，不计算 α 系数', 2, 1, ['b', 'a']],
  ['所有答卷的总分相同，不计算 α 系数', 2, 2, ['ba', 'ab']],
])('%s', async (note, people, questions, chosen) => {
  const fixed = someSingles.slice(0, questions)
  const { examId, candidates, companyId } = await arrangeExam(world, { fixed, candidates: people })
  for (const [index, options] of chosen.entries()) {
    const candidate = candidates[index]
    if (candidate) await sit(examId, candidate, Object.fromEntries([...options].map((one, slot) => [slot + 1, single(one)])))
  }
  const as = world.as(await world.actor({ companyId, isAdmin: true }))
  const { test: whole, alphaNote } = await as.get(results.itemAnalysis, { examinationId: examId })
  expect([whole.alpha, whole.errorRatio, whole.standardError, alphaNote]).toEqual([null, null, null, note])
})

test('an exam that nobody has finished has no figures and says so', async () => {
  const { examId, companyId } = await arrangeExam(world, { fixed: someSingles })
  const as = world.as(await world.actor({ companyId, isAdmin: true }))
  expect(await as.get(results.itemAnalysis, { examinationId: examId })).toMatchObject({
    items: [],
    test: { count: 0, mean: null, alpha: null },
    alphaNote: '成绩完整的答卷不足 2 份，不计算 α 系数',
    populationNote: '还没有成绩完整的答卷。',
  })
})

test('figures are the same whatever portions the attempts are read in', async () => {
  const { examId, companyId, admin } = await arrangeFour()
  const attemptIds = (await world.rows<{ id: string }>('select id from sitting.attempt where owner_id = $1', [examId])).map(
    ({ id }) => id,
  )
  const whole = await world.as(admin).get(results.itemAnalysis, { examinationId: examId })
  for (const marksRead of [1, 12, 30]) {
    const { items, test: figures } = await world.inCompany(companyId, (db) => analyseItems(db, { examId, attemptIds, marksRead }))
    expect(items.map(({ count, facility, discrimination }) => [count, facility, discrimination])).toEqual(
      whole.items.map(({ count, facility, discrimination }) => [count, facility, discrimination]),
    )
    expect(figures.alpha).toBe(whole.test.alpha)
    expect(items.reduce((sum, { effectiveWeight }) => sum + (effectiveWeight ?? 0), 0)).toBeCloseTo(100, 9)
  }
})

test('the policy says whose attempts count', async () => {
  const { examId, candidates, companyId } = await arrangeExam(world, { fixed: someSingles, settings: { repeatCount: 3 } })
  const [candidate] = candidates
  if (!candidate) throw new Error('a candidate is needed')
  await sit(examId, candidate, { 1: single('b'), 2: single('b') })
  await sit(examId, candidate, { 1: single('b') })
  const as = world.as(await world.actor({ companyId, isAdmin: true }))
  const meanOf = async (attemptPolicy: 'first' | 'last' | 'best' | 'all') =>
    (await as.get(results.distribution, { examinationId: examId, attemptPolicy })).mean
  expect(await Promise.all((['first', 'last', 'best', 'all'] as const).map(meanOf))).toEqual([20, 10, 20, 15])
  const [row] = (await as.get(results.list, { examinationId: examId })).dataList
  expect(row).toMatchObject({ score: 20, attemptNumber: 1, attemptCount: 2 })
})

test('random papers have no α; their items are told apart by what was drawn', async () => {
  const contents = oneSingle ? Array.from({ length: 6 }, () => oneSingle) : []
  const { examId, candidates, companyId } = await arrangeExam(world, { fixed: [], pool: { contents, count: 2 }, candidates: 4 })
  for (const candidate of candidates) await sit(examId, candidate, { 1: single('b'), 2: single('a') })
  const as = world.as(await world.actor({ companyId, isAdmin: true }))
  const { items, test: whole, alphaNote } = await as.get(results.itemAnalysis, { examinationId: examId })
  expect(items.reduce((sum, { count }) => sum + count, 0)).toBe(8)
  expect(items.every(({ slot, ruleNumber }) => slot === null && ruleNumber === 1)).toBe(true)
  expect([whole.alpha, alphaNote]).toEqual([null, '各考生的试题不完全相同，不计算 α 系数'])
})

test('one paper shows answers, scores, comments and what happened, also while it is being marked', async () => {
  const { examId, candidates, companyId } = await arrangeExam(world)
  const [candidate] = candidates
  if (!candidate) throw new Error('a candidate is needed')
  const attemptId = await sit(examId, candidate, Object.fromEntries(rightAnswers.map((answer, index) => [index + 1, answer])))
  const marker = await world.actor({ companyId, isAdmin: true })
  await arrangePerson(world, companyId, { id: marker.staffId, name: '李阅卷' })
  const as = world.as(marker)
  const open = await as.get(results.get, { examinationId: examId, staffId: candidate.staffId })
  expect(open).toMatchObject({ state: 3, attempt: { score: null, objectiveScore: 50, submitCause: 'manual' } })
  expect((await as.get(results.funnel, { examinationId: examId })).reviewCount).toBe(1)
  const short = open.items.find(({ type }) => type === 6)
  expect(short).toMatchObject({ score: null, answer: { text: '我的回答' } })
  const slot = short?.slot ?? 0
  const mark = { attemptId, slot, scoreHundredths: 750, markerId: marker.staffId, comment: '要点完整', detail: {} }
  await world.inCompany(companyId, async (db) => {
    await recordManualScore(db, mark)
    await finishMarking(db, attemptId, new Date())
  })
  const done = await as.get(results.get, { examinationId: examId, staffId: candidate.staffId, attemptId })
  expect(done).toMatchObject({ state: 4, attempt: { score: 57.5, subjectiveScore: 7.5, isPassed: true } })
  expect(done.items.find(({ type }) => type === 6)).toMatchObject({ score: 7.5, comment: '要点完整', markerName: '李阅卷' })
  expect(done.items.map(({ isCorrect }) => isCorrect).slice(0, 4)).toEqual([true, true, true, true])
  expect(done.events.map(({ type }) => type)).toEqual(expect.arrayContaining(['start', 'confirmSubmit', 'score', 'publish']))

  const more = eventsOfPage + 30
  await world.rows(
    `insert into sitting.attempt_event (company_id, attempt_id, type, source, server_time, data)
     select $1, $2, 'leave', 'client', now() + n * interval '1 second', jsonb_build_object('n', n) from generate_series(1, $3) n`,
    [companyId, attemptId, more],
  )
  const whole = await as.get(results.get, { examinationId: examId, staffId: candidate.staffId, attemptId })
  expect([whole.eventCount, whole.abnormalCount]).toEqual([done.eventCount + more, done.abnormalCount + more])
  const page = (pageIndex: number) =>
    as.get(results.events, { examinationId: examId, staffId: candidate.staffId, attemptId, pageIndex })
  const [first, second] = [await page(1), await page(2)]
  expect(first.dataList.map(({ type }) => type)).toEqual(whole.events.map(({ type }) => type))
  expect(second.dataList).toHaveLength(whole.eventCount - eventsOfPage)
  expect(second.dataList.at(-1)?.data).toEqual({ n: more })
  const other = { examinationId: examId, staffId: marker.staffId, attemptId, pageIndex: 1 }
  expect(await as.call(results.events, other)).toMatchObject({ code: 1008 })
})

test('results, figures and export reach as far as the data scope', async () => {
  const { examId, companyId, candidates } = await arrangeFour()
  const [seen, hidden] = candidates
  const [department, other] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const id of [department, other])
    await world.rows(`insert into org.department (company_id, id, name, path) values ($1, $2, $3, $4)`, [
      companyId,
      id,
      id,
      `/${id}/`,
    ])
  await world.rows('update org.staff set department_id = $1 where id = $2', [department, seen?.staffId])
  await world.rows('update org.staff set department_id = $1 where id <> $2 and company_id = $3', [
    other,
    seen?.staffId,
    companyId,
  ])
  const scope = { kind: 'some', departmentIds: [department], subtreeIds: [], ownStaffId: null } as const
  const rights = [examManage.rights.results, examManage.rights.export]
  const clerk = world.as(await world.actor({ companyId, rights, scopes: { examManage: scope } }))
  expect((await clerk.get(results.list, { examinationId: examId })).dataList.map(({ name }) => name)).toEqual(['考生1'])
  expect(await clerk.get(results.funnel, { examinationId: examId })).toMatchObject({
    premiseExamCount: 1,
    passExamCount: 1,
    aveScore: 30,
  })
  expect((await clerk.get(results.distribution, { examinationId: examId })).population).toBe(1)
  expect((await clerk.get(results.itemAnalysis, { examinationId: examId })).test.count).toBe(1)
  expect(await clerk.call(results.get, { examinationId: examId, staffId: hidden?.staffId ?? '' })).toMatchObject({ code: 1008 })
  const { jobId } = await clerk.get(results.export, { examinationId: examId })
  await world.runJobs()
  expect(await clerk.get(download.get, { id: jobId })).toMatchObject({ state: 2, result: { rowCount: 1 } })
  const stranger = world.as(await world.actor())
  expect(await stranger.call(results.funnel, { examinationId: examId })).toMatchObject({ code: 1008 })
  expect(await stranger.call(results.itemAnalysis, { examinationId: examId })).toMatchObject({ code: 1008 })
  expect(await stranger.call(results.export, { examinationId: examId })).toMatchObject({ code: 1008 })
  expect((await stranger.get(results.list, { examinationId: examId })).totalCount).toBe(0)
  const powerless = world.as(await world.actor({ companyId, rights: [examManage.rights.view] }))
  expect(await powerless.call(results.list, { examinationId: examId })).toMatchObject({ code: 1002 })
  expect(await powerless.call(results.export, { examinationId: examId })).toMatchObject({ code: 1002 })
})

test("the export is a whole workbook of every candidate under the list's filters", async () => {
  const { examId, admin } = await arrangeFour()
  const as = world.as(admin)
  const exported = async (filter: object) => {
    const { jobId } = await as.get(results.export, { examinationId: examId, ...filter })
    await world.runJobs()
    const { fileUrl, fileName } = await as.get(download.link, { id: jobId })
    const file = await world.app.inject({ method: 'GET', url: fileUrl })
    const rows: string[][] = []
    for await (const { cells } of readXlsx(file.rawPayload)) rows.push(cells.map(({ text }) => text))
    return { rows, fileName }
  }
  const { rows, fileName } = await exported({})
  expect(fileName).toBe('安全生产考试-考生成绩.xlsx')
  expect(rows[0]).toHaveLength(29)
  const columns = ['姓名', '状态', '成绩', '是否通过', '名次', '已答题数', '答对题数', '交卷方式'].map(
    (title) => rows[0]?.indexOf(title) ?? -1,
  )
  expect(rows.slice(1).map((row) => columns.map((column) => row[column] ?? ''))).toEqual([
    ['考生1', '已完成', '30', '通过', '1', '3', '3', '主动交卷'],
    ['考生3', '已完成', '20', '通过', '2', '3', '2', '主动交卷'],
    ['考生2', '已完成', '10', '未通过', '3', '3', '1', '主动交卷'],
    ['考生4', '未开始', '', '', '', '', '', ''],
  ])
  // Of those who failed the best is not the first.
  const failed = await exported({ isPassed: false })
  expect(failed.rows.slice(1).map((row) => [row[columns[0] ?? 0], row[columns[4] ?? 0]])).toEqual([['考生2', '3']])
  expect(await as.call(results.export, { examinationId: examId, keyWords: '没有这个人' })).toMatchObject({ code: 2313 })
})
