import { courseModule } from '@kaopei/course/server'
import { examModule } from '@kaopei/exam/server'
import { type ArrangedExam, arrangeExam, startExam } from '@kaopei/exam/testing'
import { temporaryBlobs } from '@kaopei/files/server'
import { arrangePeople } from '@kaopei/org/testing'
import { resultModule } from '@kaopei/result/server'
import type { Db } from '@kaopei/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { findAttempt, lockAttempt, restoreAttempt, sittingModule, voidAttempt } from '@kaopei/sitting/server'
import { oneOfEachType } from '@kaopei/sitting/testing'
import { skillLink } from '@kaopei/skill/contract/link'
import { personSkill } from '@kaopei/skill/contract/person'
import { skillModule } from '@kaopei/skill/server'
import { arrangeSkills } from '@kaopei/skill/testing'
import { projectStaff } from '@kaopei/training/contract/staff'
import { projectTasks } from '@kaopei/training/contract/stage-task'
import { trainingModule } from '@kaopei/training/server'
import { arrangeProject } from '@kaopei/training/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { certificate } from '../contract/certificate.ts'
import { certificateStanding } from '../contract/codes.ts'
import { certificateErrors, ruleErrors, templateErrors } from '../contract/errors.ts'
import { issuedMenu } from '../contract/menus.ts'
import { myCertificate } from '../contract/mine.ts'
import { proposal } from '../contract/proposal.ts'
import { refusal } from '../contract/refusal.ts'
import { rule } from '../contract/rule.ts'
import { template } from '../contract/template.ts'
import { arrangeRule, arrangeTemplate } from './certificate-arrange.ts'
import { certificateModule } from './index.ts'
import { issue } from './issue/issue.ts'
import { questionResults, takeEarned } from './news/follow.ts'

let world: World
let admin: TestActor
let templateId: string
let staffIds: readonly string[]
beforeAll(async () => {
  world = await World.open(
    [examModule, sittingModule, resultModule, courseModule, trainingModule, skillModule, certificateModule],
    temporaryBlobs,
  )
})
afterAll(() => world.close())
// A company of its own, with a template and eight people.
beforeEach(async () => {
  admin = await world.actor()
  templateId = await arrangeTemplate(world, admin)
  staffIds = await arrangePeople(
    world,
    admin.companyId,
    Array.from({ length: 8 }, (_, at) => ({ name: `学员${at}` })),
  )
})

const numbersOf = async (ruleId: string) =>
  (
    await world.rows<{ number: string }>('select number from certificate.certificate where rule_id = $1 order by number', [
      ruleId,
    ])
  ).map(({ number }) => number)
const by = (ids: readonly string[]) => ({ staffIds: [...ids], departmentIds: [], filters: [] })
const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear()

describe('by hand', () => {
  test('numbers have no holes, whoever holds one gets no second, and two at once issue each person one', async () => {
    const ruleId = await arrangeRule(world, admin, { templateId, name: '手工', numberPattern: 'A-{year}-{seq:4}' })
    const as = world.as(admin)
    expect(await as.get(certificate.issue, { ruleId, ...by(staffIds.slice(0, 3)), score: '95' })).toEqual({
      ...{ issuedCount: 3, heldCount: 0, refusedCount: 0, photolessCount: 0 },
    })
    const given = await Promise.all([1, 2].map(() => as.get(certificate.issue, { ruleId, ...by(staffIds) })))
    expect(given.map(({ issuedCount }) => issuedCount).sort()).toEqual([0, 5])
    expect(await numbersOf(ruleId)).toEqual(staffIds.map((_, at) => `A-${year}-000${at + 1}`))
    // The newest act first, each by its numbers.
    const { dataList } = await as.get(certificate.list, { ruleId })
    expect(dataList.map(({ number }) => Number(number.slice(-4)))).toEqual([4, 5, 6, 7, 8, 1, 2, 3])
    const filter = { ruleId, templateId, standing: certificateStanding.valid, issuedFrom: `${year}-01-01` }
    for (const started of [await as.get(certificate.export, filter), await as.get(certificate.print, filter)]) {
      const rows = await world.rows('select conditions from jobs.background_job where id = $1', [started.jobId])
      const named = { 签发规则: '手工', 证书模板: '安全生产合格证', 状态: '有效', 签发日期: `${year}-01-01 至 ` }
      expect(rows).toEqual([{ conditions: { 证书: 8, ...named } }])
    }
  })

  test('two rules of one series share its counter', async () => {
    const ruleIds = await Promise.all(
      ['甲', '乙'].map((name) => arrangeRule(world, admin, { templateId, name: `同号${name}`, numberPattern: 'S{yy}{seq:3}' })),
    )
    for (const ruleId of ruleIds) await world.as(admin).get(certificate.issue, { ruleId, ...by(staffIds.slice(0, 2)) })
    const yy = String(year).slice(2)
    expect((await Promise.all(ruleIds.map(numbersOf))).flat()).toEqual([1, 2, 3, 4].map((value) => `S${yy}00${value}`))
  })

  test('the counter begins anew at the turn of the company’s own year, with two who issue on both sides of it', async () => {
    const boss = await world.actor()
    await world.rows(`update identity.company set time_zone = 'America/New_York' where id = $1`, [boss.companyId])
    const ruleId = await arrangeRule(world, boss, { templateId: await arrangeTemplate(world, boss) })
    const people = await arrangePeople(
      world,
      boss.companyId,
      Array.from({ length: 6 }, (_, at) => ({ name: `学员${at}` })),
    )
    const earning = { sourceId: null, source: '', score: '', level: '', remark: '', trigger: 't' }
    const issueAt = (instant: string, ids: readonly string[]) =>
      world.inCompany(boss.companyId, (db) => {
        const earnings = ids.map((staffId) => ({ ...earning, staffId }))
        return issue(db, { ruleId, earnings, actorId: null, reason: '', now: new Date(instant) })
      })
    // In Shanghai, and by the server's clock, it is 2027 all the while.
    await issueAt('2027-01-01T03:00:00Z', people.slice(0, 1))
    await Promise.all([
      issueAt('2027-01-01T04:59:59.999Z', people.slice(1, 3)),
      issueAt('2027-01-01T05:00:00Z', people.slice(3, 5)),
    ])
    await issueAt('2027-01-01T05:00:01Z', people.slice(5))
    expect(await numbersOf(ruleId)).toEqual(
      ['2026-0001', '2026-0002', '2026-0003', '2027-0001', '2027-0002', '2027-0003'].map((rest) => `AQ-${rest}`),
    )
  })

  test('a transaction that fails gives its numbers back', async () => {
    const ruleId = await arrangeRule(world, admin, { templateId, name: '回滚', numberPattern: 'R{seq:2}' })
    const earning = { trigger: 't', sourceId: null, source: '', score: '', level: '', remark: '' }
    const wish = { ruleId, actorId: null, reason: '', now: new Date() }
    const failing = world.inCompany(admin.companyId, async (db) => {
      await issue(db, { ...wish, earnings: [{ ...earning, staffId: staffIds[0] ?? '' }] })
      throw new Error('killed')
    })
    await expect(failing).rejects.toThrow('killed')
    await world.inCompany(admin.companyId, (db) => issue(db, { ...wish, earnings: [{ ...earning, staffId: staffIds[1] ?? '' }] }))
    expect(await numbersOf(ruleId)).toEqual(['R01'])
  })

  test('a rule that follows something, one that is stopped and one of another company issue nothing by hand', async () => {
    const ruleId = await arrangeRule(world, admin, { templateId, name: '停用', numberPattern: 'T{seq}' })
    const as = world.as(admin)
    const [row] = (await as.get(rule.list, { keyWords: '停用' })).dataList
    if (!row) throw new Error('the rule was made before')
    await as.get(rule.modify, { ...row, minScore: null, isEnabled: false })
    expect(await as.call(certificate.issue, { ruleId, ...by(staffIds) })).toMatchObject({ code: ruleErrors.stopped.code })
    const stranger = await world.actor()
    expect((await world.as(stranger).call(certificate.issue, { ruleId, ...by(staffIds) })).code).not.toBe(0)
    expect(await numbersOf(ruleId)).toEqual([])
  })

  test('a scoped colleague issues to, sees and revokes their own people alone', async () => {
    const ruleId = await arrangeRule(world, admin, { templateId, name: '范围', numberPattern: 'F{seq}' })
    const own = { kind: 'some' as const, departmentIds: [], subtreeIds: [], ownStaffId: staffIds[2] ?? '' }
    const { issue: mayIssue, revoke, view } = issuedMenu.rights
    const wish = { companyId: admin.companyId, rights: [mayIssue, revoke, view], scopes: { [issuedMenu.name]: own } }
    const colleague = world.as(await world.actor(wish))
    expect(await colleague.get(certificate.issue, { ruleId, ...by(staffIds) })).toMatchObject({ issuedCount: 1 })
    await world.as(admin).get(certificate.issue, { ruleId, ...by(staffIds) })
    const { dataList } = await world.as(admin).get(certificate.list, { ruleId, pageSize: 50 })
    expect(dataList).toHaveLength(8)
    expect((await colleague.get(certificate.list, { ruleId })).totalCount).toBe(1)
    const ids = dataList.map(({ id }) => id)
    expect(await colleague.get(certificate.revoke, { ids, reason: '误发' })).toEqual({ revokedCount: 1 })
  })
})

async function sit({ examId, candidates }: ArrangedExam): Promise<string> {
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  const { attemptId, lease } = await startExam(world, actor, examId)
  const submit = { attemptId, leaseEpoch: lease.epoch, lastRevs: [], submissionKey: `submit-${attemptId}` }
  await world.as(actor).get(sitting.submit, submit)
  await world.runJobs()
  return attemptId
}

async function change(db: Db, name: 'void' | 'restore', attemptId: string): Promise<void> {
  await lockAttempt(db, attemptId)
  const found = await findAttempt(db, attemptId)
  if (!found) throw new Error('the attempt was handed in before')
  const reasons = { reason: '查验身份', actorId: attemptId, now: new Date() }
  await (name === 'void' ? voidAttempt(db, found, reasons) : restoreAttempt(db, found, reasons))
}

const objective = oneOfEachType().filter(({ type }) => type === 1)

/** An exam that is passed by handing in, with a rule that follows it and a skill that it attests. */
async function arrangeFollowed(passScore = 0) {
  const arranged = await arrangeExam(world, { fixed: objective, passScore })
  const boss = await world.actor({ companyId: arranged.companyId })
  const [skillId = ''] = await arrangeSkills(world, arranged.companyId, ['动火作业'])
  const change = { change: (layout: object) => ({ ...layout, skills: [{ skillId, level: 3 }] }) as never }
  const designed = await arrangeTemplate(world, boss, change)
  const wish = { templateId: designed, name: '考试合格', kind: 'exam', targetId: arranged.examId, validityMonths: 24 } as const
  return { ...arranged, boss, skillId, ruleId: await arrangeRule(world, boss, wish) }
}

const evidenceOf = async (companyId: string) =>
  (
    await world.rows<{ level: number | null }>(
      'select level from skill.staff_skill where company_id = $1 and level is not null',
      [companyId],
    )
  ).map(({ level }) => level)

describe('what follows an exam', () => {
  test('passed → issued with evidence; voided → proposed; restored → lapsed; voided → decided → revoked, evidence withdrawn', async () => {
    const arranged = await arrangeFollowed()
    const { companyId, boss, ruleId } = arranged
    const attemptId = await sit(arranged)
    expect(await numbersOf(ruleId)).toEqual([`AQ-${year}-0001`])
    expect(await evidenceOf(companyId)).toEqual([3])
    const as = world.as(boss)
    const step = async (name: 'void' | 'restore') => {
      await world.inCompany(companyId, (db) => change(db, name, attemptId))
      await world.runJobs()
      return (await as.get(proposal.list, {})).dataList.map(({ cause, state }) => [cause, state])
    }
    expect(await step('void')).toEqual([['voided', 0]])
    expect((await as.get(certificate.list, { standing: certificateStanding.valid })).totalCount).toBe(1)
    expect(await step('restore')).toEqual([['voided', 3]])
    expect(await step('void')).toEqual([
      ['voided', 0],
      ['voided', 3],
    ])
    const [open] = (await as.get(proposal.list, { state: 0 })).dataList
    const decision = { ids: [open?.id ?? ''], isRevoked: true, reason: '替考' }
    expect(await as.get(proposal.decide, decision)).toEqual({ decidedCount: 1 })
    expect((await as.call(proposal.decide, decision)).code).not.toBe(0)
    const [row] = (await as.get(certificate.list, {})).dataList
    expect(row).toMatchObject({ standing: certificateStanding.revoked, isProposed: false })
    const { events } = await as.get(certificate.detail, { id: row?.id ?? '' })
    expect(events.map(({ kind }) => kind)).toEqual(['issued', 'proposed', 'lapsed', 'proposed', 'revoked'])
    expect(await evidenceOf(companyId)).toEqual([])
    // What was revoked does not come back by itself.
    await step('restore')
    expect(await numbersOf(ruleId)).toHaveLength(1)
  })

  test('not passed → nothing; a rule made later issues once, whoever hears of it and however often it is filled up', async () => {
    const failed = await arrangeFollowed(100_00)
    await sit(failed)
    expect(await numbersOf(failed.ruleId)).toEqual([])
    const arranged = await arrangeExam(world, { fixed: objective, passScore: 0 })
    await sit(arranged)
    const boss = await world.actor({ companyId: arranged.companyId })
    const designed = await arrangeTemplate(world, boss)
    const wish = { templateId: designed, kind: 'exam', targetId: arranged.examId } as const
    const ruleId = await arrangeRule(world, boss, wish)
    // Two workers who hear of the same person at once issue by this rule once.
    const whose = [{ targetId: arranged.examId, staffId: arranged.candidates[0]?.staffId ?? '' }]
    const hear = () => world.inCompany(arranged.companyId, (db) => takeEarned(db, 'exam', whose, new Date()))
    await Promise.all([hear(), hear()])
    expect(await numbersOf(ruleId)).toEqual([`AQ-${year}-0001`])
    for (let time = 0; time < 2; time += 1) {
      await world.as(boss).get(rule.fill, { id: ruleId })
      await world.runJobs()
    }
    expect(await numbersOf(ruleId)).toHaveLength(1)
  })

  test('500 unmade at once stand in the list, none is revoked, and all are decided together', async () => {
    const { companyId, boss, ruleId, examId } = await arrangeFollowed()
    const people = await arrangePeople(
      world,
      companyId,
      Array.from({ length: 500 }, () => ({ name: '学员' })),
    )
    const earning = { sourceId: examId, source: '考试', score: '90', level: '', remark: '' }
    const earnings = people.map((staffId) => ({ ...earning, staffId, trigger: `attempt-of-${staffId}` }))
    await world.inCompany(companyId, (db) => issue(db, { ruleId, earnings, actorId: null, reason: '', now: new Date() }))
    await world.rows(
      `insert into sitting.attempt (company_id, owner_id, owner_kind, staff_id, number, state, started_at, lease_device, max_score_hundredths, title,
         score_hundredths, is_passed, submitted_at, published_at)
       select $1, $2, 'exam', s, 1, 'published', now(), 'd', 10000, 't', 3000, false, now(), now() from unnest($3::uuid[]) s`,
      [companyId, examId, people],
    )
    await world.inCompany(companyId, (db) =>
      questionResults(
        db,
        people.map((staffId) => ({ targetId: examId, staffId, kind: 'out' })),
        new Date(),
      ),
    )
    const as = world.as(boss)
    const { dataList, totalCount } = await as.get(proposal.list, { state: 0, pageSize: 100 })
    expect([totalCount, dataList[0]?.cause]).toEqual([500, 'failed'])
    expect((await as.get(certificate.list, { standing: certificateStanding.valid })).totalCount).toBe(500)
    const ids = (await world.rows<{ id: string }>('select id from certificate.proposal where company_id = $1', [companyId])).map(
      ({ id }) => id,
    )
    expect(await as.get(proposal.decide, { ids, isRevoked: true, reason: '重新评分' })).toEqual({ decidedCount: 500 })
    expect((await as.get(certificate.list, { standing: certificateStanding.revoked })).totalCount).toBe(500)
  })
})

describe('what follows a project', () => {
  test('done → issued; its result voided, or a task added → proposed; stands again → lapsed; decided → revoked, and the page says so', async () => {
    const arranged = await arrangeExam(world, { fixed: objective, passScore: 0 })
    const { companyId, examId, candidates } = arranged
    const staffId = candidates[0]?.staffId ?? ''
    const boss = await world.actor({ companyId })
    const as = world.as(boss)
    const { projectId, stageIds } = await arrangeProject(world, companyId, { stages: [[{ kind: 'exam', targetId: examId }]] })
    const [skillId = ''] = await arrangeSkills(world, companyId, ['受限空间作业'])
    const teaching = { kind: 'project' as const, targetId: projectId, hours: 1, version: 0, skills: [{ skillId, level: 2 }] }
    await as.get(skillLink.saveTeaching, teaching)
    const designed = await arrangeTemplate(world, boss)
    await arrangeRule(world, boss, { templateId: designed, kind: 'project', targetId: projectId, numberPattern: 'P{seq}' })
    await as.get(projectStaff.create, { projectId, staffIds: [staffId] })
    await world.runJobs()
    const attemptId = await sit(arranged)
    await world.runJobs()
    const [row] = (await as.get(certificate.list, {})).dataList
    expect(row).toMatchObject({ number: 'P1', standing: certificateStanding.valid })
    const learnt = async () =>
      (await as.get(personSkill.get, { staffId })).skills.find((skill) => skill.skillId === skillId)?.isLearnt ?? false
    expect(await learnt()).toBe(true)
    const proposals = async () => {
      await world.runJobs()
      return (await as.get(proposal.list, {})).dataList.map(({ cause, state }) => [cause, state])
    }
    await world.inCompany(companyId, (db) => change(db, 'void', attemptId))
    expect(await proposals()).toEqual([['projectReopened', 0]])
    expect(await learnt()).toBe(false)
    await world.inCompany(companyId, (db) => change(db, 'restore', attemptId))
    expect(await proposals()).toEqual([['projectReopened', 3]])
    expect(await learnt()).toBe(true)

    const [stageId = ''] = stageIds
    const added = { title: '补充材料', kind: 'material', content: { html: '<p>新规</p>' } } as const
    await as.get(projectTasks.createList, { projectId, stageId, tasks: [added], forCompleted: 'owe' })
    expect((await proposals()).at(0)).toEqual(['projectReopened', 0])
    const [open] = (await as.get(proposal.list, { state: 0 })).dataList
    await as.get(proposal.decide, { ids: [open?.id ?? ''], isRevoked: true, reason: '须补学新规' })
    const { code } = await as.get(certificate.detail, { id: row?.id ?? '' })
    expect((await world.app.inject({ url: `/certificate/${code}` })).payload).toContain('已撤销')
  })
})

describe('a character that no font has', () => {
  test('is refused, named, and written by its picture', async () => {
    const [staffId = ''] = await arrangePeople(world, admin.companyId, [{ name: '王\u{323b0}' }])
    const ruleId = await arrangeRule(world, admin, { templateId, name: '生僻', numberPattern: 'G{seq}' })
    const as = world.as(admin)
    expect(await as.get(certificate.issue, { ruleId, ...by([staffId]) })).toMatchObject({ issuedCount: 0, refusedCount: 1 })
    const [row] = (await as.get(refusal.list, {})).dataList
    expect(row?.characters).toEqual(['\u{323b0}'])
    expect(await as.get(refusal.retry, { ids: [row?.id ?? ''] })).toEqual({ issuedCount: 0, leftCount: 1 })
    await world.rows('insert into certificate.glyph (company_id, character, file_id) values ($1, $2, $3)', [
      ...[admin.companyId, '\u{323b0}', staffId],
    ])
    expect(await as.get(refusal.retry, { ids: [row?.id ?? ''] })).toEqual({ issuedCount: 1, leftCount: 0 })
    expect(await numbersOf(ruleId)).toEqual(['G1'])
    await world.rows('delete from certificate.glyph where company_id = $1', [admin.companyId])
  })

  test.each(['㛃𬭚', '阿卜杜热合曼·麦麦提吐尔逊·买买提明江·艾合买提·阿卜杜克热木·玉素甫江·阿不都拉·吐尔逊江·艾尼'])(
    '%s is written',
    async (name) => {
      const [staffId = ''] = await arrangePeople(world, admin.companyId, [{ name }])
      const ruleId = await arrangeRule(world, admin, {
        templateId,
        name: `字${name.length}`,
        numberPattern: `N${name.length}-{seq}`,
      })
      expect(await world.as(admin).get(certificate.issue, { ruleId, ...by([staffId]) })).toMatchObject({ issuedCount: 1 })
    },
  )
})

test('a value that its box cannot hold is named, and is printed once there is room', async () => {
  const [staffId = ''] = await arrangePeople(world, admin.companyId, [{ name: '周全' }])
  const as = world.as(admin)
  const { id: ownId } = await as.get(template.create, { name: '窄框', width: 210, height: 148 })
  const put = async (width: number) => {
    const { layout, name, version } = await as.get(template.detail, { id: ownId })
    const [page] = layout.pages
    const boxes = (page?.boxes ?? []).map((box) =>
      box.kind === 'text' && box.text.includes('{{姓名}}')
        ? { ...box, text: '{{姓名}} {{备注}}', fit: 'line' as const, width }
        : box,
    )
    const saved = await as.get(template.save, {
      id: ownId,
      name,
      version,
      layout: { ...layout, pages: [{ backgroundId: null, boxes }] },
    })
    await as.get(template.publish, { id: ownId, version: saved.version })
  }
  await put(30)
  const ruleId = await arrangeRule(world, admin, { templateId: ownId, name: '窄框', numberPattern: 'W{seq}' })
  const remark = '限在甲区使用，'.repeat(4)
  expect(await as.get(certificate.issue, { ruleId, ...by([staffId]), remark })).toMatchObject({ issuedCount: 0, refusedCount: 1 })
  const [row] = (await as.get(refusal.list, {})).dataList
  expect(row).toMatchObject({ tooLong: ['备注'], characters: [], lacksPhoto: false })
  await put(200)
  expect(await as.get(refusal.retry, { ids: [row?.id ?? ''] })).toEqual({ issuedCount: 1, leftCount: 0 })
  await put(30)
  const [{ id = '' } = {}] = (await as.get(certificate.list, { ruleId })).dataList
  const refused = await as.call(certificate.reissue, { id, reason: '遗失', isRenewal: false, isWithoutPhoto: false })
  expect(refused).toMatchObject({ code: 3923, message: expect.stringContaining('周全的“备注”太长') })
})

test('a stopped template issues and reissues nothing; who earned one meanwhile waits, and gets it once it is in use again', async () => {
  const arranged = await arrangeFollowed()
  const { boss, companyId, examId, ruleId } = arranged
  const as = world.as(boss)
  const [{ id = '', runningRules } = {}] = (await as.get(template.list, {})).dataList
  expect(runningRules).toEqual({ count: 1, names: ['考试合格'] })
  const [holder = ''] = await arrangePeople(world, companyId, [{ name: '先得' }])
  const handId = await arrangeRule(world, boss, { templateId: id, name: '手工', numberPattern: 'H{seq}' })
  await as.get(certificate.issue, { ruleId: handId, ...by([holder]) })
  const [held] = (await as.get(certificate.list, { ruleId: handId })).dataList

  await as.get(template.turn, { id, isUsed: false })
  const offered = await Promise.all([false, true].map((withStopped) => as.get(template.options, { withStopped })))
  expect(offered.map((list) => list.map((one) => one.id))).toEqual([[], [id]])
  await sit(arranged)
  await world.runJobs()
  expect(await numbersOf(ruleId)).toEqual([])
  expect((await as.get(refusal.list, {})).dataList).toMatchObject([{ ruleName: '考试合格', isTemplateStopped: true }])
  const [waiting] = (await as.get(refusal.list, {})).dataList
  expect(await as.get(refusal.retry, { ids: [waiting?.id ?? ''], isWithoutPhoto: true })).toEqual({
    issuedCount: 0,
    leftCount: 1,
  })
  expect(await as.call(certificate.reissue, { id: held?.id ?? '', reason: '更名' })).toMatchObject({
    code: certificateErrors.notValid.code,
    message: expect.stringContaining('已停用'),
  })
  const refused = [
    await as.call(certificate.issue, { ruleId: handId, ...by([holder]) }),
    await as.call(rule.fill, { id: ruleId }),
    await as.call(rule.create, { name: '又一条', templateId: id, kind: 'exam', targetId: examId, numberPattern: 'X{seq}' }),
  ]
  expect(refused.map(({ code }) => code)).toEqual(refused.map(() => ruleErrors.templateRefused.code))

  await as.get(template.turn, { id, isUsed: true })
  await world.runJobs()
  expect(await numbersOf(ruleId)).toHaveLength(1)
  expect((await as.get(refusal.list, {})).totalCount).toBe(0)
  expect((await as.get(certificate.reissue, { id: held?.id ?? '', reason: '更名' })).number).toBe('H2')
})

test('a rule that takes another template issues to whoever waited for the stopped one', async () => {
  const boss = await world.actor()
  const as = world.as(boss)
  const stopped = await arrangeTemplate(world, boss, { name: '旧版' })
  const used = await arrangeTemplate(world, boss, { name: '新版' })
  const ruleId = await arrangeRule(world, boss, { templateId: stopped })
  const people = await arrangePeople(world, boss.companyId, [{ name: '甲' }, { name: '乙' }])
  await as.get(template.turn, { id: stopped, isUsed: false })
  const earning = { trigger: 't', sourceId: null, source: '', score: '', level: '', remark: '' }
  const earnings = people.map((staffId) => ({ ...earning, staffId }))
  await world.inCompany(boss.companyId, (db) => issue(db, { ruleId, earnings, actorId: null, reason: '', now: new Date() }))
  const [row] = (await as.get(rule.list, {})).dataList
  if (!row) throw new Error('the rule was made before')
  expect([row.isTemplateUsed, row.refusedCount]).toEqual([false, 2])
  await as.get(rule.modify, { ...row, templateId: used })
  await world.runJobs()
  expect((await as.get(certificate.list, {})).dataList.map(({ templateName }) => templateName)).toEqual(['新版', '新版'])
})

test('marks of direction are not on it: a name is read as it is written', async () => {
  const [staffId = ''] = await arrangePeople(world, admin.companyId, [{ name: '张\u202e三\u200f·丰' }])
  const ruleId = await arrangeRule(world, admin, { templateId, name: '方向', numberPattern: 'U{seq}' })
  await world.as(admin).get(certificate.issue, { ruleId, ...by([staffId]) })
  const [row] = (await world.as(admin).get(certificate.list, { ruleId })).dataList
  expect(row?.holderName).toBe('张三·丰')
})

test('reissued: the former is superseded, its time stays unless it is renewed; revoked ones are not', async () => {
  const ruleId = await arrangeRule(world, admin, { templateId, name: '换发', numberPattern: 'C{seq}', validityMonths: 12 })
  const as = world.as(admin)
  const [staffId = ''] = await arrangePeople(world, admin.companyId, [{ name: '李旧名' }])
  await as.get(certificate.issue, { ruleId, ...by([staffId]), score: '88' })
  await world.rows(`update org.staff set name = '李新名' where id = $1`, [staffId])
  const [first] = (await as.get(certificate.list, { ruleId })).dataList
  const made = await as.get(certificate.reissue, { id: first?.id ?? '', reason: '更名' })
  expect(made.number).toBe('C2')
  const [second, former] = (await as.get(certificate.list, { ruleId })).dataList
  expect(second).toMatchObject({ holderName: '李新名', standing: certificateStanding.valid, validUntil: first?.validUntil })
  expect(former).toMatchObject({ holderName: '李旧名', standing: certificateStanding.superseded })
  expect(await as.get(certificate.detail, { id: made.id })).toMatchObject({ replaces: 'C1' })
  expect(await as.call(certificate.reissue, { id: first?.id ?? '', reason: '再次' })).toMatchObject({
    code: certificateErrors.notValid.code,
  })
  await as.get(certificate.revoke, { ids: [made.id], reason: '离职' })
  expect(await as.call(certificate.revoke, { ids: [made.id], reason: '离职' })).toMatchObject({
    code: certificateErrors.notValid.code,
  })
})

test('a holder sees their own alone', async () => {
  const ruleId = await arrangeRule(world, admin, { templateId, name: '本人', numberPattern: 'M{seq}' })
  const people = await arrangePeople(world, admin.companyId, [{ name: '甲' }, { name: '乙' }])
  await world.as(admin).get(certificate.issue, { ruleId, ...by(people) })
  const [holder, other] = await Promise.all(
    people.map((staffId) => world.actor({ companyId: admin.companyId, staffId, rights: [] })),
  )
  const { dataList } = await world.as(holder).get(myCertificate.list, {})
  expect(dataList).toHaveLength(1)
  expect((await world.as(other).call(myCertificate.pdf, { id: dataList[0]?.id ?? '' })).code).not.toBe(0)
})

test('a template is put to use without faults alone; what was issued keeps its version', async () => {
  const as = world.as(admin)
  const { id } = await as.get(template.create, { name: '未完成', width: 210, height: 297 })
  const { layout, version } = await as.get(template.detail, { id })
  const emptied = { ...layout, pages: [{ backgroundId: null, boxes: [] }] }
  const saved = await as.get(template.save, { id, version, name: '未完成', layout: emptied })
  expect(await as.call(template.publish, { id, version: saved.version })).toMatchObject({ code: templateErrors.notReady.code })
  const foreign = { ...layout, pages: [{ backgroundId: staffIds[0] ?? '', boxes: [] }] }
  expect(await as.call(template.save, { id, version: saved.version, name: '未完成', layout: foreign })).toMatchObject({
    code: templateErrors.pictureRefused.code,
  })
  const attesting = { ...layout, skills: [{ skillId: staffIds[0] ?? '', level: 3 }] }
  expect(await as.call(template.save, { id, version: saved.version, name: '未完成', layout: attesting })).toMatchObject({
    code: templateErrors.skillRefused.code,
  })
  const ruleId = await arrangeRule(world, admin, { templateId })
  await as.get(certificate.issue, { ruleId, ...by(staffIds.slice(0, 1)) })
  expect(await as.call(template.remove, { ids: [templateId] })).toMatchObject({ code: templateErrors.inUse.code })
  await as.get(template.remove, { ids: [id] })
})
