import type { Endpoint, InputOf } from '@kaopei/contract'
import { examModule } from '@kaopei/exam/server'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { learn } from '../../contract/learn.ts'
import { practice } from '../../contract/practice.ts'
import { practicePolicy } from '../../contract/practice-policy.ts'
import { practiceModule } from '../index.ts'
import {
  answerAll,
  arrangePoint,
  arrangePractice,
  arrangeVersion,
  choices,
  learnerOf,
  right,
  shortAnswer,
  singleChoice,
  wrong,
} from '../practice-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, practiceModule])
})
afterAll(() => world.close())

/** Noon in Shanghai, so many days later. */
const noon = (day: number) => new Date(Date.UTC(2026, 2, 1 + day, 4))
const at = (moment: Date) => {
  world.now = () => moment
}

/** Somebody who signs in for every call, whatever day it is. */
function daily({ companyId, staffIds }: { companyId: string; staffIds: readonly string[] }) {
  const signIn = () => world.actor({ companyId, staffId: staffIds[0] ?? '', isAdmin: false })
  const as = async () => world.as(await signIn())
  return {
    signIn,
    get: async <E extends Endpoint>(endpoint: E, input: InputOf<E>) => (await as()).get(endpoint, input),
    call: async <E extends Endpoint>(endpoint: E, input: InputOf<E>) => (await as()).call(endpoint, input),
  }
}

const answersOf = (runId: string) =>
  world.rows('select number, seq from practice.answer where run_id = $1 order by number, seq', [runId])

test('a round shows no key before the answer, and everything the practice permits after it', async () => {
  at(noon(0))
  const { practiceId, ...arranged } = await arrangePractice(world, { contents: choices(2) })
  const as = daily(arranged)
  const run = await as.get(learn.begin, { practiceId, mode: 1 })
  expect(JSON.stringify(run)).not.toContain('correct')
  expect(JSON.stringify(run)).not.toContain('解析')
  const told = await as.get(learn.answer, { runId: run.runId, item: 1, seq: 1, answer: wrong })
  expect(told.feedback).toMatchObject({
    outcome: 'scored',
    isCorrect: false,
    score: 0,
    maxScore: 2,
    key: { type: 1, correct: 'a' },
    analysis: '第 1 题的解析',
    memory: { isInWrongBook: true, streak: 0 },
  })
  expect(told.counts).toEqual({
    itemCount: 2,
    answeredCount: 1,
    passedOverCount: 0,
    rightCount: 0,
    ownJudgedCount: 0,
    isFinished: false,
  })
  const last = await as.get(learn.answer, { runId: run.runId, item: 2, seq: 1, answer: right })
  expect(last.counts).toMatchObject({ answeredCount: 2, rightCount: 1, isFinished: true })
})

test('the same number again tells the same and moves nothing; another tab sees what was answered first', async () => {
  at(noon(0))
  const { practiceId, ...arranged } = await arrangePractice(world)
  const as = daily(arranged)
  const { runId } = await as.get(learn.begin, { practiceId, mode: 1 })
  const first = await as.get(learn.answer, { runId, item: 1, seq: 1, answer: wrong })
  const again = await as.get(learn.answer, { runId, item: 1, seq: 1, answer: right })
  expect(again).toEqual(first)
  expect(again.feedback.answer).toEqual(wrong)
  expect(await answersOf(runId)).toHaveLength(1)
  expect(
    await world.rows('select answer_count, wrong_count from practice.memory where staff_id = $1', [learnerOf(arranged).staffId]),
  ).toEqual([{ answer_count: 1, wrong_count: 1 }])
})

test('two devices that begin and answer at once share one round, and each number counts once', async () => {
  at(noon(0))
  const { practiceId, ...arranged } = await arrangePractice(world, { contents: choices(4) })
  const as = daily(arranged)
  const runs = await Promise.all([1, 2, 3].map(() => as.get(learn.begin, { practiceId, mode: 2 })))
  expect(new Set(runs.map(({ runId }) => runId)).size).toBe(1)
  const runId = runs[0]?.runId ?? ''
  await Promise.all(
    [1, 2, 3, 4].flatMap((item) => [right, wrong].map((answer) => as.call(learn.answer, { runId, item, seq: 1, answer }))),
  )
  expect(await answersOf(runId)).toHaveLength(4)
  expect(await world.rows('select answered_count, answer_count from practice.run where id = $1', [runId])).toEqual([
    { answered_count: 4, answer_count: 4 },
  ])
})

test('only the first answer of a local day moves the memory', async () => {
  const { practiceId, ...arranged } = await arrangePractice(world, { contents: choices(2) })
  const as = daily(arranged)
  const dueAt = async () =>
    (
      await world.rows('select due_at from practice.memory where staff_id = $1 order by last_at limit 1', [
        learnerOf(arranged).staffId,
      ])
    )[0]?.due_at
  at(noon(0))
  const { runId } = await as.get(learn.begin, { practiceId, mode: 1 })
  await as.get(learn.answer, { runId, item: 1, seq: 1, answer: wrong })
  // Again: due at the beginning of the next local day.
  expect(await dueAt()).toEqual(new Date(Date.UTC(2026, 2, 1, 16)))
  await as.get(learn.answer, { runId, item: 1, seq: 2, answer: right })
  expect(await dueAt()).toEqual(new Date(Date.UTC(2026, 2, 1, 16)))
  at(noon(1))
  await as.get(learn.answer, { runId, item: 1, seq: 3, answer: right })
  expect(Number(await dueAt())).toBeGreaterThan(Date.UTC(2026, 2, 2, 16))
})

test('a wrong question leaves the book after three right answers running on two days', async () => {
  const { practiceId, ...arranged } = await arrangePractice(world, { contents: choices(2) })
  const as = daily(arranged)
  const isIn = async () => (await as.get(learn.wrongBook, {})).totalCount
  at(noon(0))
  const { runId } = await as.get(learn.begin, { practiceId, mode: 1 })
  await as.get(learn.answer, { runId, item: 1, seq: 1, answer: wrong })
  expect((await as.get(learn.wrongBook, {})).dataList[0]).toMatchObject({
    source: 'practice',
    wrongCount: 1,
    streak: 0,
    neededStreak: 3,
    neededDays: 2,
  })
  for (const seq of [2, 3, 4]) await as.get(learn.answer, { runId, item: 1, seq, answer: right })
  expect(await isIn()).toBe(1)
  at(noon(1))
  const wrongs = await as.get(learn.begin, { mode: 3 })
  await as.get(learn.answer, { runId: wrongs.runId, item: 1, seq: 1, answer: right })
  expect(await isIn()).toBe(0)
})

test('one takes a question out of the book by hand', async () => {
  at(noon(0))
  const { practiceId, ...arranged } = await arrangePractice(world)
  const as = daily(arranged)
  await answerAll(world, await as.signIn(), await as.get(learn.begin, { practiceId, mode: 1 }), [1, 2])
  const { dataList } = await as.get(learn.wrongBook, {})
  const questionIds = dataList.map(({ questionId }) => questionId).slice(0, 1)
  expect(await as.get(learn.removeFromWrongBook, { questionIds })).toEqual({ removedCount: 1 })
  expect((await as.get(learn.wrongBook, {})).totalCount).toBe(1)
})

test('the wrong book is looked through by type and knowledge point, in four orders, and one point of it is practised', async () => {
  at(noon(0))
  const { practiceId, questions, companyId, ...arranged } = await arrangePractice(world)
  const as = daily({ companyId, ...arranged })
  const idAt = (index: number) => questions[index]?.id ?? ''
  const pointId = await arrangePoint(world, companyId, '动火', [idAt(1)])
  await answerAll(world, await as.signIn(), await as.get(learn.begin, { practiceId, mode: 1 }), [1, 2, 3])
  at(noon(1))
  await answerAll(world, await as.signIn(), await as.get(learn.begin, { practiceId, mode: 1 }), [1])
  const found = async (wish: object) => (await as.get(learn.wrongBook, wish)).dataList.map(({ questionId }) => questionId)
  const book = await as.get(learn.wrongBook, {})
  expect(book).toMatchObject({ totalCount: 3, types: [{ type: 1, count: 3 }] })
  expect(book.points).toEqual([{ id: pointId, name: '动火', count: 1 }])
  expect(await found({ type: 1 })).toHaveLength(3)
  expect(await found({ type: 3 })).toEqual([])
  expect(await found({ knowledgePointId: pointId })).toEqual([idAt(1)])
  expect((await found({ sort: 'mostWrong' }))[0]).toBe(idAt(0))
  expect((await found({ sort: 'nearlyOut' })).at(-1)).toBe(idAt(0))
  expect(await found({ sort: 'oldest' })).toHaveLength(3)
  for (const [index, type] of [7, 6, 4].entries())
    await world.rows('update question.question set type = $3 where company_id = $1 and id = $2', [companyId, idAt(index), type])
  // 填空题, 下拉题, 问答题: the order in which types are shown everywhere.
  expect((await as.get(learn.wrongBook, {})).types.map(({ type }) => type)).toEqual([4, 7, 6])
  await world.rows('update question.question set type = 1 where company_id = $1', [companyId])
  const run = await as.get(learn.begin, { mode: 3, knowledgePointId: pointId })
  expect(run.items.map(({ questionId }) => questionId)).toEqual([idAt(1)])
})

test('what is due comes the next day, fifteen a day unless one says otherwise', async () => {
  const { practiceId, ...arranged } = await arrangePractice(world, { contents: choices(20) })
  const as = daily(arranged)
  at(noon(0))
  const run = await as.get(learn.begin, { practiceId, mode: 1 })
  await answerAll(
    world,
    await as.signIn(),
    run,
    run.items.map(({ item }) => item),
  )
  expect(await as.get(learn.dueToday, {})).toMatchObject({ dueCount: 0, leftCount: 0, wrongCount: 20, dayStreak: 1 })
  at(noon(1))
  expect(await as.get(learn.dueToday, {})).toMatchObject({ dueCount: 20, leftCount: 15, dailyCount: 15, ownDailyCount: null })
  const due = await as.get(learn.begin, { mode: 5 })
  expect(due.items).toHaveLength(15)
  await answerAll(world, await as.signIn(), due)
  expect(await as.get(learn.dueToday, {})).toMatchObject({ dueCount: 5, leftCount: 0, doneCount: 15, dayStreak: 2 })
  expect((await as.call(learn.begin, { mode: 5 })).message).toContain('再来一组')
  // On the practice's own page too.
  const [card] = (await as.get(learn.mine, { practiceId })).dataList
  expect(card).toMatchObject({ dueCount: 5, modes: expect.arrayContaining([5]) })
  expect((await as.call(learn.begin, { practiceId, mode: 5 })).code).toBe(3124)
  expect((await as.get(learn.begin, { practiceId, mode: 5, isAnew: true })).items).toHaveLength(5)
  expect((await as.get(learn.begin, { mode: 5, isAnew: true })).items).toHaveLength(5)
  expect(await as.get(learn.setDaily, { dailyCount: 18 })).toMatchObject({ dailyCount: 18, ownDailyCount: 18, leftCount: 3 })
})

test("today's portion begins with what is likeliest forgotten", async () => {
  const { practiceId, questions, ...arranged } = await arrangePractice(world, { contents: choices(3) })
  const as = daily(arranged)
  at(noon(0))
  await answerAll(world, await as.signIn(), await as.get(learn.begin, { practiceId, mode: 1 }), [1, 2, 3])
  for (const [index, stability] of [4, 1, 2].entries())
    await world.rows('update practice.memory set stability = $2 where question_id = $1', [questions[index]?.id, stability])
  at(noon(9))
  const due = await as.get(learn.begin, { mode: 5 })
  expect(due.items.map(({ questionId }) => questionId)).toEqual([questions[1]?.id, questions[2]?.id, questions[0]?.id])
})

test('what was stopped does not hide what is due behind it', async () => {
  at(noon(0))
  const { companyId, staffIds, questions, ...arranged } = await arrangePractice(world, { contents: choices(60) })
  const as = daily({ companyId, staffIds, ...arranged })
  const ids = questions.map(({ id }) => id)
  await world.rows(
    `insert into practice.memory (company_id, staff_id, question_id, version_id, rule_version_id, last_at, stability, difficulty, due_at, reviewed_on)
     select q.company_id, $2, q.id, q.ready_version_id, q.ready_rule_version_id, now(), 1, 5, $4::timestamptz - interval '1 day',
       $4::date - 100 + array_position($3::uuid[], q.id)
     from question.question q where q.company_id = $1 and q.id = any($3::uuid[])`,
    [companyId, staffIds[0], ids, noon(0)],
  )
  await world.rows('update question.question set status = 2 where company_id = $1 and id = any($2::uuid[])', [
    companyId,
    ids.slice(0, 58),
  ])
  await as.get(learn.setDaily, { dailyCount: 1 })
  const run = await as.get(learn.begin, { mode: 5 })
  expect(run.items.map(({ questionId }) => questionId)).toEqual([ids[58]])
})

test('太简单 moves the memory as easy, and twice is once', async () => {
  at(noon(0))
  const { practiceId, ...arranged } = await arrangePractice(world, { contents: choices(2) })
  const as = daily(arranged)
  const { runId } = await as.get(learn.begin, { practiceId, mode: 1 })
  const good = await as.get(learn.answer, { runId, item: 1, seq: 1, answer: right })
  expect(good.feedback.mayBeEasy).toBe(true)
  const easy = await as.get(learn.tooEasy, { runId, item: 1 })
  expect(Date.parse(easy.feedback.memory?.dueAt ?? '')).toBeGreaterThan(Date.parse(good.feedback.memory?.dueAt ?? ''))
  expect(await as.get(learn.tooEasy, { runId, item: 1 })).toEqual(easy)
  await as.get(learn.answer, { runId, item: 2, seq: 1, answer: wrong })
  expect((await as.call(learn.tooEasy, { runId, item: 2 })).code).toBe(3129)
})

test('a mended typo goes on where the memory was, a changed key begins anew', async () => {
  const { practiceId, questions, ...arranged } = await arrangePractice(world, { contents: choices(1) })
  const learner = learnerOf(arranged)
  const as = daily(arranged)
  const [question] = questions
  if (!question) throw new Error('a question is needed')
  const reviews = async () =>
    (await world.rows('select reviews from practice.memory where staff_id = $1', [learner.staffId]))[0]?.reviews
  for (const [day, content] of [
    [0, undefined],
    [5, singleChoice('第 1 题（已校对）')],
    [20, singleChoice('第 1 题（已校对）', 'b')],
  ] as const) {
    at(noon(day))
    if (content) await arrangeVersion(world, arranged.companyId, { question, content, number: day + 1 })
    const run = await as.get(learn.begin, { practiceId, mode: 1 })
    if (content) expect(run.items[0]?.view.stem).toContain('已校对')
    await answerAll(world, await as.signIn(), run, day === 20 ? [1] : [])
    expect(await reviews()).toBe(day === 0 ? 1 : day === 5 ? 2 : 1)
  }
})

test('of questions in the middle of a round the changed one counts as it was shown, a stopped and a removed one are passed over', async () => {
  at(noon(0))
  const { practiceId, questions, ...arranged } = await arrangePractice(world, { contents: choices(4) })
  const as = daily(arranged)
  const [changed, stopped, removed] = questions
  if (!changed) throw new Error('a question is needed')
  const { runId } = await as.get(learn.begin, { practiceId, mode: 1 })
  await arrangeVersion(world, arranged.companyId, { question: changed, content: singleChoice('改了答案', 'b'), number: 2 })
  await world.rows('update question.question set status = 2 where id = $1', [stopped?.id])
  await world.rows('update question.question set removed_at = now() where id = $1', [removed?.id])
  const { feedback } = await as.get(learn.answer, { runId, item: 1, seq: 1, answer: right })
  expect(feedback).toMatchObject({ isCorrect: true, key: { correct: 'a' } })
  for (const item of [2, 3]) {
    const passed = await as.get(learn.answer, { runId, item, seq: 1, answer: right })
    expect(passed.feedback).toMatchObject({ outcome: 'passedOver', answer: null })
    expect(passed.feedback.text).toContain('已跳过')
  }
  const last = await as.get(learn.answer, { runId, item: 4, seq: 1, answer: right })
  expect(last.counts).toMatchObject({ answeredCount: 2, passedOverCount: 2, rightCount: 2, isFinished: true })
  const again = await as.get(learn.begin, { practiceId, mode: 1 })
  expect(again.items.map(({ view }) => view.stem)).toEqual([expect.stringContaining('改了答案'), expect.any(String)])
})

test('an ended practice takes no later answer, but one kept offline before the end', async () => {
  at(noon(0))
  const { admin, practiceId, ...arranged } = await arrangePractice(world, { contents: choices(4) })
  const as = daily(arranged)
  const { runId } = await as.get(learn.begin, { practiceId, mode: 1 })
  const { version } = await world.as(admin).get(practice.get, { id: practiceId })
  at(new Date(noon(0).getTime() + 3_600_000))
  await world.as(admin).get(practice.end, { id: practiceId, version })
  at(new Date(noon(0).getTime() + 7_200_000))
  const answer = (item: number, answeredAt?: string) => as.call(learn.answer, { runId, item, seq: 1, answer: right, answeredAt })
  expect((await answer(1)).code).toBe(3122)
  expect((await answer(1, new Date(0).toISOString())).code).toBe(3122)
  expect((await answer(2, new Date(noon(0).getTime() + 60_000).toISOString())).code).toBe(0)
  at(new Date(noon(0).getTime() + 90_000_000))
  expect((await answer(3, new Date(noon(0).getTime() + 60_000).toISOString())).code).toBe(3122)
  expect((await as.call(learn.begin, { practiceId, mode: 2 })).code).toBe(3122)
  expect((await as.get(learn.run, { runId })).isOver).toBe(true)
})

test('its times hold while somebody answers: nothing before it begins, nothing after its end by the clock', async () => {
  at(noon(0))
  const later = (hours: number) => new Date(noon(0).getTime() + hours * 3_600_000)
  const times = { startTime: later(1).toISOString(), endTime: later(3).toISOString() }
  const { practiceId, ...arranged } = await arrangePractice(world, { save: times })
  const as = daily(arranged)
  const begin = { practiceId, mode: 1 as const }
  expect((await as.call(learn.begin, begin)).code).toBe(3121)
  at(later(1))
  const { runId } = await as.get(learn.begin, begin)
  const answer = (item: number) => as.call(learn.answer, { runId, item, seq: 1, answer: right })
  expect((await answer(1)).code).toBe(0)
  at(later(3))
  expect((await answer(2)).code).toBe(3122)
  expect((await as.call(learn.begin, begin)).code).toBe(3122)
  expect((await as.get(learn.run, { runId })).isOver).toBe(true)
  expect((await as.get(learn.mine, {})).dataList[0]).toMatchObject({ status: 6 })
})

test('the memory that a company wishes for reaches an answer: less of it, later again', async () => {
  const dueAfter = async (retentionPercent: number) => {
    at(noon(0))
    const { admin, practiceId, ...arranged } = await arrangePractice(world, { contents: choices(1) })
    const policy = { retentionPercent, dailyCount: 15, leaveStreak: 3, leaveDays: 2, version: 0 }
    await world.as(admin).get(practicePolicy.set, policy)
    const as = daily(arranged)
    const { runId } = await as.get(learn.begin, { practiceId, mode: 1 })
    const { feedback } = await as.get(learn.answer, { runId, item: 1, seq: 1, answer: right })
    return new Date(feedback.memory?.dueAt ?? 0).getTime()
  }
  expect(await dueAfter(80)).toBeGreaterThan(await dueAfter(95))
})

test('a practice that is ended while people answer keeps every answer that was taken, and takes none afterwards', async () => {
  at(noon(0))
  const { admin, practiceId, learners: people } = await arrangePractice(world, { contents: choices(4), people: 4 })
  const runs: string[] = []
  for (const person of people) runs.push((await world.as(person).get(learn.begin, { practiceId, mode: 1 })).runId)
  const { version } = await world.as(admin).get(practice.get, { id: practiceId })
  const answers = people.flatMap((person, place) =>
    [1, 2].map((item) => async () => {
      const runId = runs[place] ?? ''
      return { runId, code: (await world.as(person).call(learn.answer, { runId, item, seq: 1, answer: right })).code }
    }),
  )
  const [told] = await Promise.all([
    Promise.all(answers.map((answer) => answer())),
    world.as(admin).get(practice.end, { id: practiceId, version }),
  ])
  for (const { code } of told) expect([0, 3122]).toContain(code)
  for (const runId of runs)
    expect(await answersOf(runId)).toHaveLength(told.filter((one) => one.runId === runId && one.code === 0).length)
  at(new Date(noon(0).getTime() + 1000))
  for (const [place, person] of people.entries()) {
    const late = { runId: runs[place] ?? '', item: 3, seq: 1, answer: right }
    expect((await world.as(person).call(learn.answer, late)).code).toBe(3122)
  }
})

test('a clock of 1970 is not believed', async () => {
  at(noon(0))
  const { practiceId, ...arranged } = await arrangePractice(world)
  const as = daily(arranged)
  const { runId } = await as.get(learn.begin, { practiceId, mode: 1 })
  await as.get(learn.answer, { runId, item: 1, seq: 1, answer: right, answeredAt: '1970-01-01T00:00:05Z' })
  await as.get(learn.answer, { runId, item: 2, seq: 1, answer: right, answeredAt: '2099-01-01T00:00:05Z' })
  expect(await world.rows('select distinct at from practice.answer where run_id = $1', [runId])).toEqual([{ at: noon(0) }])
})

const nothing = { permitViewResult: false, permitViewAnswer: false, permitViewAnalysis: false }

test.each([
  [nothing, []],
  [{ ...nothing, permitViewResult: true }, ['isCorrect', 'memory', 'score']],
  [{ ...nothing, permitViewAnswer: true }, ['key']],
  [{ ...nothing, permitViewAnalysis: true }, ['analysis']],
])('of %o only that is told: %o', async (permits, seen) => {
  at(noon(0))
  const { practiceId, ...arranged } = await arrangePractice(world, { save: permits })
  const as = daily(arranged)
  const { runId } = await as.get(learn.begin, { practiceId, mode: 1 })
  const { feedback, counts } = await as.get(learn.answer, { runId, item: 1, seq: 1, answer: wrong })
  const aspects = ['isCorrect', 'score', 'memory', 'key', 'analysis'] as const
  expect(aspects.filter((name) => feedback[name] !== undefined).sort()).toEqual(seen)
  expect(counts.rightCount === undefined).toBe(!permits.permitViewResult)
  expect((await as.get(learn.run, { runId })).items[0]?.feedback).toEqual(feedback)
  expect((await as.get(learn.wrongBook, {})).totalCount).toBe(permits.permitViewResult ? 1 : 0)
  expect((await as.get(learn.mastery, {})).curve).toHaveLength(permits.permitViewResult ? 1 : 0)
})

test('where it may not be repeated one finished round is all', async () => {
  at(noon(0))
  const { practiceId, ...arranged } = await arrangePractice(world, { save: { permitRepeatPractice: false } })
  const as = daily(arranged)
  const first = await as.get(learn.begin, { practiceId, mode: 1 })
  // Neither anew nor in another mode: the one that is under way goes on.
  expect((await as.get(learn.begin, { practiceId, mode: 1, isAnew: true })).runId).toBe(first.runId)
  expect((await as.get(learn.begin, { practiceId, mode: 2 })).runId).toBe(first.runId)
  const modes = async () => (await as.get(learn.mine, {})).dataList[0]?.modes
  expect(await modes()).toEqual([1])
  await answerAll(world, await as.signIn(), first, [1, 2])
  expect(await modes()).toEqual([3])
  expect((await as.call(learn.begin, { practiceId, mode: 2 })).code).toBe(3123)
  expect((await as.get(learn.mine, {})).dataList[0]).toMatchObject({ isDone: true, answeredPercent: 100, accuracyPercent: 33 })
  const wrongOnes = await as.get(learn.begin, { practiceId, mode: 3 })
  expect(wrongOnes.items).toHaveLength(2)
  // What is not a round through everything begins anew when asked to.
  const anew = await as.get(learn.begin, { practiceId, mode: 3, isAnew: true })
  expect(anew.runId).not.toBe(wrongOnes.runId)
  expect((await as.get(learn.begin, { practiceId, mode: 3 })).runId).toBe(anew.runId)
})

test('a mock round tells nothing before its end; an answer may be changed until then and counts as it stands', async () => {
  at(noon(0))
  const { practiceId, ...arranged } = await arrangePractice(world, { contents: choices(2) })
  const as = daily(arranged)
  const { runId } = await as.get(learn.begin, { practiceId, mode: 7 })
  const kept = await as.get(learn.answer, { runId, item: 1, seq: 1, answer: wrong })
  expect(kept.feedback).toMatchObject({ outcome: 'kept' })
  expect(JSON.stringify(kept)).not.toContain('correct')
  expect(kept.counts.rightCount).toBeUndefined()
  // Nor by any other call: the question was not met before.
  const [{ questionId = '' } = {}] = await world.rows<{ questionId: string }>(
    'select question_id as "questionId" from practice.run_item where run_id = $1 and number = 1',
    [runId],
  )
  expect(await as.call(learn.question, { questionId })).toMatchObject({ code: 1008 })
  expect(JSON.stringify(await as.get(learn.begin, { practiceId, mode: 7 }))).not.toContain('correct')
  expect(await as.get(learn.wrongBook, {})).toMatchObject({ totalCount: 0 })
  expect(await as.get(learn.dueToday, {})).toMatchObject({ wrongCount: 0 })
  await as.get(learn.answer, { runId, item: 1, seq: 2, answer: right })
  await as.get(learn.answer, { runId, item: 2, seq: 1, answer: wrong })
  const done = await as.get(learn.finish, { runId })
  expect(done.counts).toMatchObject({ answeredCount: 2, rightCount: 1, isFinished: true })
  expect(done.items.map(({ feedback }) => feedback?.isCorrect)).toEqual(expect.arrayContaining([true, false]))
  expect(await as.get(learn.finish, { runId })).toEqual(done)
  expect((await as.get(learn.wrongBook, {})).totalCount).toBe(1)
  expect((await as.call(learn.answer, { runId, item: 2, seq: 2, answer: right })).code).toBe(3125)
})

test('short answers show their key points, are judged by oneself and stay out of accuracy', async () => {
  at(noon(0))
  const { practiceId, ...arranged } = await arrangePractice(world, { contents: [shortAnswer, ...choices(1)] })
  const as = daily(arranged)
  const { runId } = await as.get(learn.begin, { practiceId, mode: 1 })
  const answer = { type: 6, format: 'html', text: '<p>办\0证\ud83d<img src="x"></p><script>alert(1)</script>' } as const
  const told = await as.get(learn.answer, { runId, item: 1, seq: 1, answer })
  expect(told.feedback).toMatchObject({ outcome: 'ownJudgement', key: { type: 6 }, isCorrect: null, score: null })
  expect(JSON.stringify(told.feedback.answer)).not.toMatch(/script|img|u0000|ud83d/)
  const judged = await as.get(learn.judge, { runId, item: 1, seq: 2, ownScore: 1 })
  expect(judged.feedback).toMatchObject({ outcome: 'scored', isOwnJudgement: true, score: 1, isCorrect: false })
  const last = await as.get(learn.answer, { runId, item: 2, seq: 1, answer: right })
  expect(last.counts).toMatchObject({ answeredCount: 2, ownJudgedCount: 1, rightCount: 1, isFinished: true })
  expect((await as.get(learn.mine, {})).dataList[0]?.accuracyPercent).toBe(100)
  expect((await as.call(learn.judge, { runId, item: 2, seq: 2, ownScore: 1 })).code).toBe(3128)
})

test('mastery is claimed from three questions on, by the latest answers of 180 days', async () => {
  const { practiceId, questions, ...arranged } = await arrangePractice(world, { contents: choices(5) })
  const as = daily(arranged)
  const of = (from: number, to: number) => questions.slice(from, to).map(({ id }) => id)
  const fire = await arrangePoint(world, arranged.companyId, '动火', of(0, 3))
  await arrangePoint(world, arranged.companyId, '高处', of(3, 5))
  at(noon(0))
  await answerAll(world, await as.signIn(), await as.get(learn.begin, { practiceId, mode: 1 }), [1, 4])
  expect((await as.get(learn.mastery, {})).points).toEqual([
    expect.objectContaining({ name: '动火', questionCount: 3, masteryPercent: 67 }),
    expect.objectContaining({ name: '高处', questionCount: 2, masteryPercent: null }),
  ])
  at(noon(1))
  const point = await as.get(learn.begin, { practiceId, mode: 6, knowledgePointId: fire })
  expect(point.items).toHaveLength(3)
  await answerAll(world, await as.signIn(), point)
  expect((await as.get(learn.mastery, { knowledgePointId: fire })).curve).toEqual([
    { day: '2026-03-01', questionCount: 3, masteryPercent: 67 },
    { day: '2026-03-02', questionCount: 3, masteryPercent: 100 },
  ])
  at(noon(185))
  expect((await as.get(learn.mastery, {})).points).toEqual([])
})

test('favourites, notes and corrections are for questions that were put before one', async () => {
  at(noon(0))
  const { practiceId, questions, ...arranged } = await arrangePractice(world)
  const as = daily(arranged)
  const questionId = questions[0]?.id ?? ''
  expect((await as.call(learn.setFavourite, { questionId, isFavourite: true })).code).toBe(3126)
  await as.get(learn.begin, { practiceId, mode: 1 })
  await as.get(learn.setFavourite, { questionId, isFavourite: true })
  await as.get(learn.setNote, { questionId, note: '看第 3 章' })
  expect((await as.get(learn.favourites, {})).dataList).toMatchObject([{ questionId, note: '看第 3 章', isFavourite: true }])
  // Not answered yet: no key.
  expect(await as.get(learn.question, { questionId })).not.toHaveProperty('key')
  expect((await as.get(learn.begin, { mode: 4 })).items).toHaveLength(1)
  await as.get(learn.report, { questionId, kind: 2, text: '答案应为 B' })
  await as.get(learn.report, { questionId, kind: 2, text: '答案应为 B' })
  expect((await as.call(learn.report, { questionId, kind: 1, text: '另一处' })).code).toBe(3130)
  expect((await as.get(learn.myReports, {})).totalCount).toBe(1)
})

test("nobody answers in another person's round, or of another company", async () => {
  at(noon(0))
  const { practiceId, ...arranged } = await arrangePractice(world, { people: 2 })
  const { runId } = await world.as(learnerOf(arranged)).get(learn.begin, { practiceId, mode: 1 })
  const strangers = [learnerOf(arranged, 1), await world.actor()]
  for (const stranger of strangers) {
    const as = world.as(stranger)
    expect((await as.call(learn.run, { runId })).code).toBe(1008)
    expect((await as.call(learn.answer, { runId, item: 1, seq: 1, answer: right })).code).toBe(1008)
    expect((await as.call(learn.finish, { runId })).code).toBe(1008)
  }
  expect((await world.as(await world.actor()).call(learn.begin, { practiceId, mode: 1 })).code).toBe(3120)
})
