import { courseModule } from '@kaopei/course/server'
import { arrangeCourse } from '@kaopei/course/testing'
import { coursewareModule } from '@kaopei/courseware/server'
import { exam } from '@kaopei/exam/contract/exam'
import { examPaper } from '@kaopei/exam/contract/exam-paper'
import { examManage } from '@kaopei/exam/contract/menus'
import { examModule } from '@kaopei/exam/server'
import { practicePaper } from '@kaopei/practice/contract/practice-paper'
import { practiceModule } from '@kaopei/practice/server'
import { questionModule } from '@kaopei/question/server'
import { World } from '@kaopei/server/testing'
import { readXlsx } from '@kaopei/sheet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loop } from '../../contract/loop.ts'
import { projectCenter } from '../../contract/menus.ts'
import { trainingModule } from '../index.ts'
import { type ArrangedLoop, arrangeLoop, arrangeResults, carry } from './loop-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([questionModule, examModule, practiceModule, coursewareModule, courseModule, trainingModule])
})
afterAll(() => world.close())

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

/** Of fire the first two persons earned nothing, of power everybody everything; a question of both is the last. */
async function withResults(given: ArrangedLoop) {
  const { companyId, examId, staffIds, questions } = given
  const score = (person: number, question: number) => (person < 2 && question < 4 ? 0 : 1000)
  await arrangeResults(world, { companyId, examId, staffIds, questionIds: idsOf(questions), score })
}

/** A course on the shelf whose courseware teaches the point. */
async function arrangeTeaching(companyId: string, pointId: string, name: string) {
  const [courseware] = await world.rows<{ id: string }>(
    'insert into courseware.courseware (company_id, title, type) values ($1, $2, 2) returning id',
    [companyId, `${name}课件`],
  )
  await world.rows('insert into courseware.knowledge_point (company_id, courseware_id, point_id) values ($1, $2, $3)', [
    companyId,
    courseware?.id,
    pointId,
  ])
  return arrangeCourse(world, companyId, { name, chapters: [[{ kind: 'courseware', targetId: courseware?.id ?? null }]] })
}

test('the points of an exam come the weakest first, of official results alone', async () => {
  const given = await arrangeLoop(world)
  const { companyId, admin, examId, points, questions, staffIds } = given
  const as = world.as(admin)
  expect((await as.call(loop.weakPoints, { examId })).code).toBe(3290)
  await withResults(given)
  // A voided attempt with everything right and one that is still marked change nothing.
  const right = { companyId, examId, questionIds: idsOf(questions), score: () => 1000 }
  await arrangeResults(world, { ...right, staffIds: staffIds.slice(0, 1), state: 'voided', number: 2 })
  await arrangeResults(world, { ...right, staffIds: staffIds.slice(1, 2), state: 'marked', number: 2 })
  const found = await as.get(loop.weakPoints, { examId })
  // The first two: one of five questions of fire, the one that is of power too.
  expect(found).toMatchObject({ peopleCount: 4, itemCount: 8, unlinkedItemCount: 0 })
  expect(found.points).toEqual([
    { id: points.fire, name: '动火作业', itemCount: 5, peopleCount: 4, percent: 60, isSmallSample: true },
    { id: points.power, name: '用电安全', itemCount: 4, peopleCount: 4, percent: 100, isSmallSample: true },
  ])
  const people = await as.get(loop.people, { examId, knowledgeIds: [points.fire], belowPercent: 50 })
  expect(people.totalCount).toBe(2)
  expect(people.dataList.map(({ percent, score, maxScore }) => [percent, score, maxScore])).toEqual([
    [20, 10, 50],
    [20, 10, 50],
  ])
  expect((await as.get(loop.people, { examId, knowledgeIds: [points.fire], keyWords: '学员3' })).totalCount).toBe(1)
})

test('nobody reads scores without the right to, or of people out of reach; an exam that goes on is not used', async () => {
  const given = await arrangeLoop(world)
  const { companyId, examId, departments, points } = given
  await withResults(given)
  const training = Object.values(projectCenter.rights)
  const without = await world.actor({ companyId, isAdmin: false, rights: training })
  expect((await world.as(without).call(loop.weakPoints, { examId })).code).toBe(3293)
  const others = { kind: 'some' as const, departmentIds: [], subtreeIds: [departments.other], ownStaffId: null }
  const everybody = { kind: 'all' as const }
  for (const [ofProjects, ofExams] of [
    [everybody, others],
    [others, everybody],
  ] as const) {
    const stranger = await world.actor({
      ...{ companyId, isAdmin: false, rights: [...training, examManage.rights.results] },
      scopes: { [projectCenter.name]: ofProjects, [examManage.name]: ofExams },
    })
    expect((await world.as(stranger).call(loop.weakPoints, { examId })).code).toBe(3290)
    const wish = { examId, knowledgeIds: [points.fire], people: { belowPercent: 100 } }
    expect((await world.as(stranger).call(loop.propose, wish)).code).toBe(3290)
    expect((await world.as(stranger).get(loop.exams, {})).dataList).toMatchObject([{ id: examId, resultCount: 0 }])
  }
  await world.rows(`update exam.exam set admission_end_at = now() + interval '1 hour' where id = $1`, [examId])
  expect((await world.as(given.admin).call(loop.weakPoints, { examId })).code).toBe(3290)
})

test('a proposal says what there is, and which questions are missing for a parallel paper', async () => {
  const given = await arrangeLoop(world, { others: 2 })
  const { companyId, admin, examId, points } = given
  await withResults(given)
  await arrangeTeaching(companyId, points.fire, '动火安全')
  const as = world.as(admin)
  const wish = { examId, knowledgeIds: [points.fire, points.power], people: { belowPercent: 70 } }
  const found = await as.get(loop.propose, wish)
  expect(found).toMatchObject({
    ...{ examName: '安全生产考试', peopleCount: 2 },
    courses: [{ name: '动火安全', pointNames: ['动火作业'], coursewareNames: ['动火安全课件'], refusal: null }],
    practice: { wrongCount: 4, refusal: null },
    paper: { questionCount: 8, isFeasible: false, refusal: null },
  })
  expect(found.paper.shortages.toSorted()).toEqual([
    '单选题·中等·动火作业：需要 4 道没有考过的试题，题库中只有 2 道，还缺 2 道',
    '单选题·中等·用电安全：需要 3 道没有考过的试题，题库中只有 2 道，还缺 1 道',
  ])
  expect(found.missing).toEqual(['没有已上架的课程讲到“用电安全”'])
  // Who is disabled is not trained, and said apart.
  await world.rows('update org.staff set is_enabled = false where id = $1', [given.staffIds[0]])
  const fewer = await as.get(loop.propose, wish)
  expect([fewer.peopleCount, fewer.missing[0]]).toEqual([1, '另有 1 人已停用或已移除，不参加培训'])
  const made = await as.get(loop.create, { ...wish, seed: fewer.seed, name: '补强', courseIds: [], exam: null })
  expect(await as.get(loop.get, { projectId: made.projectId })).toMatchObject({ loop: { peopleCount: 1 } })
  await world.rows('update org.staff set is_enabled = true where id = $1', [given.staffIds[0]])
  // Another bank has nothing; of the chosen points alone less is asked than of the whole paper.
  const { paper: elsewhere } = await as.get(loop.propose, { ...wish, bankIds: [crypto.randomUUID()] })
  expect(elsewhere.cells.map(({ available }) => available)).toEqual(elsewhere.cells.map(() => 0))
  const ofFire = { ...wish, knowledgeIds: [points.fire] }
  const counts = async (isWholePaper: boolean) => (await as.get(loop.propose, { ...ofFire, isWholePaper })).paper.questionCount
  expect([await counts(false), await counts(true)]).toEqual([5, 8])
  expect((await as.call(loop.propose, { ...wish, people: { belowPercent: 10 } })).code).toBe(3291)
  const parallelExam = { name: '检验考试', beginTime: hours(24), endTime: hours(48) }
  const refused = await as.call(loop.create, { ...wish, seed: found.seed, name: '补强', courseIds: [], exam: parallelExam })
  expect(refused.code).toBe(3292)
  expect(refused.message).toContain('还缺 2 道')
})

test('questions of one family stand for each other once, and none that the exam had in other words', async () => {
  const given = await arrangeLoop(world, { others: 4 })
  const { admin, examId, points, questions, bankId, companyId } = given
  await withResults(given)
  const wish = { examId, knowledgeIds: [points.fire, points.power], people: { belowPercent: 100 } }
  const paper = async () => (await world.as(admin).get(loop.propose, wish)).paper
  expect((await paper()).cells.find(({ needed }) => needed === 4)).toMatchObject({ available: 4 })
  const ofFire = `bank_id = $1 and id in (
    select question_id from question.question_knowledge_point where knowledge_point_id = $2
    except select question_id from question.question_knowledge_point where knowledge_point_id <> $2)`
  // All the others of fire say the same.
  await world.rows(`update question.question set fingerprint = 'one' where ${ofFire} and id <> all($3::uuid[])`, [
    ...[bankId, points.fire],
    idsOf(questions),
  ])
  expect((await paper()).shortages[0]).toContain('只有 1 道')
  // And then the same as one of the exam.
  await world.rows(`update question.question set fingerprint = 'one' where company_id = $1 and id = $2`, [
    companyId,
    questions[0]?.id,
  ])
  expect((await paper()).shortages[0]).toContain('只有 0 道')
})

test('a project is made of courses, a practice of wrong questions and a parallel exam without a question in common', async () => {
  const given = await arrangeLoop(world)
  const { companyId, admin, examId, points, questions, staffIds } = given
  await withResults(given)
  const taught = await arrangeTeaching(companyId, points.fire, '动火安全')
  const as = world.as(admin)
  const { departments } = given
  const wish = { examId, knowledgeIds: [points.fire, points.power], people: { belowPercent: 70 } }
  const { seed, paper } = await as.get(loop.propose, wish)
  expect(paper).toMatchObject({ isFeasible: true, questionCount: 8, sumScore: 80 })
  const parallelExam = { name: '检验考试', beginTime: hours(240), endTime: hours(264) }
  const order = { ...wish, seed, name: '动火补强', courseIds: [taught.courseId], exam: parallelExam }
  const made = await as.get(loop.create, order)
  const stages = await world.rows(
    `select s.title, t.kind, t.target_id as target, t.slot from training.stage s
     join training.task t on t.company_id = s.company_id and t.stage_id = s.id
     where s.project_id = $1 order by s.sort, t.sort`,
    [made.projectId],
  )
  expect(stages).toEqual([
    { title: '学习', kind: 'course', target: taught.courseId, slot: 1 },
    { title: '练习', kind: 'practice', target: made.practiceId, slot: 2 },
    { title: '检验', kind: 'exam', target: made.examId, slot: 3 },
  ])
  const before = idsOf(questions)
  const parallel = (await as.get(examPaper.list, { examinationId: made.examId ?? '' })).fixed
  const practised = (await as.get(practicePaper.list, { practiceId: made.practiceId ?? '' })).fixed
  const parallelIds = parallel.map(({ questionId }) => questionId)
  expect(parallelIds.filter((id) => before.includes(id))).toEqual([])
  expect(practised.filter(({ questionId }) => parallelIds.includes(questionId))).toEqual([])
  expect(practised.map(({ questionId }) => questionId)).toEqual(expect.arrayContaining(before.slice(0, 4)))
  expect(await blueprint(companyId, parallelIds)).toEqual(await blueprint(companyId, before))
  expect(parallel.map(({ score }) => score)).toEqual(before.map(() => 10))
  expect(await as.get(loop.get, { projectId: made.projectId })).toMatchObject({
    loop: {
      ...{ exam: { id: examId }, afterExam: { id: made.examId, name: '检验考试' }, peopleCount: 2, isChosenByScore: true },
      points: [{ name: '动火作业' }, { name: '用电安全' }],
    },
  })
  const people = await world.rows('select staff_id as id from training.enrolment where project_id = $1', [made.projectId])
  expect(people.map(({ id }) => id).toSorted()).toEqual(staffIds.slice(0, 2).toSorted())
  const others = { kind: 'some' as const, departmentIds: [], subtreeIds: [departments.other], ownStaffId: null }
  const scoped = { rights: [projectCenter.rights.view], scopes: { [projectCenter.name]: others } }
  const clerk = await world.actor({ companyId, isAdmin: false, ...scoped })
  expect(await world.as(clerk).get(loop.get, { projectId: made.projectId })).toMatchObject({ loop: { peopleCount: 0 } })
  // The same seed proposes the same; another one draws another paper.
  const again = await as.get(loop.create, { ...order, name: '再来一次' })
  const same = (await as.get(examPaper.list, { examinationId: again.examId ?? '' })).fixed
  expect(same.map(({ questionId }) => questionId)).toEqual(parallelIds)
  const [row] = await world.rows('select pass_score_hundredths as pass, status from exam.exam where id = $1', [made.examId])
  expect(row).toEqual({ pass: 4800, status: 0 })
})

/** How many questions carry which points. */
async function blueprint(companyId: string, questionIds: readonly string[]) {
  return world.rows(
    `select points, count(*)::int as count from (
       select array_agg(knowledge_point_id order by knowledge_point_id) as points from question.question_knowledge_point
       where company_id = $1 and question_id = any($2::uuid[]) group by question_id
     ) q group by points order by points`,
    [companyId, questionIds],
  )
}

test('whoever may not make exams makes a project without one; other companies’ ids are nothing', async () => {
  const given = await arrangeLoop(world)
  const { companyId, examId, points } = given
  await withResults(given)
  const rights = [...Object.values(projectCenter.rights), examManage.rights.results]
  const scopes = { [projectCenter.name]: { kind: 'all' as const }, [examManage.name]: { kind: 'all' as const } }
  const trainer = await world.actor({ companyId, isAdmin: false, rights, scopes })
  const as = world.as(trainer)
  const wish = { examId, knowledgeIds: [points.fire], people: { belowPercent: 70 } }
  const found = await as.get(loop.propose, wish)
  expect(found.paper.refusal).toContain('没有新建考试的权限')
  expect(found.practice.refusal).toContain('没有新建练习的权限')
  const parallelExam = { name: '检验考试', beginTime: hours(24), endTime: hours(48) }
  const order = { ...wish, seed: found.seed, name: '补强', courseIds: [] }
  expect((await as.call(loop.create, { ...order, hasPractice: false, exam: parallelExam })).code).toBe(3293)
  expect((await as.call(loop.create, { ...order, hasPractice: false, exam: null })).code).toBe(3293 + 2)
  const stranger = await arrangeLoop(world)
  expect((await world.as(stranger.admin).call(loop.weakPoints, { examId })).code).toBe(3290)
  expect((await world.as(stranger.admin).call(loop.effect, { projectId: examId })).code).toBe(3294)
})

/** Everybody's questions right or wrong by the bits of a number, so that gains differ. */
const bit = (number: number, at: number) => ((number >> at) & 1) * 1000

test('the effect is what an independent computation finds, of those who have official results of both exams', async () => {
  const given = await arrangeLoop(world, { people: 260 })
  const { companyId, admin, examId, points, questions, staffIds } = given
  const questionIds = idsOf(questions)
  const before = (person: number, question: number) => bit(person * 7, question)
  await arrangeResults(world, { companyId, examId, staffIds, questionIds, score: before })
  const as = world.as(admin)
  const trained = staffIds.slice(0, 120)
  const wish = { examId, knowledgeIds: [points.fire], people: { staffIds: trained } }
  const { seed } = await as.get(loop.propose, wish)
  const parallelExam = { name: '检验考试', beginTime: hours(24), endTime: hours(48) }
  const made = await as.get(loop.create, { ...wish, seed, name: '补强', courseIds: [], hasPractice: false, exam: parallelExam })
  const empty = await as.get(loop.effect, { projectId: made.projectId })
  expect(empty).toMatchObject({ peopleCount: 120, bothCount: 0, rows: [{ name: '动火作业', verdict: 'nobody' }] })
  const parallel = (await as.get(examPaper.list, { examinationId: made.examId ?? '' })).fixed.map(({ questionId }) => questionId)
  // The trained gain; of the others, from 120 on, every second does. Ten of the trained do not sit the exam.
  const after = (person: number, question: number) => (person < 120 || person % 2 === 0 ? 1000 : before(person, question))
  const sat = (person: number) => person >= 10
  const sitting = staffIds.flatMap((staffId, person) => (sat(person) ? [{ staffId, person }] : []))
  const ofAfter = { companyId, examId: made.examId ?? '', questionIds: parallel }
  await arrangeResults(world, {
    ...ofAfter,
    staffIds: sitting.map(({ staffId }) => staffId),
    score: (at, question) => after(sitting[at]?.person ?? 0, question),
  })
  // Somebody's is voided, somebody was taken out of the project.
  const [voided = '', takenOut = ''] = [staffIds[20], staffIds[30]]
  await world.rows(
    `update sitting.attempt set state = 'voided', state_before_void = 'published' where owner_id = $1 and staff_id = $2`,
    [made.examId, voided],
  )
  await world.rows('update training.enrolment set state = 3 where project_id = $1 and staff_id = $2', [made.projectId, takenOut])
  const effect = await as.get(loop.effect, { projectId: made.projectId })

  // Questions of fire: the first four and the last; of the new paper all five.
  const shareBefore = (person: number) => [0, 1, 2, 3, 7].reduce((sum, at) => sum + before(person, at), 0) / 5000
  const shareAfter = (person: number) => [0, 1, 2, 3, 4].reduce((sum, at) => sum + after(person, at), 0) / 5000
  const side = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => from + at).filter((person) => sat(person) && person !== 20 && person !== 30)
  const [ours, others] = [side(0, 120), side(120, 260)]
  const [gains, otherGains] = [ours, others].map((people) => people.map((one) => shareAfter(one) - shareBefore(one)))
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / (values.length - 1)
  if (!gains || !otherGains) throw new Error('two groups were expected')
  // 108 of ours: t(0.975; 107) = 1.98238.
  const half = 1.98238 * Math.sqrt(variance(gains) / gains.length)
  const [row] = effect.rows
  expect(effect).toMatchObject({ bothCount: 108, untrainedCount: 140, peopleCount: 119 })
  expect(row?.trained).toMatchObject({ n: 108, way: 't' })
  expect(row?.trained.before).toBeCloseTo(100 * mean(ours.map(shareBefore)), 1)
  expect(row?.trained.after).toBeCloseTo(100, 1)
  expect(row?.trained.difference).toBeCloseTo(100 * mean(gains), 1)
  expect(row?.trained.low).toBeCloseTo(100 * (mean(gains) - half), 1)
  expect(row?.trained.high).toBeCloseTo(100 * (mean(gains) + half), 1)
  expect(row?.untrained.difference).toBeCloseTo(100 * mean(otherGains), 1)
  expect(row?.more.difference).toBeCloseTo(100 * (mean(gains) - mean(otherGains)), 1)
  expect(row?.verdict).toBe('better')
  expect(effect.notes.join('')).not.toContain('均值回归')

  const file = await as.raw(loop.exportEffect, { projectId: made.projectId })
  const rows = []
  for await (const { cells } of readXlsx(file.rawPayload)) rows.push(cells.map(({ text }) => text).join(' '))
  expect(rows.join('\n')).toContain('动火作业 108')

  // Another department sees nobody of them.
  const scopes = {
    [projectCenter.name]: { kind: 'some' as const, departmentIds: [], subtreeIds: [given.departments.other], ownStaffId: null },
  }
  const stranger = await world.actor({ companyId, isAdmin: false, rights: [projectCenter.rights.view], scopes })
  const seen = await world.as(stranger).get(loop.effect, { projectId: made.projectId })
  expect(seen).toMatchObject({ bothCount: 0, untrainedCount: 0, peopleCount: 0 })
})

test('another exam can show the effect, but not the one that people were chosen by', async () => {
  const given = await arrangeLoop(world)
  const { admin, examId, points } = given
  await withResults(given)
  const as = world.as(admin)
  const wish = { examId, knowledgeIds: [points.fire], people: { belowPercent: 70 } }
  const { seed } = await as.get(loop.propose, wish)
  const made = await as.get(loop.create, { ...wish, seed, name: '补强', courseIds: [], exam: null })
  const { projectId } = made
  const told = await as.get(loop.effect, { projectId })
  expect(told.notes[0]).toContain('还没有检验考试')
  expect(told.notes.join('')).toContain('均值回归')
  expect((await as.call(loop.setAfterExam, { projectId, version: 1, examId })).code).toBe(3297)
  const other = await as.get(exam.save, { name: '另一场' })
  await as.get(loop.setAfterExam, { projectId, version: 1, examId: other.id })
  expect((await as.get(loop.effect, { projectId })).afterExamName).toBe('另一场')
  expect((await as.call(loop.setAfterExam, { projectId, version: 1, examId: other.id })).code).toBe(1007)
})

test('a point that nobody was asked about has nobody to train', async () => {
  const given = await arrangeLoop(world)
  await withResults(given)
  await carry(world, given.companyId, { questions: [], pointId: given.points.other })
  const wish = { examId: given.examId, knowledgeIds: [given.points.other], people: { belowPercent: 100 } }
  expect((await world.as(given.admin).call(loop.propose, wish)).code).toBe(3291)
})
