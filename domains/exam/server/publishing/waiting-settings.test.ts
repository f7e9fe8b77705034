import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exam } from '../../contract/exam.ts'
import { examPaper } from '../../contract/exam-paper.ts'
import { waitingSettings } from '../../contract/waiting-settings.ts'
import { examModule } from '../exam.module.ts'
import { arrangeDraft, arrangeOrganisation, arrangeReadyQuestions, base, random, singles } from '../exam-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule])
})
afterAll(() => world.close())

test.each(waitingSettings)('%s is refused with its reason where it is set, in a new exam and in an old one', async (name) => {
  const { admin } = await arrangeOrganisation(world)
  const as = world.as(admin)
  const refusal = { code: 2520, message: expect.stringContaining('监考录像功能尚未开放，暂不能开启') }
  expect(await as.call(exam.save, { ...base, [name]: 1 })).toMatchObject(refusal)
  const draft = await as.get(exam.save, { ...base, [name]: false })
  expect(await as.call(exam.save, { id: draft.id, version: draft.version, name: base.name, [name]: true })).toMatchObject(refusal)
  expect(await as.get(exam.get, { id: draft.id })).toMatchObject({ [name]: false, version: draft.version })
})

test('a draft from earlier keeps what it has, is told before publishing, and goes out once it is turned off', async () => {
  const given = await arrangeOrganisation(world)
  const { draft } = await arrangeDraft(world, given)
  const { id } = draft
  const as = world.as(given.admin)
  const older = `update exam.exam set settings = settings || '{"permitFaceRecord": true, "permitScreenRecord": true}' where id = $1`
  await world.rows(older, [id])
  const renamed = await as.get(exam.save, { id, version: draft.version, name: '改名', permitFaceRecord: true })
  expect(renamed).toMatchObject({ permitFaceRecord: true, permitScreenRecord: true })
  const { mayPublish, findings } = await as.get(exam.checkPublish, { id })
  expect(mayPublish).toBe(false)
  expect(findings.map(({ message }) => message)).toEqual([
    '监考录像功能尚未开放，请在考试设置中关闭“人脸录像”',
    '监考录像功能尚未开放，请在考试设置中关闭“屏幕录制”',
  ])
  expect(await as.call(exam.publish, { id, version: renamed.version, ignoreWarnings: true })).toMatchObject({ code: 2305 })
  const off = { permitFaceRecord: false, permitScreenRecord: false }
  const { version } = await as.get(exam.save, { id, version: renamed.version, name: '改名', ...off })
  expect(await as.get(exam.publish, { id, version })).toMatchObject({ status: 4, permitFaceRecord: false })
})

test('an exam that is under way with such a setting goes on', async () => {
  const given = await arrangeOrganisation(world)
  const { draft } = await arrangeDraft(world, given)
  const as = world.as(given.admin)
  const { version, id } = await as.get(exam.publish, { id: draft.id, version: draft.version })
  await world.rows(`update exam.exam set settings = settings || '{"permitFaceRecord": true}' where id = $1`, [id])
  expect(await as.call(exam.save, { id, version, name: base.name, information: '改到三楼' })).toMatchObject({ code: 0 })
})

test('nothing runs programs yet, so no paper with a programming question goes out, chosen or drawn', async () => {
  const given = await arrangeOrganisation(world)
  const { draft } = await arrangeDraft(world, given)
  const as = world.as(given.admin)
  const { bankId, questions } = await arrangeReadyQuestions(world, given.companyId, singles(6))
  const [first] = questions
  await world.rows('update question.question set type = 5 where id = $1', [first?.id])
  const asked = async (entries: Parameters<typeof random>) => {
    const { version } = await as.get(exam.get, { id: draft.id })
    await as.get(examPaper.save, { examinationId: draft.id, version, questions: [random(...entries)] })
    return (await as.get(exam.checkPublish, { id: draft.id })).findings.map(({ message }) => message)
  }
  const reason = '编程题的自动判题尚未开放，规则1可能抽到编程题，请在规则的题型中排除编程题'
  expect(await asked([[bankId], 2])).toEqual([reason])
  expect(await asked([[bankId], 2, 2, [1]])).toEqual([])
  const { version } = await as.get(exam.get, { id: draft.id })
  const fixed = [{ questionType: 1 as const, questionId: first?.id ?? '', score: 10 }]
  const saved = await as.get(examPaper.save, { examinationId: draft.id, version, questions: fixed })
  expect(await as.call(exam.publish, { id: draft.id, version: saved.version, ignoreWarnings: true })).toMatchObject({
    code: 2305,
    message: '编程题的自动判题尚未开放，请从试卷中移除 1 道编程题',
  })
})
