import { attempt } from '@kaopei/exam/contract/attempt'
import { examManage } from '@kaopei/exam/contract/menus'
import { examModule } from '@kaopei/exam/server'
import { arrangeExam, startExam } from '@kaopei/exam/testing'
import type { UploadPurpose } from '@kaopei/files/contract/upload'
import { keptDaysOf } from '@kaopei/files/contract/upload-types'
import { filesModule, storeFile, temporaryBlobs } from '@kaopei/files/server'
import { messagingModule } from '@kaopei/messaging/server'
import { arrangePerson } from '@kaopei/org/testing'
import { results } from '@kaopei/result/contract/results'
import { resultModule } from '@kaopei/result/server'
import { failing, type TestActor, World } from '@kaopei/server/testing'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { sittingModule } from '@kaopei/sitting/server'
import { oneOfEachType } from '@kaopei/sitting/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { markCheating } from '../../contract/menus.ts'
import { ownVerdicts } from '../../contract/verdicts/own-verdicts.ts'
import { verdicts } from '../../contract/verdicts/verdicts.ts'
import { proctoringModule } from '../index.ts'
import { deleteDueAppealFiles, keptAppealOf } from '../retention/appeal-files.ts'
import { noteFound } from './anomalies.ts'

let world: World
let company: { companyId: string; first: TestActor; second: TestActor; third: TestActor }
beforeAll(async () => {
  world = await World.open(
    [filesModule, messagingModule(), examModule, sittingModule, resultModule, proctoringModule],
    temporaryBlobs,
  )
})
afterAll(() => world.close())

const everybody = { markCheating: { kind: 'all' } } as const
const [single] = oneOfEachType()

async function judgeOf(companyId: string, name: string): Promise<TestActor> {
  const actor = await world.actor({
    companyId,
    rights: Object.values(markCheating.rights),
    menus: [examManage, markCheating],
    scopes: everybody,
  })
  await arrangePerson(world, companyId, { id: actor.staffId, name })
  return actor
}

/** Somebody who has handed in one right answer of 10 points, and three who may judge. */
async function handedIn() {
  const { companyId, examId, candidates } = await arrangeExam(world, { fixed: single ? [single] : [], passScore: 1000 })
  const [candidate] = candidates
  if (!candidate) throw new Error('a candidate is needed')
  const { attemptId, lease } = await startExam(world, candidate, examId)
  const items = [{ slot: 1, answer: { type: 1 as const, optionId: 'b' }, baseRev: 0, clientSeq: 1, seen: true }]
  await world.as(candidate).get(sitting.save, { attemptId, leaseEpoch: lease.epoch, items })
  const submission = { attemptId, leaseEpoch: lease.epoch, submissionKey: `submit-${attemptId}`, lastRevs: [{ slot: 1, rev: 1 }] }
  await world.as(candidate).get(sitting.submit, submission)
  await world.runJobs()
  const [first, second, third] = [await judgeOf(companyId, '甲'), await judgeOf(companyId, '乙'), await judgeOf(companyId, '丙')]
  company = { companyId, first, second, third }
  const admin = world.as(await world.actor({ companyId, isAdmin: true }))
  const figures = async () => {
    const { exceptionCount, cheatCount } = await admin.get(results.funnel, { examinationId: examId })
    return [exceptionCount, cheatCount]
  }
  const scored = async () => {
    const [row] = (await admin.get(results.list, { examinationId: examId })).dataList
    return [row?.state, row?.score, row?.isPassed]
  }
  return { ...company, examId, candidate, attemptId, figures, scored, admin }
}

const voiding = (attemptId: string) => ({
  examinationResultId: attemptId,
  verdict: 'void' as const,
  reason: 'aid.device',
  evidence: ['witness' as const],
  note: '监考人员王某目击考生使用手机查询',
  toldText: '监考人员发现您在 10:12 使用手机。',
})
const caseOf = (attemptId: string) => ({ examinationResultId: attemptId })

test('a void is proposed by one, confirmed by another, told, appealed and overturned by a third; the result is what it was', async () => {
  const { first, second, third, candidate, attemptId, examId, figures, scored, admin } = await handedIn()
  expect(await scored()).toEqual([4, 10, true])
  await world.as(first).get(verdicts.judge, voiding(attemptId))
  expect(await world.as(candidate).get(ownVerdicts.list, {})).toMatchObject({ totalCount: 0 })
  expect(await figures()).toEqual([0, 0])
  const answering = { ...caseOf(attemptId), answer: 'confirm' as const }
  expect(await world.as(first).call(verdicts.answerProposal, answering)).toMatchObject({ code: 3442 })
  await world.as(second).get(verdicts.answerProposal, answering)
  expect(await figures()).toEqual([0, 1])
  expect((await scored())[0]).toBe(6)
  const found = await admin.get(results.list, { examinationId: examId, finding: 'cheat' })
  expect(found.dataList).toMatchObject([{ findings: ['cheat'] }])

  const told = await world.as(candidate).get(ownVerdicts.get, { attemptId })
  expect(told).toMatchObject({
    ...{ state: 'confirmed', verdict: 'void', isRead: false, reasonText: '使用通讯设备或其他软件' },
    ...{ toldText: '监考人员发现您在 10:12 使用手机。', effectText: '答卷作废，成绩无效' },
    course: [{ kind: 'told', verdict: 'void', reasonText: '使用通讯设备或其他软件', files: [] }],
  })
  expect(JSON.stringify(told)).not.toContain('王某')
  expect(await world.as(candidate).get(ownVerdicts.list, {})).toMatchObject({ dataList: [{ isRead: true }] })
  await world.as(candidate).get(ownVerdicts.appeal, { attemptId, text: '手机是用来看时间的' })
  expect(await world.as(candidate).call(ownVerdicts.appeal, { attemptId, text: '再说一次' })).toMatchObject({ code: 3440 })

  const deciding = { ...caseOf(attemptId), outcome: 'overturn' as const, toldText: '经核实，手机未联网。' }
  expect(await world.as(first).call(verdicts.decideAppeal, deciding)).toMatchObject({ code: 3442 })
  expect(await world.as(second).call(verdicts.decideAppeal, deciding)).toMatchObject({ code: 3442 })
  expect(await world.as(third).get(verdicts.get, caseOf(attemptId))).toMatchObject({ hasChangedScore: true })
  await world.as(third).get(verdicts.decideAppeal, deciding)
  expect(await scored()).toEqual([4, 10, true])
  expect(await figures()).toEqual([0, 0])
  expect(await world.as(candidate).get(ownVerdicts.get, { attemptId })).toMatchObject({
    ...{ state: 'overturned', isRead: false, effectText: '裁定已撤销，成绩已恢复' },
    course: [
      { kind: 'told' },
      { kind: 'appealed', text: '手机是用来看时间的' },
      { kind: 'overturned', text: '经核实，手机未联网。' },
    ],
  })
  const rows = await world.rows('select step, state from proctoring.verdict where attempt_id = $1 order by number', [attemptId])
  expect(rows.map(({ step, state }) => `${step}:${state}`)).toEqual([
    'propose:proposed',
    'confirm:confirmed',
    'appeal:appealed',
    'overturn:overturned',
  ])
  // A row is appended and never changed, and it is somebody's.
  const rewrite = (set: string) =>
    world.inCompany(candidate.companyId, (db) =>
      sql`update proctoring.verdict set ${sql.raw(set)} where company_id = ${db.companyId} and attempt_id = ${attemptId}`.execute(
        db,
      ),
    )
  await expect(rewrite(`state = 'clean'`)).rejects.toThrow('permission denied')
  await expect(world.rows('update proctoring.verdict set by_id = null where attempt_id = $1', [attemptId])).rejects.toThrow(
    'by_id',
  )
})

test('a candidate is written to once for each decision, in the words of the company, with what may be shown', async () => {
  const { first, second, third, candidate, attemptId, companyId } = await handedIn()
  await world.rows(
    `update org.staff set email = 'candidate@example.com', phone = '13800000001' where company_id = $1 and id = $2`,
    [companyId, candidate.staffId],
  )
  await world.rows(
    `insert into messaging.template (company_id, channel, key, name, is_standard, body)
     values ($1, 1, 'appealDecided', '申诉短信', true, '{{staffName}}的申诉：{{outcomeText}}')`,
    [companyId],
  )
  const sent = () =>
    world.rows<{ key: string; channel: number; subject: string; body: string }>(
      `select template_key as key, channel, subject, body from messaging.outbox where company_id = $1 and template_key in ('verdictTold', 'appealDecided')
       order by id`,
      [companyId],
    )
  await world.as(first).get(verdicts.judge, voiding(attemptId))
  expect(await sent()).toEqual([])
  await world.as(second).get(verdicts.answerProposal, { ...caseOf(attemptId), answer: 'confirm' })
  const [told] = await sent()
  expect(told?.key).toBe('verdictTold')
  for (const words of [
    '作弊（答卷作废）',
    '监考人员发现您在 10:12 使用手机。',
    '答卷作废，成绩无效',
    `/candidate/verdict/${attemptId}`,
  ])
    expect(told?.body).toContain(words)
  expect(told?.body).toMatch(/请在 \d{4}-\d\d-\d\d \d\d:\d\d 前提出申诉/)
  expect(told?.body).not.toContain('王某')
  await world.as(candidate).get(ownVerdicts.get, { attemptId })
  expect(await sent()).toHaveLength(1)
  await world.rows(
    `insert into messaging.template (company_id, channel, key, name, is_standard, is_system_text, is_enabled, subject, body)
     values ($1, 2, 'appealDecided', '申诉邮件', true, true, false, '', '')`,
    [companyId],
  )
  await world.as(candidate).get(ownVerdicts.appeal, { attemptId, text: '手机是用来看时间的' })
  await world.as(third).get(verdicts.decideAppeal, { ...caseOf(attemptId), outcome: 'overturn', toldText: '申诉成立' })
  const [, decided, ...more] = await sent()
  expect(more).toEqual([])
  expect(decided).toMatchObject({ key: 'appealDecided', channel: 1, body: expect.stringContaining('的申诉：撤销原裁定') })
})

const dayMs = 24 * 3_600_000
const removeDueFiles = async () => filesModule.sweeps?.find(({ name }) => name === 'files-due')?.run(world.services)

test('what was uploaded for an appeal and never handed in goes after a day, and is named no more', async () => {
  const { first, second, candidate, attemptId, companyId } = await handedIn()
  await world.as(first).get(verdicts.judge, voiding(attemptId))
  await world.as(second).get(verdicts.answerProposal, { ...caseOf(attemptId), answer: 'confirm' })
  const wish = {
    ...{ companyId, name: '病历.pdf', contentType: 'application/pdf', body: Buffer.from('%PDF-1.7') },
    ...{ purpose: 'appeal' as const, createdBy: candidate.staffId, expiresAt: new Date(Date.now() - 1000) },
  }
  const { fileId } = await world.inCompany(companyId, (db) => storeFile(db, world.services, wish, failing))
  const appealing = { attemptId, text: '有材料证明', fileIds: [fileId] }
  expect(await world.as(candidate).call(ownVerdicts.appeal, appealing)).toMatchObject({ code: 3451 })
  await removeDueFiles()
  expect(await world.rows('select id from files.object where id = $1', [fileId])).toEqual([])
  expect(keptDaysOf('appeal')).toBe(1)
})

test('an appeal takes pictures and documents that its candidate uploaded for it, and nothing else', async () => {
  const { first, second, third, candidate, attemptId, companyId, admin } = await handedIn()
  await world.as(first).get(verdicts.judge, voiding(attemptId))
  await world.as(second).get(verdicts.answerProposal, { ...caseOf(attemptId), answer: 'confirm' })
  const file = { name: '现场照片.pdf', contentType: 'application/pdf', body: Buffer.from('%PDF-1.7 证明') }
  const stored = async (purpose: UploadPurpose, createdBy: string) => {
    const wish = { companyId, ...file, purpose, createdBy }
    return (await world.inCompany(companyId, (db) => storeFile(db, world.services, wish, failing))).fileId
  }
  const own = await stored('appeal', candidate.staffId)
  const other = await stored('appeal', first.staffId)
  const picture = await stored('image', candidate.staffId)
  const appealing = (fileIds: readonly string[]) =>
    world.as(candidate).call(ownVerdicts.appeal, { attemptId, text: '有材料证明', fileIds: [...fileIds] })
  expect(await appealing([own, other])).toMatchObject({ code: 3451 })
  expect(await appealing([picture])).toMatchObject({ code: 3451 })
  expect(await appealing(Array.from({ length: 7 }, () => own))).toMatchObject({ code: 1001 })
  expect(await appealing([own, own])).toMatchObject({ code: 0 })
  const shown = [{ name: '现场照片.pdf', sizeBytes: file.body.length, url: expect.stringContaining('/files/') }]
  const { course } = await world.as(candidate).get(ownVerdicts.get, { attemptId })
  expect(course.map(({ files }) => files)).toEqual([[], shown])
  const { steps } = await admin.get(verdicts.get, caseOf(attemptId))
  expect(steps.at(-1)).toMatchObject({ step: '考生申诉', files: shown })

  // They stay as long as the appeal is open, and then their days: with a certificate they go.
  expect(await world.rows('select expires_at from files.object where id = $1', [own])).toEqual([{ expires_at: null }])
  const after = (days: number) => new Date(Date.now() + days * dayMs)
  const kept = (now: Date) => world.inCompany(companyId, (db) => keptAppealOf(db, { attemptId, isHeld: false, now }))
  await deleteDueAppealFiles(world.services, after(400))
  expect(await kept(after(0))).toMatchObject({ fileCount: 1, keeping: 'kept', rule: '申诉办结后保存 180 天', certificates: [] })
  await world.as(third).get(verdicts.decideAppeal, { ...caseOf(attemptId), outcome: 'uphold', toldText: '维持' })
  await deleteDueAppealFiles(world.services, after(179))
  expect(await kept(after(179))).toMatchObject({ fileCount: 1, keeping: 'kept' })
  await deleteDueAppealFiles(world.services, after(181))
  await deleteDueAppealFiles(world.services, after(181))
  expect(await kept(after(181))).toMatchObject({
    ...{ fileCount: 0, keeping: 'deleted' },
    certificates: [{ fileCount: 1, sizeBytes: file.body.length, rule: '申诉办结后保存 180 天' }],
  })
  await world.rows(`update files.object set expires_at = now() - interval '1 second' where id = $1 and expires_at is not null`, [
    own,
  ])
  await removeDueFiles()
  expect(await world.rows('select id from files.object where id = $1', [own])).toEqual([])
  const gone = (await world.as(candidate).get(ownVerdicts.get, { attemptId })).course.flatMap(({ files }) => files)
  expect(gone).toEqual([{ name: '现场照片.pdf', sizeBytes: file.body.length, url: null }])
})

test('a violation changes no score unless the company says so; then it is 0, and what it was when overturned', async () => {
  const { first, second, third, candidate, attemptId, examId, scored, companyId, figures } = await handedIn()
  const found = { attemptId, examId, staffId: candidate.staffId }
  await world.inCompany(companyId, (db) => noteFound(db, found, { gap: 1 }, new Date()))
  const violation = { ...voiding(attemptId), verdict: 'violation' as const, evidence: ['gap' as const] }
  await world.as(first).get(verdicts.judge, violation)
  await world.as(first).get(verdicts.answerProposal, { ...caseOf(attemptId), answer: 'withdraw' })
  const policy = await world.as(first).get(verdicts.getPolicy)
  expect(policy).toEqual({ needsSecond: true, appealDays: 7, violationScore: 'keep', version: 0 })
  await world.as(first).get(verdicts.savePolicy, { ...policy, violationScore: 'zero' })
  expect(await world.as(first).call(verdicts.savePolicy, { ...policy, appealDays: 3 })).toMatchObject({ code: 3449 })
  await world.as(first).get(verdicts.judge, violation)
  expect(await scored()).toEqual([4, 10, true])
  await world.as(second).get(verdicts.answerProposal, { ...caseOf(attemptId), answer: 'confirm' })
  expect(await scored()).toEqual([4, 0, false])
  expect(await figures()).toEqual([1, 1])
  await world.as(candidate).get(ownVerdicts.appeal, { attemptId, text: '请复核' })
  await world.as(third).get(verdicts.decideAppeal, { ...caseOf(attemptId), outcome: 'overturn', toldText: '申诉成立' })
  expect(await scored()).toEqual([4, 10, true])
  expect(await figures()).toEqual([0, 0])
  // What one statement writes has no order of its own.
  const types = await world.rows<{ type: string }>(
    `select type from sitting.attempt_event where company_id = $1 and attempt_id = $2 and data ->> 'cause' = 'adjustment' order by id`,
    [companyId, attemptId],
  )
  expect(types.map(({ type }) => type).sort()).toEqual(['publish', 'publish', 'withdraw', 'withdraw'])
})

test('what is decided of the score while the attempt is void holds when it is restored', async () => {
  const { first, second, third, candidate, attemptId, examId, scored, companyId, admin } = await handedIn()
  const found = { attemptId, examId, staffId: candidate.staffId }
  await world.inCompany(companyId, (db) => noteFound(db, found, { gap: 1 }, new Date()))
  const { version } = await world.as(first).get(verdicts.getPolicy)
  await world.as(first).get(verdicts.savePolicy, { needsSecond: true, appealDays: 7, violationScore: 'zero', version })
  await world.as(first).get(verdicts.judge, { ...voiding(attemptId), verdict: 'violation', evidence: ['gap'] })
  await admin.get(attempt.void, { attemptId, reason: '先行作废' })
  await world.as(second).get(verdicts.answerProposal, { ...caseOf(attemptId), answer: 'confirm' })
  await admin.get(attempt.restore, { attemptId, reason: '作废有误' })
  expect(await scored()).toEqual([4, 0, false])
  await admin.get(attempt.void, { attemptId, reason: '再次作废' })
  await world.as(candidate).get(ownVerdicts.appeal, { attemptId, text: '请复核' })
  await world.as(third).get(verdicts.decideAppeal, { ...caseOf(attemptId), outcome: 'overturn', toldText: '申诉成立' })
  await admin.get(attempt.restore, { attemptId, reason: '申诉成立' })
  expect(await scored()).toEqual([4, 10, true])
})

test('nobody reads of their own case what they are not told, whatever rights they have', async () => {
  const { first, second, attemptId, examId, candidate, companyId } = await handedIn()
  const own = world.as(await world.actor({ companyId, staffId: candidate.staffId, isAdmin: true }))
  await world.as(first).get(verdicts.judge, voiding(attemptId))
  expect(await own.call(verdicts.get, caseOf(attemptId))).toMatchObject({ code: 3441 })
  const list = (over = {}) => own.get(verdicts.list, { examinationId: examId, ...over })
  expect(await list()).toMatchObject({ dataList: [{ isOwn: true, state: 'notReviewed', verdict: null }] })
  expect(await list({ state: 'proposed' })).toMatchObject({ dataList: [], totalCount: 0 })
  expect(await world.as(second).get(verdicts.list, { examinationId: examId })).toMatchObject({
    dataList: [{ isOwn: false, state: 'proposed', verdict: 'void' }],
  })
  await world.as(second).get(verdicts.answerProposal, { ...caseOf(attemptId), answer: 'confirm' })
  expect(await list()).toMatchObject({ dataList: [{ isOwn: true, state: 'confirmed', verdict: 'void' }] })
})

test('a warning that is taken back is told as it was given; whoever was never told of anything hears nothing', async () => {
  const { first, second, candidate, attemptId, companyId } = await handedIn()
  await world.rows(`update org.staff set email = 'candidate@example.com' where company_id = $1 and id = $2`, [
    companyId,
    candidate.staffId,
  ])
  const told = () =>
    world.rows<{ body: string }>(
      `select body from messaging.outbox where company_id = $1 and template_key = 'verdictTold' order by id`,
      [companyId],
    )
  const clean = { ...caseOf(attemptId), verdict: 'clean' as const, reason: 'other.explained' }
  await world.as(first).get(verdicts.judge, clean)
  expect(await world.as(candidate).call(ownVerdicts.get, { attemptId })).toMatchObject({ code: 1008 })
  await world.as(first).get(verdicts.judge, { ...voiding(attemptId), verdict: 'warning' })
  expect(await world.as(candidate).get(ownVerdicts.get, { attemptId })).toMatchObject({ state: 'warning', verdict: 'warning' })
  await world.as(second).get(verdicts.judge, { ...clean, toldText: '经核实，当时在更换电池。' })
  expect(await world.as(candidate).get(ownVerdicts.list, {})).toMatchObject({ dataList: [{ state: 'clean', isRead: false }] })
  expect(await world.as(candidate).get(ownVerdicts.get, { attemptId })).toMatchObject({
    ...{ state: 'clean', verdict: 'clean', toldText: '经核实，当时在更换电池。', effectText: '成绩不变', appealUntil: null },
    course: [
      { kind: 'told', verdict: 'warning' },
      { kind: 'told', verdict: 'clean' },
    ],
  })
  expect((await told()).map(({ body }) => body)).toEqual([expect.stringContaining('警告'), expect.stringContaining('无异常')])
  await world.as(first).get(verdicts.judge, clean)
  expect(await told()).toHaveLength(2)
})

test('an overturned verdict that had changed no score says so', async () => {
  const { first, second, third, candidate, attemptId } = await handedIn()
  await world.as(first).get(verdicts.judge, { ...voiding(attemptId), verdict: 'violation' })
  await world.as(second).get(verdicts.answerProposal, { ...caseOf(attemptId), answer: 'confirm' })
  await world.as(candidate).get(ownVerdicts.appeal, { attemptId, text: '请复核' })
  expect(await world.as(third).get(verdicts.get, caseOf(attemptId))).toMatchObject({ hasChangedScore: false })
  await world.as(third).get(verdicts.decideAppeal, { ...caseOf(attemptId), outcome: 'overturn', toldText: '申诉成立' })
  expect(await world.as(candidate).get(ownVerdicts.get, { attemptId })).toMatchObject({ effectText: '裁定已撤销，成绩不变' })
})

test('a verdict rests on evidence that is there, and never on an indicator alone', async () => {
  const { first, attemptId, examId, candidate, companyId } = await handedIn()
  const as = world.as(first)
  expect(await as.call(verdicts.judge, { ...voiding(attemptId), evidence: [] })).toMatchObject({
    message: '请选择裁定依据',
  })
  expect(await as.call(verdicts.judge, { ...voiding(attemptId), evidence: ['mark'] })).toMatchObject({ code: 3446 })
  expect(await as.call(verdicts.judge, { ...voiding(attemptId), note: '目击' })).toMatchObject({
    message: expect.stringContaining('写明陈述内容'),
  })
  const [run] = await world.rows<{ id: string }>(
    `insert into proctoring.comparison (company_id, exam_id, asked_by, at, facts) values ($1, $2, $3, now(), '{}') returning id`,
    [companyId, examId, first.staffId],
  )
  await world.rows(
    `insert into proctoring.session_sign (company_id, comparison_id, number, kind, level, attempt_ids, about)
     values ($1, $2, 1, 'sameAddress', 'warning', array[$3]::uuid[], '10.0.0.1')`,
    [companyId, run?.id, attemptId],
  )
  expect(await as.call(verdicts.judge, { ...voiding(attemptId), evidence: ['suspicion'] })).toMatchObject({ code: 3445 })
  expect(await as.call(verdicts.judge, { ...voiding(attemptId), verdict: 'warning', evidence: ['suspicion'] })).toMatchObject({
    code: 3445,
  })
  const own = await world.actor({ companyId, staffId: candidate.staffId, isAdmin: true })
  expect(await world.as(own).call(verdicts.judge, voiding(attemptId))).toMatchObject({ code: 3441 })
  await as.get(verdicts.judge, { ...voiding(attemptId), evidence: ['witness', 'suspicion'] })
})

test('an anomaly is counted until it is dismissed, open again when more comes, and a clean verdict dismisses it', async () => {
  const { first, attemptId, examId, candidate, companyId, figures, scored } = await handedIn()
  const score = await scored()
  const attempt = { attemptId, examId, staffId: candidate.staffId }
  const find = (count: number) => world.inCompany(companyId, (db) => noteFound(db, attempt, { gap: count }, new Date()))
  const as = world.as(first)
  const list = (anomaly?: 'open' | 'held') => as.get(verdicts.list, { examinationId: examId, ...(anomaly && { anomaly }) })
  await find(1)
  expect(await figures()).toEqual([1, 0])
  expect(await list('open')).toMatchObject({
    openCount: 1,
    dataList: [{ anomalies: [{ kind: 'gap', state: 'open', count: 1 }] }],
  })
  const settling = { ...caseOf(attemptId), kind: 'gap' as const, note: '机房断网' }
  await as.get(verdicts.settleAnomaly, { ...settling, state: 'confirmed' })
  expect(await figures()).toEqual([1, 0])
  await as.get(verdicts.settleAnomaly, { ...settling, state: 'dismissed' })
  expect(await figures()).toEqual([0, 0])
  expect(await as.call(verdicts.settleAnomaly, { ...settling, state: 'dismissed' })).toMatchObject({ code: 3450 })
  await find(2)
  expect(await figures()).toEqual([1, 0])
  // Whoever was shown one settles no second one unseen.
  expect(await as.call(verdicts.settleAnomaly, { ...settling, state: 'dismissed', count: 1 })).toMatchObject({ code: 3450 })
  await as.get(verdicts.settleAnomaly, { ...settling, state: 'confirmed', count: 2 })
  await as.get(verdicts.judge, { ...caseOf(attemptId), verdict: 'clean', reason: 'other.explained' })
  expect(await figures()).toEqual([0, 0])
  expect(await as.get(verdicts.get, caseOf(attemptId))).toMatchObject({
    ...{ state: 'clean', may: { judge: true, confirm: false } },
    anomalies: [{ kind: 'gap', state: 'dismissed', settledByName: '甲' }],
  })
  await world.inCompany(companyId, (db) => noteFound(db, attempt, { mark: 3, absence: 9 }, new Date()))
  expect(await figures()).toEqual([1, 0])
  // What nobody has settled is gone when nothing of it is left; what a person has confirmed stays.
  await as.get(verdicts.settleAnomaly, { ...settling, kind: 'absence', state: 'confirmed' })
  await world.inCompany(companyId, (db) => noteFound(db, attempt, { mark: 0, absence: 0 }, new Date()))
  expect((await as.get(verdicts.get, caseOf(attemptId))).anomalies).toMatchObject([
    { kind: 'absence', state: 'confirmed', count: 9 },
    { kind: 'gap', state: 'dismissed' },
  ])
  expect(await figures()).toEqual([1, 0])
  expect(await scored()).toEqual(score)
})

test('without the right, outside the data scope, from another company and by another candidate there is nothing', async () => {
  const { attemptId, companyId, examId, first, second } = await handedIn()
  await world.as(first).get(verdicts.judge, voiding(attemptId))
  await world.as(second).get(verdicts.answerProposal, { ...caseOf(attemptId), answer: 'confirm' })
  const reader = await world.actor({
    companyId,
    rights: [markCheating.rights.view],
    menus: [examManage, markCheating],
    scopes: everybody,
  })
  expect(await world.as(reader).call(verdicts.judge, voiding(attemptId))).toMatchObject({ code: 1002 })
  const some = { kind: 'some', departmentIds: [], subtreeIds: [], ownStaffId: null } as const
  const rights = Object.values(markCheating.rights)
  const narrow = world.as(
    await world.actor({ companyId, rights, menus: [examManage, markCheating], scopes: { markCheating: some } }),
  )
  expect(await narrow.call(verdicts.get, caseOf(attemptId))).toMatchObject({ code: 1008 })
  expect(await narrow.get(verdicts.list, { examinationId: examId })).toMatchObject({ dataList: [], totalCount: 0 })
  const stranger = world.as(await world.actor({ isAdmin: true }))
  expect(await stranger.call(verdicts.get, caseOf(attemptId))).toMatchObject({ code: 1008 })
  const other = world.as(await world.actor({ companyId, rights: [] }))
  expect(await other.call(ownVerdicts.get, { attemptId })).toMatchObject({ code: 1008 })
})
