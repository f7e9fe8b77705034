import { messagingModule } from '@kaopei/messaging/server'
import { World } from '@kaopei/server/testing'
import { sittingModule } from '@kaopei/sitting/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { exam } from '../contract/exam.ts'
import { examPaper } from '../contract/exam-paper.ts'
import { examPeople } from '../contract/exam-people.ts'
import { examManage } from '../contract/menus.ts'
import { examModule } from './exam.module.ts'
import { arrangeDraft, arrangeOrganisation, arrangeReadyQuestions, base, fixed, hours, singles } from './exam-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, messagingModule()])
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = () => new Date()
})

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

test('a day of the list is a day of the company: also the one on which its clocks are put back', async () => {
  const { admin, companyId } = await arrangeOrganisation(world)
  const as = world.as(admin)
  await world.rows(`update identity.company set time_zone = 'America/New_York' where id = $1`, [companyId])
  const opensAt = async (name: string, at: string) => {
    const admissionEndTime = new Date(Date.parse(at) + 3_600_000).toISOString()
    await as.get(exam.save, { name, admissionStartTime: at, admissionEndTime })
  }
  // 2026-11-01 lasts from 04:00 UTC to 05:00 of the next day there: 25 hours.
  await opensAt('前一晚', '2026-11-01T03:59:00Z')
  await opensAt('零点', '2026-11-01T04:00:00Z')
  await opensAt('当晚', '2026-11-02T04:59:00Z')
  await opensAt('次日', '2026-11-02T05:00:00Z')
  const day = { beginTime: '2026-11-01', endTime: '2026-11-01' }
  const found = await as.get(exam.list, { ...day, pageSize: 10 })
  expect(found.dataList.map(({ name }) => name).sort()).toEqual(['当晚', '零点'])
  await world.rows(`update exam.exam set published_at = admission_start_at, status = 1 where company_id = $1`, [companyId])
  const published = { publishBeginTime: day.beginTime, publishEndTime: day.endTime }
  const picked = await as.get(exam.listSearch, { query: published, pageSize: 10 })
  expect(picked.dataList.map(({ name }) => name).sort()).toEqual(['当晚', '零点'])
})

test('an item that says no score is worth what the question is worth by itself', async () => {
  const { admin, companyId } = await arrangeOrganisation(world)
  const as = world.as(admin)
  const { questions } = await arrangeReadyQuestions(world, companyId, singles(2))
  const [first, second] = questions
  const items = [
    { questionId: first?.id ?? '', type: 1 as const, questionType: 1 as const },
    { questionId: second?.id ?? '', type: 1 as const, questionType: 1 as const, score: 5 },
  ]
  const made = await as.get(exam.save, { ...base, questions: items })
  expect(made.sumScore).toBe(7)
  const { version } = made
  expect(await as.get(examPaper.save, { examinationId: made.id, version, questions: items.slice(0, 1) })).toMatchObject({
    sumScore: 2,
  })
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
  const { draft } = await arrangeDraft(world, given)
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
  expect(await listed({ status: [1, 4] })).toEqual(['安全生产知识考试:5'])
  const [row] = (await as.get(exam.list, { status: 5 })).dataList
  expect(row).toMatchObject({ status: 5, questionCount: 4, staffCount: 3, submittedCount: 0, creatorName: '' })
  const quoted = await as.get(exam.listSearch, { query: '考试', quote: 1 })
  expect(quoted.dataList.map(({ name }) => name)).toEqual(['安全生产知识考试'])
  const picked = async (query: object) => (await as.get(exam.listSearch, { query })).dataList.map(({ name }) => name)
  const publishedAt = quoted.dataList[0]?.publishTime ?? ''
  expect(await picked({ publishBeginTime: publishedAt, source: 1 })).toEqual(['安全生产知识考试'])
  expect(await picked({ publishEndTime: publishedAt })).toEqual([])
  expect(await picked({ source: 2 })).toEqual([])
  expect([await picked({ source: 1, examSource: 3 }), await picked({ examSource: 4 })]).toEqual([['安全生产知识考试'], []])
  const past = 'update exam.exam set admission_start_at = $2, admission_end_at = $3 where id = $1'
  await world.rows(past, [draft.id, hours(-48), hours(-24)])
  expect([await listed({ status: [1, 4] }), await listed({ status: 1 })]).toEqual([[], ['安全生产知识考试:6']])
})

test('a copy is a draft with the same paper and rules, and its own times', async () => {
  const given = await arrangeOrganisation(world)
  const { draft } = await arrangeDraft(world, given)
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
  const pinned = await world.rows(
    `select 1 from paper.slot p join exam.exam e on e.paper_id = p.paper_id where e.id = $1 and p.question_version_id is not null`,
    [id],
  )
  expect(pinned).toHaveLength(0)
  await as.get(exam.remove, { id })
  expect(await as.call(exam.get, { id })).toMatchObject({ code: 1008 })
})

test('another company and somebody without the right see nothing and change nothing', async () => {
  const given = await arrangeOrganisation(world)
  const { draft, staffIds } = await arrangeDraft(world, given)
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
  const rights = [examManage.rights.view, examManage.rights.edit]
  const editor = world.as(await world.actor({ companyId: given.companyId, rights }))
  expect(await editor.call(exam.save, base)).toMatchObject({ code: 1002 })
  expect(await editor.call(exam.save, { ...base, id, version })).toMatchObject({ code: 0 })
})
