import { messagingModule } from '@kaopei/messaging/server'
import { enqueue } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { sittingModule } from '@kaopei/sitting/server'
import { browserA, oneOfEachType } from '@kaopei/sitting/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exam } from '../../contract/exam.ts'
import { examOverrides } from '../../contract/exam-overrides.ts'
import { examPaper } from '../../contract/exam-paper.ts'
import { examPeople } from '../../contract/exam-people.ts'
import { examModule } from '../exam.module.ts'
import {
  arrangeDraft,
  arrangeOrganisation,
  arrangeReadyQuestions,
  arrangeStaff,
  base,
  fixed,
  hours,
  random,
  singles,
} from '../exam-arrange.ts'
import { examNoticeJob } from '../notices/to-candidates.job.ts'
import { startExam } from '../sitting-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, messagingModule()])
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = () => new Date()
})

test('publishing pins the versions that are ready now; later changes of the bank do not reach it', async () => {
  const given = await arrangeOrganisation(world)
  const { draft, questions } = await arrangeDraft(world, given)
  const as = world.as(given.admin)
  const { bankId, questions: pool } = await arrangeReadyQuestions(world, given.companyId, singles(6))
  const saved = await as.get(examPaper.save, {
    examinationId: draft.id,
    version: draft.version,
    questions: [...questions.map(({ id }) => fixed(id)), random([bankId], 5)],
  })
  expect(saved.sumScore).toBe(50)
  const check = await as.get(exam.checkPublish, { id: draft.id })
  expect(check).toEqual({ version: saved.version, mayPublish: true, candidateCount: 3, findings: [] })
  const published = await as.get(exam.publish, { id: draft.id, version: saved.version })
  expect(published).toMatchObject({ status: 4, questionCount: 9, passScore: 30 })
  const pins = await world.rows<{ v: string }>(
    'select p.question_version_id as v from paper.slot p join exam.exam e on e.paper_id = p.paper_id where e.id = $1 order by p.number',
    [draft.id],
  )
  expect(pins.map(({ v }) => v)).toEqual(questions.map(({ versionId }) => versionId))
  const kept = await world.rows<{ n: number; rules: number[] }>(
    `select count(*)::int as n, min(p.rule_numbers) as rules
     from paper.pool_question p join exam.exam e on e.paper_id = p.paper_id where e.id = $1`,
    [draft.id],
  )
  expect(kept).toEqual([{ n: pool.length, rules: [1] }])
  await world.rows('update question.question set status = 2 where bank_id = $1', [bankId])
  const preview = await as.get(examPaper.preview, { examinationId: draft.id })
  expect(preview.questions).toHaveLength(9)
  expect(preview.drawMessage).toBeNull()
})

test('a drawing rule names nothing of another company, nor what is not there', async () => {
  const given = await arrangeOrganisation(world)
  const { draft } = await arrangeDraft(world, given)
  const other = await world.actor()
  const theirs = await arrangeReadyQuestions(world, other.companyId, singles(1))
  const inserted = async (table: string) => {
    const text = `insert into question.${table} (company_id, name) values ($1, '别人的') returning id`
    return (await world.rows<{ id: string }>(text, [other.companyId])).map(({ id }) => id)
  }
  const wrong: object[] = [
    { bankIds: [theirs.bankId] },
    { bankIds: [crypto.randomUUID()] },
    { categoryIds: await inserted('category') },
    { knowledgePointIds: await inserted('knowledge_point') },
  ]
  for (const filter of wrong) {
    const { version } = await world.as(given.admin).get(exam.get, { id: draft.id })
    const questions = [{ questionType: 2 as const, filter, count: 1, score: 2 }]
    const saved = await world.as(given.admin).call(examPaper.save, { examinationId: draft.id, version, questions })
    expect([filter, saved]).toMatchObject([filter, { code: 1001, data: { fields: [{ path: 'questions' }] } }])
  }
})

test('rules that can not be met together are named in a sentence, live and at publishing', async () => {
  const given = await arrangeOrganisation(world)
  const { draft } = await arrangeDraft(world, given)
  const as = world.as(given.admin)
  const { bankId } = await arrangeReadyQuestions(world, given.companyId, singles(24))
  const rules = [random([bankId], 18), random([bankId], 12, 2, [1])]
  const proof = await as.get(examPaper.checkDraw, { rules: rules.map(({ filter, count }) => ({ filter, count })) })
  const sentence = '规则1和规则2共需 30 题，符合条件的题目只有 24 题'
  expect(proof).toMatchObject({ isFeasible: false, available: [24, 24], violations: [{ message: sentence, needed: 30 }] })
  const saved = await as.get(examPaper.save, { examinationId: draft.id, version: draft.version, questions: rules })
  const answer = await as.call(exam.publish, { id: draft.id, version: saved.version, ignoreWarnings: true })
  expect(answer).toMatchObject({ code: 2305, message: sentence })
  expect((await as.get(exam.get, { id: draft.id })).status).toBe(0)
  expect((await as.get(examPaper.preview, { examinationId: draft.id })).drawMessage).toBe(sentence)
})

test('warnings want a confirmation, faults can not be passed over', async () => {
  const given = await arrangeOrganisation(world)
  const { draft } = await arrangeDraft(world, given, { contents: oneOfEachType() })
  const as = world.as(given.admin)
  const blocked = await as.get(exam.checkPublish, { id: draft.id })
  expect(blocked.findings.map(({ code }) => code)).toEqual(['reviewerMissing'])
  expect(await as.call(exam.publish, { id: draft.id, version: draft.version, ignoreWarnings: true })).toMatchObject({
    code: 2305,
  })
  const [reviewer] = await arrangeStaff(world, given.companyId, { count: 1 })
  await as.get(examPeople.saveReviewers, { examinationId: draft.id, reviewStaffIds: [reviewer ?? ''] })
  const bare = await as.get(exam.save, {
    id: draft.id,
    version: draft.version,
    name: base.name,
    passRate: null,
    passScore: 0,
    sumScore: 50,
  })
  const mismatch = await as.call(exam.publish, { id: draft.id, version: bare.version })
  expect(mismatch).toMatchObject({ code: 2305, message: '设置的总分为 50 分，题目分值合计为 60 分' })
  const mended = await as.get(exam.save, { id: draft.id, version: bare.version, name: base.name, sumScore: null })
  const asked = await as.call(exam.publish, { id: draft.id, version: mended.version })
  expect(asked).toMatchObject({ code: 2306, data: { findings: [{ code: 'noPassScore', level: 'warning' }] } })
  expect(await as.get(exam.publish, { id: draft.id, version: mended.version, ignoreWarnings: true })).toMatchObject({ status: 4 })
})

test('seeing results while others sit must be meant, at publishing and afterwards, and is on record', async () => {
  const given = await arrangeOrganisation(world)
  const { draft } = await arrangeDraft(world, given, { people: 2 })
  const as = world.as(given.admin)
  const save = (version: number, more: object) => as.call(exam.save, { id: draft.id, version, name: base.name, ...more })
  const drafted = await save(draft.version, { permitViewEarly: true })
  expect((await as.get(exam.checkPublish, { id: draft.id })).findings).toContainEqual(
    expect.objectContaining({ code: 'viewsEarly', level: 'warning' }),
  )
  const { version } = await as.get(exam.save, {
    id: draft.id,
    version: drafted.data.version,
    name: base.name,
    permitViewEarly: false,
  })
  const published = await as.get(exam.publish, { id: draft.id, version, ignoreWarnings: true })
  expect(await save(published.version, { permitViewEarly: true })).toMatchObject({ code: 2383 })
  expect(await save(published.version, { permitViewEarly: true, confirmsEarlyView: true })).toMatchObject({ code: 0 })
  const [row] = await world.rows(
    `select after from kit.operation_log where company_id = $1 and target = 'exam' and action = 'save' order by id desc limit 1`,
    [given.companyId],
  )
  expect(row).toMatchObject({ after: { permitViewEarly: true } })
})

test('of two who publish at once one does and the other is shown the published exam', async () => {
  const given = await arrangeOrganisation(world)
  const { draft } = await arrangeDraft(world, given)
  const other = await world.actor({ companyId: given.companyId, isAdmin: true })
  const answers = await Promise.all(
    [given.admin, other].map((who) => world.as(who).call(exam.publish, { id: draft.id, version: draft.version })),
  )
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1007])
  expect(answers.find(({ code }) => code === 1007)).toMatchObject({ data: { status: 4 } })
  const pins = await world.rows('select 1 from kit.operation_log where company_id = $1 and action = $2', [
    given.companyId,
    'publish',
  ])
  expect(pins).toHaveLength(1)
})

test('publishing with notice writes to every candidate with an address, once', async () => {
  const given = await arrangeOrganisation(world)
  const { draft } = await arrangeDraft(world, given, { people: 2 })
  const as = world.as(given.admin)
  const without = await arrangeStaff(world, given.companyId, { count: 1, withEmail: 0 })
  await as.get(examPeople.add, { examinationId: draft.id, staffIds: without })
  const { version } = await as.get(exam.save, { id: draft.id, version: draft.version, name: base.name, notifyPublish: true })
  const asked = await as.call(exam.publish, { id: draft.id, version })
  expect(asked).toMatchObject({ code: 2306, data: { findings: [{ code: 'emailMissing' }] } })
  await as.get(exam.publish, { id: draft.id, version, ignoreWarnings: true })
  await world.runJobs()
  const outbox = `select subject, body from messaging.outbox where company_id = $1 and template_key <> 'reviewerAssigned'`
  const sent = await world.rows<{ subject: string; body: string }>(outbox, [given.companyId])
  expect(sent).toHaveLength(2)
  expect(sent[0]).toMatchObject({ subject: '考试通知：安全生产知识考试', body: expect.stringContaining('考试时间：') })
  await world.inCompany(given.companyId, (db) =>
    enqueue(db, examNoticeJob, given.companyId, { examId: draft.id, notice: 'publish' }),
  )
  await world.runJobs()
  expect(await world.rows(outbox, [given.companyId])).toHaveLength(2)
})

test('candidates are told of beginning, end and analysis when the time has come, each once', async () => {
  const given = await arrangeOrganisation(world)
  const { draft } = await arrangeDraft(world, given, { people: 2 })
  const as = world.as(given.admin)
  const wishes = { notifyStart: true, notifyEnd: true, notifyAnalysis: true, permitViewAnalysis: true }
  const { version } = await as.get(exam.save, { id: draft.id, version: draft.version, name: base.name, ...wishes })
  await as.get(exam.publish, { id: draft.id, version, ignoreWarnings: true })
  const waiting = async () =>
    world.rows<{ notice: string; at: Date }>(
      `select payload -> 'payload' ->> 'notice' as notice, run_at as at
       from graphile_worker._private_jobs
       where payload -> 'payload' ->> 'examId' = $1 and payload -> 'payload' ->> 'notice' is not null
       order by run_at, notice`,
      [draft.id],
    )
  const [open, close] = [base.admissionStartTime, base.admissionEndTime].map((time) => new Date(time))
  if (!open || !close) throw new Error('the exam has times')
  // The analysis is open when no answer can come any more: a minute of grace after the end.
  const afterGrace = (end: Date) => new Date(end.getTime() + 60_000)
  expect(await waiting()).toEqual([
    { notice: 'start', at: new Date(open.getTime() - 30 * 60_000) },
    { notice: 'end', at: close },
    { notice: 'analysis', at: afterGrace(close) },
  ])
  const later = new Date(close.getTime() + 3_600_000)
  await as.get(exam.save, { id: draft.id, version: version + 1, name: base.name, admissionEndTime: later.toISOString() })
  expect((await waiting()).map(({ at }) => at)).toEqual([new Date(open.getTime() - 30 * 60_000), later, afterGrace(later)])

  const subjects = async () =>
    (
      await world.rows<{ subject: string }>(
        `select subject from messaging.outbox where company_id = $1 and template_key <> 'reviewerAssigned'`,
        [given.companyId],
      )
    ).map(({ subject }) => subject)
  const run = async (openIn: string, closeIn: string) => {
    await world.rows(
      `update exam.exam set admission_start_at = now() + $2::interval, admission_end_at = now() + $3::interval where id = $1`,
      [draft.id, openIn, closeIn],
    )
    await world.rows('update graphile_worker._private_jobs set run_at = now()')
    await world.runJobs()
  }
  await run('10 minutes', '2 hours')
  const reminders = await subjects()
  expect(reminders).toHaveLength(2)
  expect((await waiting()).map(({ notice }) => notice)).toEqual(['end', 'analysis'])
  await run('-3 hours', '-1 hours')
  expect(await waiting()).toEqual([])
  // Nobody has handed in, so nobody is told that the analysis is open.
  expect(await subjects()).toHaveLength(4)
})

test('a cancelled exam tells nobody of its beginning', async () => {
  const given = await arrangeOrganisation(world)
  const { draft } = await arrangeDraft(world, given, { people: 1 })
  const as = world.as(given.admin)
  const { version } = await as.get(exam.save, { id: draft.id, version: draft.version, name: base.name, notifyStart: true })
  const published = await as.get(exam.publish, { id: draft.id, version, ignoreWarnings: true })
  await as.get(exam.cancel, { id: draft.id, version: published.version, reason: '场地变更' })
  await world.rows('update graphile_worker._private_jobs set run_at = now()')
  await world.runJobs()
  expect(
    await world.rows(`select 1 from messaging.outbox where company_id = $1 and template_key <> 'reviewerAssigned'`, [
      given.companyId,
    ]),
  ).toEqual([])
})

test('a company publishes and lets in as many as it has exams left', async () => {
  const given = await arrangeOrganisation(world)
  const { companyId, departments } = given
  const { draft } = await arrangeDraft(world, given)
  const as = world.as(given.admin)
  const candidates = (await as.get(exam.get, { id: draft.id })).staffCount
  const grant = (quota: number) => world.rows('update identity.company set exam_quota = $2 where id = $1', [companyId, quota])
  await grant(candidates - 1)
  const wish = { id: draft.id, version: draft.version, ignoreWarnings: true }
  expect(await as.call(exam.publish, wish)).toMatchObject({
    code: 2558,
    message: expect.stringContaining(`本次需要 ${candidates} 人次`),
  })
  await grant(candidates)
  expect(await as.get(exam.publish, wish)).toMatchObject({ status: 4 })
  await grant(0)
  const [late = ''] = await arrangeStaff(world, companyId, { count: 1, departmentId: departments.branch })
  expect(await as.call(examPeople.add, { examinationId: draft.id, staffIds: [late] })).toMatchObject({ code: 2558 })
  expect(await as.get(exam.get, { id: draft.id })).toMatchObject({ staffCount: candidates })
  await grant(1)
  expect(await as.get(examPeople.add, { examinationId: draft.id, staffIds: [late] })).toMatchObject({ addedCount: 1 })
})

describe('a published exam', () => {
  test('keeps paper, duration and rules; words, later close and what may be looked at can change', async () => {
    const given = await arrangeOrganisation(world)
    const { draft, questions } = await arrangeDraft(world, given)
    const as = world.as(given.admin)
    const { version, id } = await as.get(exam.publish, { id: draft.id, version: draft.version })
    const change = (input: object) => as.call(exam.save, { id, version, name: base.name, ...input })
    expect(await change({ duration: 90, isQuestionOrder: true })).toMatchObject({
      code: 2300,
      message: '考试已发布，不能修改：考试时长、试题乱序',
    })
    expect(await change({ admissionEndTime: hours(4) })).toMatchObject({ code: 2300 })
    expect(await change({ questions: [fixed(questions[0]?.id ?? '')] })).toMatchObject({ code: 2300 })
    expect(await as.call(examPaper.save, { examinationId: id, version, questions: [] })).toMatchObject({ code: 2300 })
    expect(await change({ status: 0 })).toMatchObject({ code: 2300 })
    expect(await as.call(exam.remove, { id })).toMatchObject({ code: 2301 })
    const after = await change({ information: '改到三楼', admissionEndTime: hours(6), permitViewAnswer: true, status: 1 })
    expect(after).toMatchObject({ code: 0, data: { information: '改到三楼', permitViewAnswer: true, status: 4 } })
  })

  test('a later close and extra time move the deadline of who sits it, with an event', async () => {
    const given = await arrangeOrganisation(world)
    const as = world.as(given.admin)
    const { draft, staffIds } = await arrangeDraft(world, given)
    const timed = await as.get(exam.save, {
      id: draft.id,
      version: draft.version,
      name: base.name,
      admissionEndTime: hours(2),
      duration: 60,
    })
    await as.get(exam.publish, { id: draft.id, version: timed.version })
    const at = new Date(Date.now() + 1.5 * 3_600_000)
    world.now = () => at
    const [staffId = ''] = staffIds
    const candidate = await world.actor({ companyId: given.companyId, staffId, isAdmin: false })
    const sheet = await startExam(world, candidate, draft.id, browserA)
    expect(sheet.due).toBe(timed.admissionEndTime)
    const { version } = await as.get(exam.get, { id: draft.id })
    await as.get(exam.save, { id: draft.id, version, name: base.name, admissionEndTime: hours(3) })
    const due = async () =>
      (await world.rows<{ due: Date }>('select due_at as due from sitting.attempt where owner_id = $1', [draft.id]))[0]?.due
    expect(await due()).toEqual(new Date(at.getTime() + 60 * 60_000))
    const extra = await as.get(examOverrides.save, {
      examinationId: draft.id,
      staffIds: [staffId],
      extraPercent: 50,
      reason: '照顾',
    })
    expect(extra).toEqual({ changedCount: 1, recomputedCount: 1 })
    expect(await due()).toEqual(new Date(at.getTime() + 90 * 60_000))
    const events = await world.rows('select data from sitting.attempt_event where type = $1', ['dueChanged'])
    expect(events).toHaveLength(2)
    expect(await as.call(examPeople.remove, { examinationId: draft.id, staffIds: [staffId] })).toMatchObject({
      code: 2310,
      message: '学员1已开始考试，不能移除',
    })
    const cancelled = await as.get(exam.cancel, { id: draft.id, version: version + 1, reason: '试题泄露' })
    expect(cancelled).toMatchObject({ status: 7, cancelReason: '试题泄露' })
    expect(await due()).toEqual(new Date(at.getTime() + 2 * 60_000))
    const late = await as.call(examOverrides.save, {
      examinationId: draft.id,
      staffIds: [staffId],
      extraMinutes: 60,
      reason: '照顾',
    })
    expect(late).toMatchObject({ code: 2303 })
    expect(await due()).toEqual(new Date(at.getTime() + 2 * 60_000))
  })

  test('takes candidates in by saving as by adding: while there are exams left, not after its end, and tells them', async () => {
    const given = await arrangeOrganisation(world)
    const { companyId, departments } = given
    const { draft, staffIds } = await arrangeDraft(world, given)
    const as = world.as(given.admin)
    await as.get(exam.save, { id: draft.id, version: draft.version, name: base.name, notifyPublish: true })
    const { id } = await as.get(exam.publish, { id: draft.id, version: draft.version + 1 })
    await world.runJobs()
    const [late = '', later = ''] = await arrangeStaff(world, companyId, { count: 2, departmentId: departments.branch })
    const take = async (...fresh: string[]) => {
      const { version } = await as.get(exam.get, { id })
      return as.call(exam.save, { id, version, name: base.name, staffIds: [...staffIds, ...fresh] })
    }
    const told = async () => {
      await world.runJobs()
      return (
        await world.rows(`select 1 from messaging.outbox where company_id = $1 and template_key <> 'reviewerAssigned'`, [
          companyId,
        ])
      ).length
    }
    const before = await told()
    const grant = (quota: number) => world.rows('update identity.company set exam_quota = $2 where id = $1', [companyId, quota])
    await grant(0)
    expect(await take(late)).toMatchObject({ code: 2558 })
    expect(await as.get(exam.get, { id })).toMatchObject({ staffCount: 3 })
    await grant(9)
    expect(await take(late)).toMatchObject({ code: 0, data: { staffCount: 4 } })
    expect(await told()).toBe(before + 1)
    await world.rows(
      `update exam.exam set admission_start_at = now() - interval '2 hours', admission_end_at = now() - interval '1 second' where id = $1`,
      [id],
    )
    expect(await take(late, later)).toMatchObject({ code: 2304 })
    expect(await take(late)).toMatchObject({ code: 0, data: { staffCount: 4 } })
  })
})
