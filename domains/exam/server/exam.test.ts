import { messagingModule } from '@kaopei/messaging/server'
import { enqueue } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exam } from '../contract/exam.ts'
import { examPaper } from '../contract/exam-paper.ts'
import { examPeople } from '../contract/exam-people.ts'
import { examManage } from '../contract/menus.ts'
import { examModule } from './exam.module.ts'
import { arrangeOrganisation, arrangeReadyQuestions, arrangeStaff, type Organisation, singles } from './exam-arrange.ts'
import { publishNoticeJob } from './publish-notice.job.ts'
import { sittingModule } from './sitting.module.ts'
import { browserA, oneOfEachType, startExam } from './sitting-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, messagingModule()])
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = () => new Date()
})

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
const base = { name: '安全生产知识考试', admissionStartTime: hours(1), admissionEndTime: hours(5), duration: 60 }
const fixed = (questionId: string, score = 10) => ({ questionType: 1 as const, questionId, score })
const random = (bankIds: string[], count: number, score = 2, types: number[] = []) => ({
  questionType: 2 as const,
  filter: { bankIds, types: types as never },
  count,
  score,
})

/** A draft with fixed questions, a reviewer and candidates, ready to be published. */
async function arrangeDraft(given: Organisation, { people = 3, contents = singles(4) } = {}) {
  const { questions } = await arrangeReadyQuestions(world, given.companyId, contents)
  const staffIds = await arrangeStaff(world, given.companyId, { count: people, departmentId: given.departments.branch })
  const as = world.as(given.admin)
  const draft = await as.get(exam.save, {
    ...base,
    passRate: 60,
    questions: questions.map(({ id }) => fixed(id)),
    staffIds,
  })
  return { draft, questions, staffIds }
}

test('an exam is saved step by step; what a step does not say stays', async () => {
  const { admin, companyId } = await arrangeOrganisation(world)
  const as = world.as(admin)
  const { questions } = await arrangeReadyQuestions(world, companyId, singles(3))
  const made = await as.get(exam.save, { ...base, information: '请携带证件' })
  expect(made).toMatchObject({
    status: 0,
    version: 1,
    questionCount: 0,
    permitQueryScore: true,
    repeatCount: 1,
    graceSeconds: 60,
  })
  const paper = await as.get(examPaper.save, {
    examinationId: made.id,
    version: 1,
    questions: questions.map(({ id }) => fixed(id, 12.5)),
  })
  expect(paper).toMatchObject({ version: 2, sumScore: 37.5, questionCount: 3 })
  expect(paper.fixed.map(({ slot, questionId }) => [slot, questionId])).toEqual(questions.map(({ id }, index) => [index + 1, id]))
  const ruled = await as.get(exam.save, {
    id: made.id,
    version: 2,
    name: base.name,
    passRate: 60,
    isQuestionOptionOrder: 1,
    permitViewTime: { start: hours(6), end: null },
  })
  expect(ruled).toMatchObject({
    version: 3,
    passScore: 22.5,
    information: '请携带证件',
    isQuestionOptionOrder: true,
    duration: 60,
  })
  const [first] = questions
  const grown = await as.get(examPaper.saveOrUpdate, {
    examinationId: made.id,
    version: 3,
    questions: [{ questionId: first?.id ?? '', score: 25 }],
  })
  expect(grown.sumScore).toBe(50)
  expect((await as.get(exam.get, { id: made.id })).passScore).toBe(30)
  const history = await as.get(exam.history, { examinationId: made.id, pageSize: 2 })
  expect(history).toMatchObject({
    totalCount: 4,
    dataList: [
      { action: 'update', target: 'examPaper', before: { sumScore: 37.5 }, after: { sumScore: 50 } },
      { action: 'save', after: { passRate: 60, isQuestionOptionOrder: true } },
    ],
  })
  const logs = await world.rows<{ action: string }>('select action from kit.operation_log where company_id = $1 order by at', [
    companyId,
  ])
  expect(logs.map(({ action }) => action)).toEqual(['create', 'update', 'save', 'update'])
})

test('saving on an old version answers 1007 with the current row', async () => {
  const { admin } = await arrangeOrganisation(world)
  const as = world.as(admin)
  const made = await as.get(exam.save, base)
  await as.get(exam.save, { ...base, id: made.id, version: made.version, name: '改名一' })
  const answer = await as.call(exam.save, { ...base, id: made.id, version: made.version, name: '改名二' })
  expect(answer).toMatchObject({ code: 1007, data: { name: '改名一', version: 2 } })
  expect(await as.call(examPaper.save, { examinationId: made.id, version: 1, questions: [] })).toMatchObject({ code: 1007 })
})

test('what can not be is refused in words', async () => {
  const { admin, companyId } = await arrangeOrganisation(world)
  const as = world.as(admin)
  expect(await as.call(exam.save, { ...base, admissionEndTime: base.admissionStartTime })).toMatchObject({ code: 2312 })
  expect(await as.call(exam.save, { ...base, name: ' ' })).toMatchObject({ code: 1001 })
  expect(await as.call(exam.save, { ...base, graceSeconds: -1 })).toMatchObject({
    code: 1001,
    data: { fields: [{ path: 'graceSeconds', message: '网络宽限时间不能小于 0' }] },
  })
  const { questions } = await arrangeReadyQuestions(world, companyId, singles(1))
  const twice = [fixed(questions[0]?.id ?? ''), fixed(questions[0]?.id ?? '')]
  expect(await as.call(exam.save, { ...base, questions: twice })).toMatchObject({ code: 2307 })
  const stranger = await arrangeOrganisation(world)
  const foreign = await arrangeReadyQuestions(world, stranger.companyId, singles(1))
  expect(await as.call(exam.save, { ...base, questions: [fixed(foreign.questions[0]?.id ?? '')] })).toMatchObject({ code: 2308 })
  expect((await as.get(exam.list)).totalCount).toBe(0)
})

test('the list filters by name, status of the clock and opening', async () => {
  const given = await arrangeOrganisation(world)
  const as = world.as(given.admin)
  const { draft } = await arrangeDraft(given)
  await as.get(exam.publish, { id: draft.id, version: draft.version, ignoreWarnings: true })
  await as.get(exam.save, { name: '100%_草稿' })
  const listed = async (input: Parameters<typeof as.get<typeof exam.list>>[1]) =>
    (await as.get(exam.list, input)).dataList.map(({ name, status }) => `${name}:${status}`)
  expect(await listed({})).toEqual(['100%_草稿:0', '安全生产知识考试:4'])
  expect(await listed({ name: '%' })).toEqual(['100%_草稿:0'])
  expect(await listed({ status: 0 })).toEqual(['100%_草稿:0'])
  expect(await listed({ status: [1] })).toEqual(['安全生产知识考试:4'])
  expect(await listed({ status: 5 })).toEqual([])
  expect(await listed({ beginTime: base.admissionStartTime, endTime: hours(2) })).toEqual(['安全生产知识考试:4'])
  expect(await listed({ beginTime: hours(2) })).toEqual([])
  const then = new Date(Date.now() + 1.5 * 3_600_000)
  world.now = () => then
  const [row] = (await as.get(exam.list, { status: 5 })).dataList
  expect(row).toMatchObject({ status: 5, questionCount: 4, staffCount: 3, submittedCount: 0, creatorName: '' })
  const quoted = await as.get(exam.listSearch, { query: '考试', quote: 1 })
  expect(quoted.dataList.map(({ name }) => name)).toEqual(['安全生产知识考试'])
})

test('publishing pins the versions that are ready now; later changes of the bank do not reach it', async () => {
  const given = await arrangeOrganisation(world)
  const { draft, questions } = await arrangeDraft(given)
  const as = world.as(given.admin)
  const { bankId, questions: pool } = await arrangeReadyQuestions(world, given.companyId, singles(6))
  const saved = await as.get(examPaper.save, {
    examinationId: draft.id,
    version: draft.version,
    questions: [...questions.map(({ id }) => fixed(id)), random([bankId], 5)],
  })
  expect(saved.sumScore).toBe(50)
  const check = await as.get(exam.checkPublish, { id: draft.id })
  expect(check).toEqual({ version: saved.version, mayPublish: true, findings: [] })
  const published = await as.get(exam.publish, { id: draft.id, version: saved.version })
  expect(published).toMatchObject({ status: 4, questionCount: 9, passScore: 30 })
  const pins = await world.rows<{ v: string }>(
    'select question_version_id as v from exam.exam_question where exam_id = $1 order by slot',
    [draft.id],
  )
  expect(pins.map(({ v }) => v)).toEqual(questions.map(({ versionId }) => versionId))
  const kept = await world.rows<{ n: number; rules: number[] }>(
    'select count(*)::int as n, min(rule_numbers) as rules from exam.pool_question where exam_id = $1',
    [draft.id],
  )
  expect(kept).toEqual([{ n: pool.length, rules: [1] }])
  await world.rows('update question.question set status = 2 where bank_id = $1', [bankId])
  const preview = await as.get(examPaper.preview, { examinationId: draft.id })
  expect(preview.questions).toHaveLength(9)
  expect(preview.drawMessage).toBeNull()
})

test('rules that can not be met together are named in a sentence, live and at publishing', async () => {
  const given = await arrangeOrganisation(world)
  const { draft } = await arrangeDraft(given)
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
  const { draft } = await arrangeDraft(given, { contents: oneOfEachType() })
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

test('of two who publish at once one does and the other is shown the published exam', async () => {
  const given = await arrangeOrganisation(world)
  const { draft } = await arrangeDraft(given)
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
  const { draft } = await arrangeDraft(given, { people: 2 })
  const as = world.as(given.admin)
  const without = await arrangeStaff(world, given.companyId, { count: 1, withEmail: 0 })
  await as.get(examPeople.add, { examinationId: draft.id, staffIds: without })
  const { version } = await as.get(exam.save, { id: draft.id, version: draft.version, name: base.name, notifyPublish: true })
  const asked = await as.call(exam.publish, { id: draft.id, version })
  expect(asked).toMatchObject({ code: 2306, data: { findings: [{ code: 'emailMissing' }] } })
  await as.get(exam.publish, { id: draft.id, version, ignoreWarnings: true })
  await world.runJobs()
  const outbox = 'select subject, body from messaging.outbox where company_id = $1'
  const sent = await world.rows<{ subject: string; body: string }>(outbox, [given.companyId])
  expect(sent).toHaveLength(2)
  expect(sent[0]).toMatchObject({ subject: '考试通知：安全生产知识考试', body: expect.stringContaining('（北京时间）') })
  await world.inCompany(given.companyId, (db) => enqueue(db, publishNoticeJob, given.companyId, { examId: draft.id }))
  await world.runJobs()
  expect(await world.rows(outbox, [given.companyId])).toHaveLength(2)
})

describe('a published exam', () => {
  test('keeps paper, duration and rules; words, later close and what may be looked at can change', async () => {
    const given = await arrangeOrganisation(world)
    const { draft, questions } = await arrangeDraft(given)
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
    const { draft, staffIds } = await arrangeDraft(given)
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
      (await world.rows<{ due: Date }>('select due_at as due from exam.attempt where exam_id = $1', [draft.id]))[0]?.due
    expect(await due()).toEqual(new Date(at.getTime() + 60 * 60_000))
    const extra = await as.get(examPeople.saveTime, { examinationId: draft.id, staffIds: [staffId], extraPercent: 50 })
    expect(extra).toEqual({ changedCount: 1, recomputedCount: 1 })
    expect(await due()).toEqual(new Date(at.getTime() + 90 * 60_000))
    const events = await world.rows('select data from exam.attempt_event where type = $1', ['dueChanged'])
    expect(events).toHaveLength(2)
    expect(await as.call(examPeople.remove, { examinationId: draft.id, staffIds: [staffId] })).toMatchObject({
      code: 2310,
      message: '学员1已开始考试，不能移除',
    })
    const cancelled = await as.get(exam.cancel, { id: draft.id, version: version + 1, reason: '试题泄露' })
    expect(cancelled).toMatchObject({ status: 7, cancelReason: '试题泄露' })
    expect(await due()).toEqual(new Date(at.getTime() + 2 * 60_000))
  })
})

test('candidates come by department with everything below it, and by person; each once', async () => {
  const { admin, companyId, departments } = await arrangeOrganisation(world)
  const as = world.as(admin)
  const inBranch = await arrangeStaff(world, companyId, { count: 3, departmentId: departments.branch })
  const inRoot = await arrangeStaff(world, companyId, { count: 2, departmentId: departments.root })
  const [other = ''] = await arrangeStaff(world, companyId, { count: 1, departmentId: departments.other })
  await world.rows('update org.staff set is_enabled = false where id = $1', [inRoot[0]])
  const { id } = await as.get(exam.save, base)
  const added = await as.get(examPeople.add, {
    examinationId: id,
    departmentIds: [departments.root],
    staffIds: [other, inBranch[0] ?? ''],
  })
  expect(added).toEqual({ addedCount: 5, repeatedCount: 0, skippedCount: 0 })
  const again = await as.get(examPeople.add, { examinationId: id, staffIds: [other, inRoot[0] ?? ''] })
  expect(again).toEqual({ addedCount: 0, repeatedCount: 1, skippedCount: 1 })
  const page = await as.get(examPeople.list, {
    examinationId: id,
    departmentId: departments.branch,
    keyWords: '学员',
    pageSize: 2,
  })
  expect(page).toMatchObject({ totalCount: 3, dataList: [{ department: '研发部', hasAttempt: false }, {}] })
  expect(await as.get(examPeople.remove, { examinationId: id, staffIds: [other] })).toEqual({ removedCount: 1 })
  expect((await as.get(exam.get, { id })).staffCount).toBe(4)
})

test('whom the data scope does not show can neither be added nor seen', async () => {
  const { admin, companyId, departments } = await arrangeOrganisation(world)
  const [near = ''] = await arrangeStaff(world, companyId, { count: 1, departmentId: departments.branch })
  const [far = ''] = await arrangeStaff(world, companyId, { count: 1, departmentId: departments.other })
  const { id } = await world.as(admin).get(exam.save, { ...base, staffIds: [far] })
  const scope = { kind: 'some', departmentIds: [], subtreeIds: [departments.root], ownStaffId: null } as const
  const clerk = await world.actor({
    companyId,
    rights: [examManage.rights.view, examManage.rights.edit],
    scopes: { examManage: scope },
  })
  const as = world.as(clerk)
  expect(await as.get(examPeople.add, { examinationId: id, staffIds: [near, far] })).toEqual({
    addedCount: 1,
    repeatedCount: 0,
    skippedCount: 1,
  })
  const seen = await as.get(examPeople.list, { examinationId: id })
  expect(seen.dataList.map(({ staffId }) => staffId)).toEqual([near])
  expect(await as.get(examPeople.remove, { examinationId: id, staffIds: [far] })).toEqual({ removedCount: 0 })
  expect(await as.call(examPeople.saveTime, { examinationId: id, staffIds: [far], extraMinutes: 5 })).toMatchObject({
    code: 2309,
  })
})

test('a reviewer has an address and stands on the list once', async () => {
  const { admin, companyId } = await arrangeOrganisation(world)
  const as = world.as(admin)
  const { id } = await as.get(exam.save, base)
  const [withMail = '', without = ''] = await arrangeStaff(world, companyId, { count: 2, withEmail: 1 })
  const set = (reviewStaffIds: string[]) => as.call(examPeople.saveReviewers, { examinationId: id, reviewStaffIds })
  const text = '仅支持填写邮件的账户设置为阅卷官且不能选择相同阅卷官！'
  expect(await set([without])).toMatchObject({ code: 2311, message: text })
  expect(await set([withMail, withMail])).toMatchObject({ code: 2311, message: text })
  expect(await set([withMail])).toMatchObject({ code: 0, data: { totalCount: 1 } })
  expect((await as.get(examPeople.listReviewers, { examinationId: id })).dataList[0]?.staffId).toBe(withMail)
})

test('a copy is a draft with the same paper and rules, and its own times', async () => {
  const given = await arrangeOrganisation(world)
  const { draft } = await arrangeDraft(given)
  const as = world.as(given.admin)
  await as.get(exam.publish, { id: draft.id, version: draft.version })
  const { id } = await as.get(exam.copy, { id: draft.id, withStaff: true })
  expect(await as.get(exam.get, { id })).toMatchObject({
    name: '安全生产知识考试（副本）',
    status: 0,
    admissionStartTime: null,
    questionCount: 4,
    staffCount: 3,
    passRate: 60,
    passScore: 24,
  })
  const pinned = await world.rows('select 1 from exam.exam_question where exam_id = $1 and question_version_id is not null', [id])
  expect(pinned).toHaveLength(0)
  await as.get(exam.remove, { id })
  expect(await as.call(exam.get, { id })).toMatchObject({ code: 1008 })
})

test('another company and somebody without the right see nothing and change nothing', async () => {
  const given = await arrangeOrganisation(world)
  const { draft, staffIds } = await arrangeDraft(given)
  const stranger = world.as(await world.actor())
  const { id, version } = draft
  expect(await stranger.call(exam.get, { id })).toMatchObject({ code: 1008 })
  expect(await stranger.call(exam.save, { ...base, id, version })).toMatchObject({ code: 1008 })
  expect(await stranger.call(exam.publish, { id, version })).toMatchObject({ code: 1008 })
  expect(await stranger.call(exam.cancel, { id, version, reason: '无' })).toMatchObject({ code: 1008 })
  expect(await stranger.call(exam.copy, { id })).toMatchObject({ code: 1008 })
  expect(await stranger.call(exam.remove, { id })).toMatchObject({ code: 1008 })
  expect(await stranger.call(examPaper.list, { examinationId: id })).toMatchObject({ code: 1008 })
  expect(await stranger.call(examPeople.add, { examinationId: id, staffIds })).toMatchObject({ code: 1008 })
  expect((await stranger.get(examPeople.list, { examinationId: id })).totalCount).toBe(0)
  expect((await stranger.get(exam.history, { examinationId: id })).totalCount).toBe(0)
  const reader = world.as(await world.actor({ companyId: given.companyId, rights: [examManage.rights.view] }))
  expect(await reader.call(exam.get, { id })).toMatchObject({ code: 0 })
  expect(await reader.call(exam.save, { ...base, id, version })).toMatchObject({ code: 1002 })
  expect(await reader.call(exam.publish, { id, version })).toMatchObject({ code: 1002 })
})
