import { spawnSync } from 'node:child_process'
import { dayIn } from '@kaopei/contract'
import { attempt } from '@kaopei/exam/contract/attempt'
import { entry } from '@kaopei/exam/contract/entry'
import { exam } from '@kaopei/exam/contract/exam'
import { safeBrowser } from '@kaopei/exam/contract/safe-browser'
import { examModule } from '@kaopei/exam/server'
import { arrangeStaff, hours, type Organisation, startExam } from '@kaopei/exam/testing'
import { filesModule, temporaryBlobs } from '@kaopei/files/server'
import { download } from '@kaopei/jobs/contract/download'
import { jobsModule } from '@kaopei/jobs/server'
import { resultModule } from '@kaopei/result/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { readXlsx } from '@kaopei/sheet'
import { sittingModule } from '@kaopei/sitting/server'
import { skillModule } from '@kaopei/skill/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { evaluationLearn as learn } from '../../contract/answering.ts'
import { appointment } from '../../contract/appointment.ts'
import { resultState } from '../../contract/codes.ts'
import { postReportMenu, postTestMenu } from '../../contract/menus.ts'
import { postAssessment, postPeople } from '../../contract/post.ts'
import { partState } from '../../contract/post-codes.ts'
import { postLearn } from '../../contract/post-learn.ts'
import { postResult, postText } from '../../contract/post-result.ts'
import { basisWords, comparedText, examText, fitText, levelWords, normText } from '../../contract/post-words.ts'
import { reportNotice } from '../../contract/report.ts'
import { evaluationResult } from '../../contract/result.ts'
import { device } from '../evaluation-arrange.ts'
import { evaluationModule } from '../index.ts'
import {
  arrangePosts,
  examOfPart,
  openedPost,
  type PostStage,
  type PostWish,
  sitExam,
  takeScale as takePart,
} from './post-arrange.ts'

let world: World
let organisation: Organisation
let admin: TestActor
let stage: PostStage
/** Looked at by tests, changed by none: `one` and `other`, of another department, have their reports; a third has begun nothing. */
let reported: { readonly id: string; readonly one: TestActor; readonly other: TestActor }

beforeAll(async () => {
  world = await World.open(
    [filesModule, jobsModule, examModule, sittingModule, resultModule, skillModule, evaluationModule],
    temporaryBlobs,
  )
  stage = await arrangePosts(world)
  organisation = stage.organisation
  admin = stage.admin
  const [one = admin, idle = admin] = await newcomers(2)
  const [other = admin] = await newcomers(1, organisation.departments.other)
  await world.rows(`update org.staff set login_account = '13800005678' where id = $1`, [one.staffId])
  reported = { id: await opened([one, other, idle]), one, other }
  await takesAll(one, reported.id)
  await takesAll(other, reported.id, [2, 1])
  await world.runJobs()
})
afterAll(() => world.close())

/** Of the branch, and of one test alone. */
async function newcomers(count: number, departmentId = organisation.departments.branch): Promise<TestActor[]> {
  const { companyId } = organisation
  const ids = await arrangeStaff(world, companyId, { count, departmentId })
  return Promise.all(ids.map((staffId) => world.actor({ companyId, staffId, rights: [] })))
}

/** Every part; of the exams so many right. */
async function takesAll(who: TestActor, id: string, [knowledge, skill] = [1, 4], at = stage): Promise<void> {
  await sitExam(world, who, await examOfPart(at, id, 1), knowledge)
  await sitExam(world, who, await examOfPart(at, id, 2), skill)
  await takeScale(who, id)
}

const asAdmin = () => world.as(admin)

const opened = (staff: readonly TestActor[], wish: PostWish = {}) => openedPost(stage, staff, wish)
const examOf = (id: string, part: 1 | 2) => examOfPart(stage, id, part)
const sit = (actor: TestActor, examId: string, right: number) => sitExam(world, actor, examId, right)
const takeScale = (actor: TestActor, id: string) => takePart(world, actor, id)

async function rowsOfFile(jobId: string, as = asAdmin()): Promise<string[][]> {
  await world.runJobs()
  const { fileUrl } = await as.get(download.link, { id: jobId })
  const file = await world.app.inject({ method: 'GET', url: fileUrl })
  const rows: string[][] = []
  for await (const { cells } of readXlsx(file.rawPayload)) rows.push(cells.map(({ text }) => text))
  return rows
}

/** What poppler reads in the file is what the page says: figures with norm, n and date, words, warnings. */
async function saysThePage(postResultId: string): Promise<void> {
  const { jobId } = await asAdmin().get(postResult.download, { postResultId })
  await world.runJobs()
  const [file] = await world.rows<{ key: string; name: string }>(
    `select o.key, j.title as name from jobs.background_job j join files.object o on o.id = j.file_id where j.id = $1`,
    [jobId],
  )
  expect(file?.name).toContain('安全员岗位测评报告')
  const chunks: Buffer[] = []
  for await (const chunk of await world.services.blobs.open(file?.key ?? '')) chunks.push(Buffer.from(chunk))
  const { stdout, stderr, status } = spawnSync('pdftotext', ['-layout', '-', '-'], {
    input: Buffer.concat(chunks),
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
  // Lines are broken where the page ends.
  const said = stdout.replace(/\s+/g, '')
  const { report, personalityResult, number, issuedAt, notices } = await asAdmin().get(postResult.detail, { postResultId })
  const { knowledge, skill, fit } = report
  if (!knowledge || !skill || !fit || !personalityResult) throw new Error('not all of it is there')
  const day = dayIn(new Date(issuedAt), 'Asia/Shanghai')
  const words = [
    ...[report.personName, report.postName, report.assessmentName, `第${number}版`, ...notices, reportNotice],
    ...[knowledge, skill].flatMap((part) => [
      part.name,
      examText(part),
      comparedText(part, day),
      part.band?.label,
      part.band?.text,
    ]),
    ...[fitText(fit), fit.band?.text, normText(personalityResult.report)],
    ...fit.skills.flatMap((one) => [one.name, levelWords(one), basisWords(one, (at) => dayIn(new Date(at), 'Asia/Shanghai'))]),
    ...personalityResult.report.dimensions.flatMap(({ name, mean, raw, compared, band }) => [
      ...[`${name}${mean ?? '-'}${raw ?? '-'}${compared?.t ?? '-'}${compared?.percentile ?? '-'}`, band?.label, band?.text],
    ]),
  ]
  const missing = words.filter((word) => word !== undefined && !said.includes(word.replace(/\s+/g, '')))
  expect(missing).toEqual([])
}

test('appointed in one go, met as one thing, sat in its parts; the report says what the list, the export and the PDF say', async () => {
  const [one = admin, ...others] = await newcomers(3)
  const id = await opened([one, ...others])
  const as = world.as(one)
  const mine = await as.get(postLearn.mine, {})
  expect(mine.dataList).toMatchObject([
    {
      id,
      postName: '安全员',
      next: 1,
      status: 5,
      parts: [{ part: 1, state: 0, limitMinutes: 30 }, { part: 2 }, { part: 3 }],
    },
  ])
  // One thing: neither its exams nor its scale are in the lists of exams and evaluations.
  expect((await as.get(entry.myExams, {})).totalCount).toBe(0)
  expect((await as.get(learn.mine, { only: 'open' })).totalCount).toBe(0)
  await sit(one, await examOf(id, 1), 1)
  await world.runJobs()
  expect(await as.get(postLearn.get, { id })).toMatchObject({ next: 2, parts: [{ state: 3 }, { state: 0 }, { state: 0 }] })
  await sit(one, await examOf(id, 2), 4)
  await takeScale(one, id)
  await world.runJobs()
  const listed = await asAdmin().get(postResult.list, { assessmentId: id })
  expect(listed).toMatchObject({ totalCount: 1 })
  const [row] = listed.dataList
  expect(row).toMatchObject({
    ...{ knowledgeScore: 50, knowledgeState: 3, skillScore: 100, personalityState: 3, isComplete: true, number: 1 },
    // Of the weights 3 of 5 are measured, and that at the required level.
    ...{ fit: 100, measuredShare: 60, verdict: 'enough' },
  })
  const postResultId = row?.postResultId ?? ''
  const detail = await asAdmin().get(postResult.detail, { postResultId })
  expect(detail.report.knowledge).toMatchObject({
    band: { label: '待加强' },
    exam: { scoreHundredths: 1000, isPassed: false, n: 1 },
  })
  expect(detail.report.fit?.skills).toMatchObject([
    { name: '动火作业', level: 3, class: 2, isBelow: false },
    { name: '用电安全', level: null, class: null, isBelow: false },
  ])
  expect(detail.personalityResult?.report.dimensions.map(({ name }) => name)).toEqual(['甲', '乙'])
  expect(detail.notices).toEqual([])
  const exported = await rowsOfFile((await asAdmin().get(postResult.export, { assessmentId: id })).jobId)
  const cell = (title: string) => exported[1]?.[exported[0]?.indexOf(title) ?? -1]
  expect(['岗位', '通用知识得分率（%）', '匹配度（%）', '结论', '职业性格'].map(cell)).toEqual([
    '安全员',
    '50',
    '100',
    '达标',
    '已完成',
  ])
  expect(cell('职业性格各维度')).toContain('甲')
  await saysThePage(postResultId)
  expect(await as.get(postLearn.result, { postResultId })).toMatchObject({
    report: { postName: '安全员' },
    personalityResult: { isVoid: false },
  })
})

test('an export finds whom its list finds, by a phone too, and the list of downloads says all that was asked', async () => {
  const { id } = reported
  const { dataList: rows } = await asAdmin().get(postResult.list, { assessmentId: id })
  const row = rows.find(({ staffId }) => staffId === reported.one.staffId)
  const ofPost = {
    ...{ keyWords: '0000567', assessmentId: id, postId: row?.postId ?? '', isComplete: 1 },
    ...{ departmentId: organisation.departments.root, contestState: 0 as const },
  }
  expect((await asAdmin().get(postResult.list, ofPost)).totalCount).toBe(1)
  const exported = await asAdmin().get(postResult.export, ofPost)
  expect(await rowsOfFile(exported.jobId)).toHaveLength(2)
  const conditionsOf = async (jobId: string) =>
    (await world.rows<{ conditions: unknown }>('select conditions from jobs.background_job where id = $1', [jobId]))[0]
      ?.conditions
  expect(await conditionsOf(exported.jobId)).toEqual({
    ...{ 关键字: '0000567', 岗位: '安全员', 岗位测评: row?.assessmentName, 完整: '各项齐全', 部门: '总部', 异议: '无异议' },
  })
  const [result] = (await asAdmin().get(evaluationResult.list, { keyWords: '0000567' })).dataList
  const { scaleId = '', appointmentId = '', state = 0 } = result ?? {}
  const ofScale = {
    keyWords: '0000567',
    scaleId,
    appointmentId,
    state,
    contestState: 0 as const,
    departmentId: ofPost.departmentId,
  }
  const scaled = await asAdmin().get(evaluationResult.export, ofScale)
  expect((await rowsOfFile(scaled.jobId)).map(([name]) => name)).toEqual([
    '姓名',
    ...Array.from({ length: 2 }, () => result?.staffName),
  ])
  expect(await conditionsOf(scaled.jobId)).toEqual({
    ...{
      关键字: '0000567',
      测评: result?.appointmentName,
      量表: result?.scaleName,
      状态: resultState.label(state),
      异议: '无异议',
      部门: '总部',
    },
  })
  // What is gone meanwhile was asked for all the same.
  const gone = crypto.randomUUID()
  const lost = await asAdmin().get(postResult.export, { departmentId: gone, postId: gone, assessmentId: gone })
  const words = { 部门: '已删除的部门', 岗位: '已删除的岗位', 岗位测评: '已删除的岗位测评' }
  expect(await conditionsOf(lost.jobId)).toEqual(words)
  const lostScale = await asAdmin().get(evaluationResult.export, { departmentId: gone, scaleId: gone, appointmentId: gone })
  const wordsOfScale = { 部门: '已删除的部门', 量表: '已删除的量表', 测评: '已删除的测评' }
  expect(await conditionsOf(lostScale.jobId)).toEqual(wordsOfScale)
  const named = await asAdmin().get(evaluationResult.finished, { appointmentId })
  expect(named).toMatchObject({ totalCount: 1, dataList: [{ appointmentId }] })
})

test('its exams are under every protection and in nothing that knows exams', async () => {
  const examId = await examOf(reported.id, 1)
  const [made] = await world.rows<{ settings: { switchScreenNumberLimit: number }; purpose: number }>(
    'select settings, purpose from exam.exam where id = $1',
    [examId],
  )
  expect(made).toMatchObject({ purpose: 1, settings: { switchScreenNumberLimit: 3, permitFullScreen: true } })
  expect((await asAdmin().get(exam.list, {})).dataList.map(({ name }) => name).sort()).toEqual(['动火实务', '安全通识'])
  expect((await asAdmin().get(exam.listSearch, { quote: 0 })).totalCount).toBe(2)
  expect(await asAdmin().call(exam.get, { id: examId })).toMatchObject({ code: 1008 })
  expect(await asAdmin().call(exam.copy, { id: examId })).toMatchObject({ code: 1008 })
  expect((await asAdmin().get(appointment.list, {})).totalCount).toBe(0)
})

test('an assessment is used up once, whatever part is begun first, and no exam is', async () => {
  const used = await world.rows(
    `select kind, subject_id, subject_name, staff_id from platform.consumption where company_id = $1 and staff_id = $2`,
    [organisation.companyId, reported.one.staffId],
  )
  expect(used).toEqual([
    { kind: 'measurement', subject_id: reported.id, subject_name: '安全员测评', staff_id: reported.one.staffId },
  ])
})

test('a voided part makes another report, and the one before stays as it was', async () => {
  const [one = admin] = await newcomers(1)
  const id = await opened([one])
  await takesAll(one, id)
  await world.runJobs()
  const before = (await asAdmin().get(postResult.list, { assessmentId: id })).dataList[0]
  const stored = await asAdmin().get(postResult.detail, { postResultId: before?.postResultId ?? '' })
  const attemptId = stored.report.knowledge?.exam?.attemptId ?? ''
  await asAdmin().get(attempt.void, { attemptId, reason: '替考' })
  await world.runJobs()
  const [after] = (await asAdmin().get(postResult.list, { assessmentId: id })).dataList
  expect(after).toMatchObject({ number: 2, knowledgeState: partState.voided, knowledgeScore: null, isComplete: false })
  const kept = await asAdmin().get(postResult.detail, { postResultId: before?.postResultId ?? '' })
  expect(kept.report).toEqual(stored.report)
  expect(kept.notices).toEqual(['成绩变更后已出具新的报告，本页是当时的报告'])
  const page = { postResultId: before?.postResultId ?? '', pageSize: 1 }
  const editions = [1, 2].map((pageIndex) => asAdmin().get(postResult.editions, { ...page, pageIndex }))
  expect([kept.editionCount, ...(await Promise.all(editions))]).toMatchObject([
    ...[2, { totalCount: 2, dataList: [{ number: 2, isLatest: true }] }],
    { totalCount: 2, dataList: [{ number: 1, isLatest: false }] },
  ])
  await asAdmin().get(attempt.restore, { attemptId, reason: '核实无误' })
  await world.runJobs()
  expect((await asAdmin().get(postResult.list, { assessmentId: id })).dataList[0]).toMatchObject({
    ...{ number: 3, knowledgeState: partState.done, knowledgeScore: 50 },
  })
})

test('assessments are found by name, page by page, and one by its id', async () => {
  const own = await arrangePosts(world)
  const as = world.as(own.admin)
  const id = await openedPost(own, own.people.slice(0, 1))
  const { dataList, totalCount } = await as.get(postResult.assessments, { pageSize: 1 })
  expect([dataList.length, totalCount]).toEqual([1, 1])
  expect(await as.get(postResult.assessments, { assessmentId: id })).toMatchObject({
    totalCount: 1,
    dataList: [{ id }],
  })
  expect(await as.get(postResult.assessments, { name: '没有这样的名称' })).toEqual({ totalCount: 0, dataList: [] })
})

test('a scoped manager meets their people alone, and personality needs its own right', async () => {
  const { id, one, other } = reported
  const scope = { kind: 'some' as const, departmentIds: [organisation.departments.branch], subtreeIds: [], ownStaffId: null }
  const manager = await world.actor({
    companyId: organisation.companyId,
    rights: [...Object.values(postReportMenu.rights), ...Object.values(postTestMenu.rights)],
    scopes: { [postReportMenu.name]: scope, [postTestMenu.name]: scope },
  })
  const as = world.as(manager)
  const { dataList } = await as.get(postResult.list, { assessmentId: id })
  expect(dataList.map(({ staffId }) => staffId)).toEqual([one.staffId])
  const [foreign] = (await asAdmin().get(postResult.list, { assessmentId: id, departmentId: organisation.departments.other }))
    .dataList
  expect(foreign).toMatchObject({ staffId: other.staffId, verdict: 'below' })
  expect(await as.call(postResult.detail, { postResultId: foreign?.postResultId ?? '' })).toMatchObject({ code: 1008 })
  expect(await as.call(postResult.download, { postResultId: foreign?.postResultId ?? '' })).toMatchObject({ code: 1008 })
  const own = await as.get(postResult.detail, { postResultId: dataList[0]?.postResultId ?? '' })
  expect(own).toMatchObject({ isPersonalityHidden: true, personalityResult: null })
  expect(await as.get(postAssessment.get, { id })).toMatchObject({ personCount: 2, resultCount: 1 })
  expect((await as.get(postPeople.list, { id })).totalCount).toBe(2)
  expect((await as.get(postPeople.remove, { id, staffIds: [other.staffId] })).removedCount).toBe(0)
  expect((await world.rows(`select 1 from evaluation.post_person where staff_id = $1`, [other.staffId])).length).toBe(1)
})

test('what is missing has words: missed, withdrawn, a post without model, one person who did nothing', async () => {
  const { companyId } = organisation
  const [one = admin, idle = admin] = await newcomers(2)
  const [bare] = await world.rows<{ id: string }>(`insert into org.post (company_id, name) values ($1, '文员') returning id`, [
    companyId,
  ])
  const id = await opened([one, idle], { name: '文员测评', knowledgeExamId: null, postId: bare?.id ?? '' })
  const as = world.as(one)
  await sit(one, await examOf(id, 2), 2)
  const own = await as.get(postLearn.get, { id })
  const raterId = own.parts.find(({ part }) => part === 3)?.raterId ?? ''
  const { consent } = await as.get(learn.open, { raterId, device })
  await as.get(learn.begin, { raterId, device, consentVersion: consent.versionNumber, retentionMonths: consent.retentionMonths })
  await as.get(learn.leave, { raterId })
  await world.runJobs()
  const [row] = (await asAdmin().get(postResult.list, { assessmentId: id })).dataList
  expect(row).toMatchObject({
    verdict: 'none',
    knowledgeState: null,
    skillScore: 50,
    personalityState: partState.withdrawn,
    fit: null,
  })
  const detail = await asAdmin().get(postResult.detail, { postResultId: row?.postResultId ?? '' })
  expect(detail.notices).toEqual(['岗位没有技能模型，没有计算匹配度'])
  await asAdmin().get(postAssessment.close, { id })
  await world.runJobs()
  const list = await asAdmin().get(postPeople.list, { id })
  const states = new Map(list.dataList.map(({ staffId, parts }) => [staffId, parts.map(({ state }) => state)]))
  expect(states.get(one.staffId)).toEqual([partState.done, partState.withdrawn])
  expect(states.get(idle.staffId)).toEqual([partState.missed, partState.missed])
  expect((await asAdmin().get(postResult.list, { assessmentId: id })).totalCount).toBe(1)
  expect(await world.as(idle).call(entry.start, { examId: await examOf(id, 2), device })).not.toMatchObject({ code: 0 })
  // The post goes, the person leaves, a model comes: the report stays and says so.
  await world.rows('delete from org.post where id = $1', [bare?.id])
  await world.rows('update org.staff set removed_at = now(), is_enabled = false where id = $1', [one.staffId])
  const later = await asAdmin().get(postResult.detail, { postResultId: row?.postResultId ?? '' })
  expect(later.notices).toEqual(['此人已离职或停用，报告仍按出具时保存', '岗位已删除，报告仍按出具时保存'])
  expect(later.report).toEqual(detail.report)
})

test('the words of reports have versions; whoever saves an old one is told', async () => {
  const own = await arrangePosts(world)
  const as = world.as(own.admin)
  const [one = own.admin] = own.people
  const id = await openedPost(own, [one])
  await takesAll(one, id, [1, 4], own)
  await world.runJobs()
  const before = (await as.get(postResult.list, { assessmentId: id, keyWords: '学员1' })).dataList[0]
  const old = await as.get(postResult.detail, { postResultId: before?.postResultId ?? '' })
  const { number, texts } = await as.get(postText.get, {})
  const knowledge = [{ from: 0, label: '全新档次', text: '全新评语' }]
  expect(await as.get(postText.save, { number, texts: { ...texts, knowledge } })).toEqual({ number: number + 1 })
  expect(await as.call(postText.save, { number, texts })).toMatchObject({ code: 1007 })
  const again = await as.get(postResult.detail, { postResultId: before?.postResultId ?? '' })
  expect(again.report).toEqual(old.report)
})

test('people come and go while it runs; its end and its name move in all its parts; parts and post stay', async () => {
  const [one = admin, goes = admin, stays = admin] = await newcomers(3)
  const id = await opened([one], { name: '变更测评' })
  expect(await asAdmin().get(postPeople.add, { id, staffIds: [goes.staffId, stays.staffId] })).toEqual({
    addedCount: 2,
    leftOut: null,
  })
  expect(await world.as(goes).get(postLearn.get, { id })).toMatchObject({ next: 1 })
  await startExam(world, stays, await examOf(id, 1))
  expect(await asAdmin().get(postPeople.remove, { id, staffIds: [goes.staffId, stays.staffId] })).toMatchObject({
    removedCount: 1,
    leftOut: { count: 1, isAll: false, text: expect.stringMatching(/^有 1 人未处理：.+已开始作答，或不在名单中$/) },
  })
  expect(await world.as(goes).call(postLearn.get, { id })).toMatchObject({ code: 1008 })
  const { parts, ...now } = await asAdmin().get(postAssessment.get, { id })
  const partIds = {
    knowledgeExamId: stage.knowledge,
    ...{ skillExamId: stage.skill, personalityScaleId: stage.scaleId, postId: stage.postId },
  }
  const endTime = hours(5)
  const fields = { ...partIds, id, version: now.version, name: '改名后的测评', startTime: now.startTime, endTime }
  expect(await asAdmin().call(postAssessment.save, { ...fields, skillExamId: stage.knowledge })).toMatchObject({ code: 3880 })
  await asAdmin().get(postAssessment.save, fields)
  const ends = await world.rows<{ name: string; end: Date }>(
    `select e.name, e.admission_end_at as "end" from exam.exam e where e.id = any ($1::uuid[])
     union all select a.name, a.end_at from evaluation.appointment a where a.owner_id = $2`,
    [parts.flatMap(({ examId }) => examId ?? []), id],
  )
  expect(ends.map(({ end }) => end.toISOString())).toEqual([endTime, endTime, endTime])
  expect(ends.every(({ name }) => name.startsWith('改名后的测评·'))).toBe(true)
  expect(await asAdmin().call(postAssessment.remove, { id })).toMatchObject({ code: 3885 })
})

test('drafts are judged: times, parts, people, a post that is gone', async () => {
  const as = asAdmin()
  const fields = { name: '草稿', postId: stage.postId, knowledgeExamId: stage.knowledge, personalityScaleId: stage.scaleId }
  expect(await as.call(postAssessment.save, { ...fields, personalityScaleId: null })).toMatchObject({ code: 3888 })
  expect(await as.call(postAssessment.save, { ...fields, personalityScaleId: null, skillScaleId: stage.scaleId })).toMatchObject({
    code: 3621,
  })
  expect(await as.call(postAssessment.save, { ...fields, postId: crypto.randomUUID() })).toMatchObject({ code: 3886 })
  expect(await as.call(postAssessment.save, { ...fields, knowledgeExamId: await examOf(reported.id, 1) })).toMatchObject({
    code: 3887,
  })
  const more = { purpose: '选拔', startTime: hours(1), endTime: hours(5) }
  const { id: other, version } = await as.get(postAssessment.save, { ...fields, ...more, skillExamId: stage.skill })
  const least = { id: other, name: '改名草稿', postId: stage.postId }
  // What a save does not name stays.
  await as.get(postAssessment.save, { ...least, version })
  const { parts, ...shown } = await as.get(postAssessment.get, { id: other })
  expect(shown).toMatchObject({ ...more, name: '改名草稿' })
  expect(parts.map(({ part, sourceExamId, scaleId }) => [part, sourceExamId ?? scaleId])).toEqual([
    [1, stage.knowledge],
    [2, stage.skill],
    [3, stage.scaleId],
  ])
  await as.get(postAssessment.save, { ...least, version: shown.version, skillExamId: null, endTime: null })
  expect(await as.get(postAssessment.get, { id: other })).toMatchObject({
    endTime: null,
    startTime: more.startTime,
    parts: [{}, {}],
  })
  await as.get(postAssessment.remove, { id: other })
  const { id } = await as.get(postAssessment.save, fields)
  expect(await as.call(postAssessment.open, { id })).toMatchObject({ code: 3883 })
  await as.get(postAssessment.save, { ...fields, id, version: 1, endTime: hours(2) })
  expect(await as.call(postAssessment.open, { id })).toMatchObject({ code: 3884 })
  await as.get(postAssessment.remove, { id })
  expect(await as.call(postAssessment.get, { id })).toMatchObject({ code: 1008 })
})

test('a report that cannot be issued holds up neither the others nor the next company, and comes when it can', async () => {
  const three = await newcomers(3)
  const [one = admin, refused = admin, last = admin] = three
  const id = await opened(three, { name: '有一份报告出不来' })
  const examId = await examOf(id, 1)
  for (const one of three) await sit(one, examId, 2)
  await world.rows(`
    create function evaluation.refuse() returns trigger language plpgsql as $$
    begin if new.staff_id = '${refused.staffId}' then raise exception 'planted'; end if; return new; end $$;
    create trigger refuse before insert on evaluation.post_result for each row execute function evaluation.refuse()`)
  const elsewhere = await world.company()
  await world.rows(
    `insert into evaluation.post_assessment (company_id, name, post_id, post_name, purpose, status, end_at)
     values ($1, '别家的测评', gen_random_uuid(), '别家', '', 1, now() - interval '1 day')`,
    [elsewhere],
  )
  // Over by the clock: whoever did something has a report of it.
  await world.rows(`update evaluation.post_assessment set end_at = now() - interval '1 hour' where id = $1`, [id])
  await world.runJobs()
  const states = await world.rows<{ status: number }>(
    'select status from evaluation.post_assessment where id = $1 or company_id = $2',
    [id, elsewhere],
  )
  expect(states).toEqual([{ status: 2 }, { status: 2 }])
  const issued = async () =>
    (await asAdmin().get(postResult.list, { assessmentId: id })).dataList.map(({ staffId }) => staffId).sort()
  expect(await issued()).toEqual([one.staffId, last.staffId].sort())
  await world.rows('drop function evaluation.refuse() cascade')
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
  await world.runJobs()
  clock.mockRestore()
  expect(await issued()).toEqual(three.map(({ staffId }) => staffId).sort())
})

test('whoever a report is about may contest it; the answer stands beside every edition, and nobody else’s is in reach', async () => {
  const [owner = admin, colleague = admin] = await newcomers(2)
  const id = await opened([owner, colleague])
  await takesAll(owner, id)
  await world.runJobs()
  const of = { assessmentId: id, keyWords: '学员1' }
  const [first] = (await asAdmin().get(postResult.list, of)).dataList
  const { report } = await asAdmin().get(postResult.detail, { postResultId: first?.postResultId ?? '' })
  await asAdmin().get(attempt.void, { attemptId: report.knowledge?.exam?.attemptId ?? '', reason: '替考' })
  await world.runJobs()
  const [row] = (await asAdmin().get(postResult.list, of)).dataList
  const postResultId = row?.postResultId ?? ''
  const as = world.as(owner)
  expect(await world.as(colleague).call(postLearn.contest, { postResultId, text: '不是我的' })).toMatchObject({ code: 1008 })
  expect(await asAdmin().call(postResult.answerContest, { postResultId, text: '早了' })).toMatchObject({ code: 3647 })
  await as.get(postLearn.contest, { postResultId, text: '动火作业的证书没有算进去' })
  expect(await as.call(postLearn.contest, { postResultId, text: '再说一次' })).toMatchObject({ code: 3648 })
  const open = await asAdmin().get(postResult.list, { assessmentId: id, contestState: 1 })
  expect(open.dataList.map((one) => [one.postResultId, one.contestState])).toEqual([[postResultId, 1]])
  expect(await asAdmin().get(postResult.list, { assessmentId: reported.id, contestState: 1 })).toMatchObject({ totalCount: 0 })
  await asAdmin().get(postResult.answerContest, { postResultId, text: '证书已补录，请看新报告' })
  const { dataList: editions } = await asAdmin().get(postResult.editions, { postResultId })
  expect(editions).toHaveLength(2)
  for (const one of editions)
    expect(await asAdmin().get(postResult.detail, { postResultId: one.postResultId })).toMatchObject({
      ...{ contestNumber: row?.number, contestText: '动火作业的证书没有算进去', contestAnswer: '证书已补录，请看新报告' },
    })
  expect(await as.get(postLearn.result, { postResultId })).toMatchObject({
    contestState: 2,
    contestAnswer: '证书已补录，请看新报告',
  })
  await as.get(postLearn.contest, { postResultId, text: '仍然不对' })
  expect(await as.get(postLearn.result, { postResultId })).toMatchObject({ contestState: 1, contestAnswer: null })
  const log = await world.rows<{ action: string }>(
    `select action from kit.operation_log where company_id = $1 and target_id = $2 and action in ('contest', 'answerContest') order by at`,
    [organisation.companyId, postResultId],
  )
  expect(log.map(({ action }) => action)).toEqual(['contest', 'answerContest', 'contest'])
})

test('what a blueprint asks of the browser and who watches it goes into the exams made like it', async () => {
  const own = await arrangePosts(world)
  const as = world.as(own.admin)
  const [one = own.admin] = own.people
  const key = 'ab'.repeat(32)
  const wish = { examinationId: own.knowledge, choices: null, pastedKeys: [key], browserKeys: [] }
  await as.get(safeBrowser.save, { ...wish, isRequired: true })
  await world.rows(`insert into exam.invigilator (company_id, exam_id, staff_id, added_at) values ($1, $2, $3, now())`, [
    own.organisation.companyId,
    own.knowledge,
    one.staffId,
  ])
  const id = await openedPost(own, [one], { name: '受保护的测评' })
  const examId = await examOfPart(own, id, 1)
  const watchers = await world.rows('select staff_id from exam.invigilator where exam_id = $1', [examId])
  expect(watchers).toEqual([{ staff_id: one.staffId }])
  const kept = await world.rows('select is_required, pasted_keys from exam.safe_browser where exam_id = $1', [examId])
  expect(kept).toEqual([{ is_required: true, pasted_keys: [key] }])
  // Whoever comes with another browser does not get in.
  await expect(startExam(world, one, examId)).rejects.toThrow('2386')
})

test('an assessment is opened to and lets in as many as the company has evaluations left', async () => {
  const own = await arrangePosts(world)
  const as = world.as(own.admin)
  const { companyId } = own.organisation
  const [one = '', late = ''] = own.people.map(({ staffId }) => staffId)
  const grant = (quota: number | null) =>
    world.rows('update identity.company set measurement_quota = $2 where id = $1', [companyId, quota])
  const endTime = new Date(Date.now() + 3_600_000).toISOString()
  const fields = { name: '额度', endTime, postId: own.postId, knowledgeExamId: own.knowledge, skillExamId: own.skill }
  const { id } = await as.get(postAssessment.save, { ...fields, personalityScaleId: own.scaleId })
  await as.get(postPeople.add, { id, staffIds: [one] })
  await grant(0)
  expect(await as.call(postAssessment.open, { id })).toMatchObject({ code: 2558 })
  await grant(null)
  await as.get(postAssessment.open, { id })
  await grant(0)
  expect(await as.call(postPeople.add, { id, staffIds: [late] })).toMatchObject({ code: 2558 })
})

test('an export is in the order of its list, the newest first', async () => {
  const own = await arrangePosts(world)
  const as = world.as(own.admin)
  const two = own.people.slice(0, 2)
  const id = await openedPost(own, two)
  for (const one of two) await takesAll(one, id, [1, 4], own)
  await world.runJobs()
  // Hours apart, in the order in which they were made.
  for (const table of ['result', 'post_result'])
    await world.rows(
      `update evaluation.${table} r set issued_at = issued_at + n.place * interval '1 hour'
       from (select id, row_number() over (order by id) as place from evaluation.${table} where company_id = $1) n
       where r.company_id = $1 and r.id = n.id`,
      [own.organisation.companyId],
    )
  const issued = async ({ jobId }: { jobId: string }) => {
    const [head, ...rows] = await rowsOfFile(jobId, as)
    return [...new Set(rows.map((row) => row[head?.indexOf('出具时间') ?? -1] ?? ''))]
  }
  const ofPosts = await issued(await as.get(postResult.export, {}))
  const ofScales = await issued(await as.get(evaluationResult.export, {}))
  for (const times of [ofPosts, ofScales]) {
    expect(times.length).toBeGreaterThan(1)
    expect(times).toEqual(times.toSorted().reverse())
  }
})
