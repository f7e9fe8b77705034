import { examModule } from '@kaopei/exam/server'
import { arrangeExam, startExam } from '@kaopei/exam/testing'
import { defaultScoringRule } from '@kaopei/question/contract/content'
import { ownResult } from '@kaopei/result/contract/own-result'
import { resultModule } from '@kaopei/result/server'
import { listener, type Module } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { attemptScored } from '@kaopei/sitting/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sitting } from '../../contract/sitting.ts'
import { sittingModule } from '../module.ts'
import { keyMark, oneOfEachType, rightAnswers } from '../paper-arrange.ts'
import { scoreAttempts } from './auto-scoring.service.ts'
import { finishMarking, recordManualScore } from './marking.service.ts'
import { reopenMarking } from './reopen.service.ts'

const heard: unknown[] = []
const ear: Module = {
  endpoints: [],
  listeners: [listener({ name: 'test.hearsScored', event: attemptScored, run: async (payload) => void heard.push(payload) })],
}
let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, resultModule, ear])
})
afterAll(() => world.close())
beforeEach(() => {
  heard.length = 0
  world.now = () => new Date()
})

const objective = oneOfEachType().filter(({ type }) => type !== 6)

/** Somebody who answered the first `count` questions rightly and handed in. */
async function handedIn(wish: Parameters<typeof arrangeExam>[1] = {}, count = 6) {
  const { companyId, examId, candidates } = await arrangeExam(world, wish)
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  const { attemptId, items } = await startExam(world, actor, examId)
  const answers = rightAnswers.filter(({ type }) => items.some(({ view }) => view.type === type)).slice(0, count)
  const writes = answers.flatMap((answer, index) => {
    const slot = items.find(({ view }) => view.type === answer.type)?.slot
    return slot === undefined ? [] : [{ slot, answer, baseRev: 0, clientSeq: index + 1 }]
  })
  if (writes.length > 0) await world.as(actor).get(sitting.save, { attemptId, leaseEpoch: 1, items: writes })
  await world.as(actor).get(sitting.submit, { attemptId, leaseEpoch: 1, lastRevs: [], submissionKey: 'submission-1' })
  return { companyId, examId, actor, attemptId }
}
const attemptOf = async (attemptId: string) => (await world.rows('select * from sitting.attempt where id = $1', [attemptId]))[0]
const everything = async (attemptId: string) => [
  await attemptOf(attemptId),
  await world.rows('select * from sitting.attempt_item where attempt_id = $1 order by slot', [attemptId]),
  await world.rows('select * from sitting.evaluation where attempt_id = $1 order by slot, number', [attemptId]),
  await world.rows('select * from sitting.attempt_event where attempt_id = $1 order by id', [attemptId]),
]

test('an objective paper is scored, passed and published without anybody', async () => {
  const { attemptId } = await handedIn({ fixed: objective })
  expect(await world.runJobs()).toEqual(['sitting.scoreClosed', 'result.news.number', 'result.uses'])
  expect(await attemptOf(attemptId)).toMatchObject({
    state: 'published',
    score_hundredths: 5000,
    objective_score_hundredths: 5000,
    subjective_score_hundredths: 0,
    is_passed: true,
    has_subjective: false,
  })
  expect(heard).toEqual([])
})

test('scoring again changes nothing', async () => {
  const { companyId, attemptId } = await handedIn({ fixed: objective }, 3)
  await world.runJobs()
  const before = await everything(attemptId)
  for (let time = 0; time < 3; time++) await world.inCompany(companyId, (db) => scoreAttempts(db, [attemptId], new Date()))
  expect(await everything(attemptId)).toEqual(before)
  expect(await world.runJobs()).toEqual([])
})

test('five runs at once score once', async () => {
  const { companyId, attemptId } = await handedIn({ fixed: objective })
  await Promise.all(
    Array.from({ length: 5 }, () => world.inCompany(companyId, (db) => scoreAttempts(db, [attemptId], new Date()))),
  )
  const evaluations = await world.rows('select 1 from sitting.evaluation where attempt_id = $1', [attemptId])
  expect(evaluations).toHaveLength(5)
})

test('an unanswered objective paper scores 0, is published and failed', async () => {
  const { attemptId } = await handedIn({ fixed: objective }, 0)
  await world.runJobs()
  expect(await attemptOf(attemptId)).toMatchObject({ state: 'published', score_hundredths: 0, is_passed: false })
})

test('an empty short answer has its 0 proposed, but a marker must confirm it before the result is out', async () => {
  const { companyId, attemptId, examId, actor } = await handedIn({ settings: { permitViewEarly: true } }, 0)
  await world.runJobs()
  expect(heard).toEqual([{ ownerKind: 'exam', ownerId: examId, attemptId }])
  expect(await attemptOf(attemptId)).toMatchObject({ state: 'auto_scored', score_hundredths: null, has_subjective: true })
  const [item] = await world.rows('select * from sitting.attempt_item where attempt_id = $1 and slot = 5', [attemptId])
  expect(item).toMatchObject({ score_hundredths: 0, score_source: 'auto' })
  const { hidden } = await world.as(actor).get(ownResult.result, { attemptId })
  expect(hidden).toContainEqual({ aspect: 'marks', label: '成绩', reason: '阅卷中' })
  await world.inCompany(companyId, (db) => finishMarking(db, attemptId, new Date()))
  expect(await attemptOf(attemptId)).toMatchObject({ state: 'published', score_hundredths: 0, is_passed: false })
})

test('negative marking of single questions never takes the paper below 0', async () => {
  const penalty = { penaltyHundredths: 500, floor: 'paper' as const }
  const { companyId, examId, candidates } = await arrangeExam(world, {
    fixed: objective.filter(({ type }) => type === 1),
    rule: (content) => (content.type === 1 ? { ...defaultScoringRule(1), negative: penalty } : defaultScoringRule(content.type)),
  })
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  const { attemptId } = await startExam(world, actor, examId)
  const items = [{ slot: 1, answer: { type: 1 as const, optionId: 'd' }, baseRev: 0, clientSeq: 1 }]
  await world.as(actor).get(sitting.save, { attemptId, leaseEpoch: 1, items })
  await world.as(actor).get(sitting.submit, { attemptId, leaseEpoch: 1, lastRevs: [], submissionKey: 'submission-1' })
  await world.runJobs()
  expect(await attemptOf(attemptId)).toMatchObject({ state: 'published', score_hundredths: 0 })
  expect(companyId).toBeTruthy()
})

test('short answers wait for a marker; marking twice keeps both, and finishing publishes', async () => {
  const { companyId, attemptId, examId } = await handedIn()
  await world.runJobs()
  expect(heard).toEqual([{ ownerKind: 'exam', ownerId: examId, attemptId }])
  expect(await attemptOf(attemptId)).toMatchObject({
    state: 'auto_scored',
    score_hundredths: null,
    objective_score_hundredths: 5000,
  })
  const finish = () => world.inCompany(companyId, (db) => finishMarking(db, attemptId, new Date()))
  expect(await finish()).toEqual({ isFinished: false, openSlots: [5] })
  const score = { attemptId, slot: 5, markerId: companyId, comment: '不错', detail: { k1: 300 } }
  const mark = (scoreHundredths: number) =>
    world.inCompany(companyId, (db) => recordManualScore(db, { ...score, scoreHundredths }))
  await expect(mark(1001)).rejects.toThrow('does not take')
  await expect(
    world.inCompany(companyId, (db) => recordManualScore(db, { ...score, slot: 1, scoreHundredths: 1 })),
  ).rejects.toThrow('does not take')
  await mark(300)
  expect(await attemptOf(attemptId)).toMatchObject({ state: 'in_marking' })
  await mark(450)
  expect(await finish()).toEqual({ isFinished: true, openSlots: [] })
  expect(await finish()).toEqual({ isFinished: true, openSlots: [] })
  expect(await attemptOf(attemptId)).toMatchObject({
    state: 'published',
    subjective_score_hundredths: 450,
    score_hundredths: 5450,
    is_passed: true,
  })
  await expect(mark(1)).rejects.toThrow('not being marked')
  const evaluations = await world.rows(
    `select number, score_hundredths as score from sitting.evaluation where attempt_id = $1 and slot = 5 order by number`,
    [attemptId],
  )
  expect(evaluations).toEqual([
    { number: 1, score: 300 },
    { number: 2, score: 450 },
  ])
})

test('one paper that cannot be scored keeps none of the others back, and is scored once it can be', async () => {
  const broken = await handedIn({ fixed: objective })
  const whole = await Promise.all([handedIn({ fixed: objective }), handedIn({ fixed: objective })])
  const [{ rule } = { rule: '' }] = await world.rows(
    `select rule_version_id as rule from sitting.attempt_item where attempt_id = $1 and slot = 1`,
    [broken.attemptId],
  )
  const point = (to: unknown) =>
    world.rows('update sitting.attempt_item set rule_version_id = $2 where attempt_id = $1 and slot = 1', [broken.attemptId, to])
  await point('00000000-0000-4000-8000-000000000000')
  await world.runJobs()
  for (const { attemptId } of whole) expect(await attemptOf(attemptId)).toMatchObject({ state: 'published' })
  expect(await attemptOf(broken.attemptId)).toMatchObject({ state: 'submitted', scored_at: null })
  await point(rule)
  expect(await world.inCompany(broken.companyId, (db) => scoreAttempts(db, [broken.attemptId], new Date()))).toBe(1)
})

test('the result shows what is permitted, and says why the rest is not there', async () => {
  const closeAt = new Date(Date.now() + 5400_000)
  const all = { permitViewAnswer: true, permitViewAnalysis: true }
  const { actor, attemptId } = await handedIn({ fixed: objective, closeAt, settings: all }, 2)
  const marking = await world.as(actor).get(ownResult.result, { attemptId })
  expect(marking.score).toBeUndefined()
  expect(marking.hidden).toContainEqual({ aspect: 'marks', label: '成绩', reason: '本场考试全部结束后才能查看' })
  await world.runJobs()
  const early = await world.as(actor).raw(ownResult.result, { attemptId })
  expect(early.payload).not.toContain(keyMark)
  expect(early.payload).not.toMatch(/"key"|"analysis":|"stem"|"isCorrect"|"score":/)
  expect(early.json().data).toMatchObject({ visible: [], submittedAt: expect.any(String), answeredCount: 2 })
  expect(early.json().data.hidden).toEqual(
    ['成绩', '答题详情', '对错', '正确答案', '答案解析'].map((label) =>
      expect.objectContaining({ label, reason: '本场考试全部结束后才能查看' }),
    ),
  )
  // Answers of others may still be on their way, and count.
  const inGrace = new Date(closeAt.getTime() + 60_000)
  world.now = () => inGrace
  expect((await world.as(actor).raw(ownResult.result, { attemptId })).payload).not.toContain(keyMark)
  const after = new Date(closeAt.getTime() + 60_001)
  world.now = () => after
  const late = await world.as(actor).get(ownResult.result, { attemptId })
  world.now = () => new Date()
  expect(late.hidden).toEqual([])
  expect(late.items?.[0]).toMatchObject({
    isCorrect: true,
    score: 10,
    key: { type: 1, correct: 'b' },
    analysis: `${keyMark}-解析`,
  })
})

test('an organiser may confirm that results are seen while others sit', async () => {
  const { actor, attemptId } = await handedIn({ fixed: objective, settings: { permitViewEarly: true } }, 2)
  await world.runJobs()
  const result = await world.as(actor).get(ownResult.result, { attemptId })
  expect(result).toMatchObject({ score: 20, visible: ['marks', 'attempt', 'correctness'] })
})

test('an exam that is given no end keeps its answers to itself', async () => {
  const { actor, attemptId, examId } = await handedIn({ fixed: objective, settings: { permitViewAnswer: true } })
  await world.runJobs()
  await world.rows('update exam.exam set admission_end_at = null where id = $1', [examId])
  const result = await world.as(actor).raw(ownResult.result, { attemptId })
  expect(result.payload).not.toContain(keyMark)
  expect(result.json().data.hidden).toContainEqual({
    aspect: 'rightAnswer',
    label: '正确答案',
    reason: '本场考试全部结束后才能查看',
  })
})

test('a candidate with later times of their own keeps the answers from everybody else', async () => {
  const closeAt = new Date(Date.now() + 3600_000)
  const exam = { fixed: objective, closeAt, candidates: 2, settings: { permitViewAnswer: true } }
  const { actor, attemptId, examId } = await handedIn(exam, 2)
  await world.runJobs()
  const later = new Date(closeAt.getTime() + 1800_000)
  const giveTime = (whom: string) =>
    world.rows(
      `insert into exam.candidate_override (company_id, exam_id, staff_id, closes_at, reason)
       select company_id, exam_id, staff_id, $3, '补考' from exam.candidate where exam_id = $1 and (staff_id = $2) = ${whom}`,
      [examId, actor.staffId, new Date(later.getTime() + 1000)],
    )
  const visible = async () => {
    world.now = () => later
    const result = await world.as(actor).get(ownResult.result, { attemptId })
    world.now = () => new Date()
    return result.visible
  }
  // Who has used their attempts holds nothing back.
  await giveTime('true')
  expect(await visible()).toContain('rightAnswer')
  await giveTime('false')
  expect(await visible()).not.toContain('rightAnswer')
})

test('a score that may not be asked for is in no field of the answer', async () => {
  const { actor, attemptId } = await handedIn({
    fixed: objective,
    settings: { permitQueryScore: false, permitViewDetail: false },
  })
  await world.runJobs()
  const { data } = (await world.as(actor).raw(ownResult.result, { attemptId })).json()
  expect(Object.keys(data)).not.toEqual(expect.arrayContaining(['score']))
  expect([data.score, data.isPassed, data.passScore, data.items]).toEqual([undefined, undefined, undefined, undefined])
})

test('a published result goes back to marking, hidden, with its reason and all its scores', async () => {
  const { companyId, attemptId, actor } = await handedIn({ settings: { permitViewEarly: true } })
  await world.runJobs()
  const markerId = actor.staffId
  const inCompany = world.inCompany.bind(world, companyId)
  const mark = (scoreHundredths: number) =>
    inCompany((db) => recordManualScore(db, { attemptId, slot: 5, scoreHundredths, markerId, comment: '好', detail: {} }))
  const finish = () => inCompany((db) => finishMarking(db, attemptId, new Date()))
  const reopen = (reason = '评分标准有误') =>
    inCompany((db) => reopenMarking(db, { attemptId, reason, actorId: markerId, now: new Date() }))
  await mark(400)
  expect(await reopen()).toEqual({ isReopened: false, state: 'in_marking' })
  await finish()
  expect((await world.as(actor).get(ownResult.result, { attemptId })).score).toBe(54)
  await expect(reopen(' ')).rejects.toThrow('请填写原因')
  expect(await reopen()).toEqual({ isReopened: true, state: 'in_marking' })
  expect(await attemptOf(attemptId)).toMatchObject({
    state: 'in_marking',
    objective_score_hundredths: 5000,
    subjective_score_hundredths: null,
    score_hundredths: null,
    is_passed: null,
    published_at: null,
  })
  const hidden = await world.as(actor).get(ownResult.result, { attemptId })
  expect(hidden.score).toBeUndefined()
  expect(hidden.hidden).toContainEqual({ aspect: 'marks', label: '成绩', reason: '阅卷中' })
  const [event] = await world.rows(`select * from sitting.attempt_event where attempt_id = $1 and type = 'reopenMarking'`, [
    attemptId,
  ])
  expect(event).toMatchObject({
    actor_id: markerId,
    data: { reason: '评分标准有误', before: { score: 5400, isPassed: true }, after: { score: null } },
  })
  await mark(900)
  await finish()
  expect(await attemptOf(attemptId)).toMatchObject({ state: 'published', score_hundredths: 5900 })
  const evaluations = await world.rows(
    'select score_hundredths as score from sitting.evaluation where attempt_id = $1 and slot = 5 order by number',
    [attemptId],
  )
  expect(evaluations).toEqual([{ score: 400 }, { score: 900 }])
})
