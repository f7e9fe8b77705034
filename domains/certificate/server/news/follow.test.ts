import { courseCompleted, courseModule } from '@kaopei/course/server'
import { arrangeCourse } from '@kaopei/course/testing'
import { evaluationLearn } from '@kaopei/evaluation/contract/answering'
import { evaluationResult } from '@kaopei/evaluation/contract/result'
import { evaluationModule } from '@kaopei/evaluation/server'
import { answerAll, openAppointment, publishedScale } from '@kaopei/evaluation/testing'
import { temporaryBlobs } from '@kaopei/files/server'
import { jobsModule } from '@kaopei/jobs/server'
import { arrangePeople } from '@kaopei/org/testing'
import { emit } from '@kaopei/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { skillModule } from '@kaopei/skill/server'
import { arrangeSkills } from '@kaopei/skill/testing'
import { projectCompleted, trainingModule } from '@kaopei/training/server'
import { arrangeProject } from '@kaopei/training/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { certificate } from '../../contract/certificate.ts'
import { certificateStanding } from '../../contract/codes.ts'
import type { Condition } from '../../contract/conditions.ts'
import { ruleErrors } from '../../contract/errors.ts'
import { proposal } from '../../contract/proposal.ts'
import { rule } from '../../contract/rule.ts'
import { arrangeRule, arrangeTemplate, type RuleWish } from '../certificate-arrange.ts'
import { certificateModule } from '../index.ts'

let world: World
let admin: TestActor
let templateId: string
let scaleId: string
beforeAll(async () => {
  const rooms = [jobsModule, courseModule, trainingModule, skillModule, evaluationModule, certificateModule]
  world = await World.open(rooms, temporaryBlobs)
})
afterAll(() => world.close())
// A company of its own, with a template and a scale.
beforeEach(async () => {
  admin = await world.actor()
  templateId = await arrangeTemplate(world, admin)
  const [skillId = ''] = await arrangeSkills(world, admin.companyId, ['设备点检'])
  scaleId = await publishedScale(world, admin, { name: '点检测评', kind: 4, skillMap: [{ dimension: 'a', skillId, level: 3 }] })
})

async function person(name: string): Promise<TestActor> {
  const [staffId = ''] = await arrangePeople(world, admin.companyId, [{ name }])
  return world.actor({ companyId: admin.companyId, staffId, rights: [] })
}

const issuedTo = async (ruleId: string, standing?: 1 | 2 | 3 | 4) =>
  (await world.as(admin).get(certificate.list, { ruleId, ...(standing && { standing }), pageSize: 50 })).dataList.map(
    ({ number }) => number,
  )
const lowLevel: Condition = { dimension: 'a', by: 'level', atLeast: 3, bands: [] }
/** Dimension a: 14 of 15 points, so level 3 of 3; the weak one has 9, so none. */
const [strong, weak] = [
  [4, 4, 1, 2, 3, 2],
  [2, 2, 2, 1, 3, 2],
]

async function sitsScale(who: TestActor, answers: readonly (number | null)[], seconds = 5): Promise<string> {
  await openAppointment(world, admin, { name: '点检', scaleId, staffIds: [who.staffId] })
  const evaluationResultId = (await answerAll(world, who, answers, { seconds })) ?? ''
  await world.runJobs()
  return evaluationResultId
}

test('a result that says enough issues; contested and voided it is proposed, kept again it lapses; erased because asked, it is proposed', async () => {
  const wish: RuleWish = {
    templateId,
    name: '点检证',
    kind: 'evaluation',
    targetId: scaleId,
    conditions: [lowLevel],
    numberPattern: 'P{seq}',
  }
  const ruleId = await arrangeRule(world, admin, wish)
  const [good, poor] = [await person('甲'), await person('乙')]
  await sitsScale(poor, weak)
  const evaluationResultId = await sitsScale(good, strong)
  expect(await issuedTo(ruleId)).toEqual(['P1'])
  const [fact] = await world.rows<{ facts: object }>('select facts from certificate.certificate where rule_id = $1', [ruleId])
  expect(fact?.facts).toMatchObject({ source: '点检测评', score: '14', level: '3 级' })
  const as = world.as(admin)
  const proposed = async () => {
    await world.runJobs()
    return (await as.get(proposal.list, {})).dataList.map(({ cause, state }) => [cause, state])
  }
  // A weaker one later takes nothing away.
  await sitsScale(good, weak)
  expect(await proposed()).toEqual([])
  expect((await as.call(evaluationResult.review, { evaluationResultId, isKept: false, note: '误评' })).code).toBe(3646)
  await world.as(good).get(evaluationLearn.contest, { evaluationResultId, text: '不是本人作答' })
  await as.get(evaluationResult.review, { evaluationResultId, isKept: false, note: '核实为他人代答' })
  expect(await proposed()).toEqual([['resultVoided', 0]])
  await as.get(evaluationResult.review, { evaluationResultId, isKept: true, note: '再次核实' })
  expect(await proposed()).toEqual([['resultVoided', 3]])
  await as.get(evaluationResult.erase, { ids: [evaluationResultId], note: '本人要求' })
  expect((await proposed()).at(0)).toEqual(['resultErased', 0])
  expect(await issuedTo(ruleId, certificateStanding.valid)).toEqual(['P1'])
})

test('what waits for a look issues nothing until it is kept; who answered before the rule gets one by filling', async () => {
  const [careless, before] = [await person('丙'), await person('丁')]
  await sitsScale(before, strong)
  const evaluationResultId = await sitsScale(careless, strong, 0.2)
  const ruleId = await arrangeRule(world, admin, {
    ...{ templateId, name: '补点检证', kind: 'evaluation', targetId: scaleId, numberPattern: 'Q{seq}' },
    conditions: [
      { dimension: 'a', by: 'raw', atLeast: 14, bands: [] },
      { dimension: 'a', by: 'band', atLeast: null, bands: ['较高'] },
    ],
  })
  for (let time = 0; time < 2; time += 1) {
    await world.as(admin).get(rule.fill, { id: ruleId })
    await world.runJobs()
  }
  const before2 = await issuedTo(ruleId)
  expect(before2).toContain('Q1')
  await world.as(admin).get(evaluationResult.review, { evaluationResultId, isKept: true, note: '已核对' })
  await world.runJobs()
  expect(await issuedTo(ruleId)).toHaveLength(before2.length + 1)
})

test('a condition that no result could meet is refused in words, personality is no ground, and the choices say what can be asked', async () => {
  const as = world.as(admin)
  const wish = { templateId, kind: 'evaluation', targetId: scaleId, numberPattern: 'X{seq}', name: '条件' } as const
  const refused = async (condition: object, targetId = scaleId) => {
    const answer = await as.call(rule.create, { ...wish, targetId, conditions: [{ ...lowLevel, ...condition }] } as never)
    return [answer.code, answer.message]
  }
  const { code } = ruleErrors.conditionRefused
  expect(await refused({ dimension: 'zz' })).toEqual([code, '条件中的维度在量表的已发布版本里不存在，请重新选择'])
  expect(await refused({ atLeast: 4 })).toEqual([code, '“甲技能级别 ≥ 4 级”达不到：该维度最高只能认定 3 级'])
  expect(await refused({ dimension: 'b' })).toEqual([code, '“乙技能级别 ≥ 3 级”不能使用：请先在量表中设置“乙”对应的技能'])
  expect(await refused({ by: 'raw', atLeast: 16 })).toEqual([code, '“甲原始分 ≥ 16”达不到：原始分最高为 15'])
  expect(await refused({ by: 'band', bands: ['超群'] })).toEqual([code, '“甲为超群”的档次“超群”不存在，请重新选择'])
  const personality = await publishedScale(world, admin, { name: '性格', kind: 1 })
  expect((await refused({}, personality))[0]).toBe(ruleErrors.targetRefused.code)
  const { dataList } = await as.get(rule.scales, {})
  expect(dataList).toEqual([
    {
      ...{ id: scaleId, name: '点检测评' },
      dimensions: [
        { id: 'a', name: '甲', min: 3, max: 15, level: 3, bands: ['较低', '较高'] },
        { id: 'b', name: '乙', min: 3, max: 15, level: null, bands: [] },
      ],
    },
  ])
  expect(await world.as(await world.actor()).get(rule.scales, {})).toMatchObject({ totalCount: 0 })
})

/** Completes something at a time, as its room would tell; the certificate's end is moved instead of the clock. */
async function completed(table: 'course' | 'training', targetId: string, staffId: string, at: Date): Promise<void> {
  const key = table === 'course' ? 'course_id' : 'project_id'
  await world.rows(`update ${table}.enrolment set begun_at = $3, completed_at = $3 where ${key} = $1 and staff_id = $2`, [
    ...[targetId, staffId, at],
  ])
  await world.inCompany(admin.companyId, (db) =>
    table === 'course'
      ? emit(db, courseCompleted, db.companyId, { courseId: targetId, staffId })
      : emit(db, projectCompleted, db.companyId, { projectId: targetId, staffId }),
  )
  await world.runJobs()
}
const endsIn = (ruleId: string, days: number) =>
  world.rows(
    `update certificate.certificate set valid_until = now() + make_interval(days => $2) where rule_id = $1 and state = 1`,
    [ruleId, days],
  )

test.each(['course', 'project'] as const)(
  'a %s that is completed anew before the end is renewed, once for each completion',
  async (kind) => {
    const { companyId } = admin
    const [staffId = ''] = await arrangePeople(world, companyId, [{ name: '学员' }])
    const table = kind === 'course' ? 'course' : 'training'
    const targetId =
      kind === 'course'
        ? (await arrangeCourse(world, companyId, { chapters: [] })).courseId
        : (await arrangeProject(world, companyId, { stages: [] })).projectId
    const key = kind === 'course' ? 'course_id' : 'project_id'
    await world.rows(`insert into ${table}.enrolment (company_id, ${key}, staff_id) values ($1, $2, $3)`, [
      companyId,
      targetId,
      staffId,
    ])
    const ruleId = await arrangeRule(world, admin, {
      ...{ templateId, name: `续期${kind}`, kind, targetId, numberPattern: `${kind === 'course' ? 'K' : 'J'}{seq}` },
      ...{ validityMonths: 12, renewBeforeDays: 60 },
    })
    const first = new Date('2026-01-05T02:03:04.567Z')
    await completed(table, targetId, staffId, first)
    await completed(table, targetId, staffId, first)
    expect(await issuedTo(ruleId)).toHaveLength(1)
    // Again, but long before the end: the one that is there is enough.
    await completed(table, targetId, staffId, new Date('2026-02-05T00:00:00Z'))
    expect(await issuedTo(ruleId)).toHaveLength(1)
    await endsIn(ruleId, 30)
    await world.as(admin).get(rule.fill, { id: ruleId })
    await completed(table, targetId, staffId, new Date('2026-11-05T00:00:00Z'))
    expect(await issuedTo(ruleId)).toHaveLength(2)
    expect(await issuedTo(ruleId, certificateStanding.superseded)).toHaveLength(1)
    expect(await issuedTo(ruleId, certificateStanding.valid)).toHaveLength(1)
  },
)

test('an evaluation that is passed anew before the end is renewed', async () => {
  const who = await person('戊')
  const wish: RuleWish = {
    templateId,
    name: '续测评',
    kind: 'evaluation',
    targetId: scaleId,
    conditions: [lowLevel],
    numberPattern: 'V{seq}',
  }
  const ruleId = await arrangeRule(world, admin, { ...wish, validityMonths: 12, renewBeforeDays: 30 })
  await sitsScale(who, strong)
  await sitsScale(who, strong)
  expect(await issuedTo(ruleId)).toHaveLength(1)
  await endsIn(ruleId, 10)
  await sitsScale(who, weak)
  expect(await issuedTo(ruleId, certificateStanding.valid)).toHaveLength(1)
  await sitsScale(who, strong)
  expect(await issuedTo(ruleId, certificateStanding.superseded)).toHaveLength(1)
})
