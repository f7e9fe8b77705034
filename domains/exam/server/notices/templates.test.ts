import { messageTemplate } from '@kaopei/messaging/contract/message-template'
import { messagingModule } from '@kaopei/messaging/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { sittingModule } from '@kaopei/sitting/server'
import { oneOfEachType } from '@kaopei/sitting/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exam } from '../../contract/exam.ts'
import { defaultNoticeTemplates } from '../../contract/exam-notices.ts'
import { examModule } from '../exam.module.ts'
import { arrangeDraft, arrangeOrganisation, base } from '../exam-arrange.ts'
import { arrangeExam, startExam } from '../sitting-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, messagingModule()])
})
afterAll(() => world.close())

const mail = 2
async function template(admin: TestActor, key: 'examPublished' | 'resultPublished', type: 1 | 2, words = '正文') {
  const wish = { type, key, name: `${key}${type}`, subject: '我们的通知', body: `${words}：{{examName}}` }
  const { id } = await world.as(admin).get(messageTemplate.create, wish)
  if (id === null) throw new Error('a created template has an id')
  return id
}

const outboxOf = (companyId: string) =>
  world.rows<{ channel: number; subject: string; body: string }>(
    `select channel, subject, body from messaging.outbox where company_id = $1 and template_key <> 'reviewerAssigned' order by channel`,
    [companyId],
  )

test('a notice goes out in the template that was chosen for it, by mail and by text message', async () => {
  const given = await arrangeOrganisation(world)
  const { admin, companyId } = given
  const { draft } = await arrangeDraft(world, given, { people: 1 })
  await world.rows(`update org.staff set phone = '13900000001' where company_id = $1`, [companyId])
  const noticeTemplates = {
    ...defaultNoticeTemplates,
    publish: { mail: await template(admin, 'examPublished', mail), sms: await template(admin, 'examPublished', 1, '短信') },
  }
  const wish = { id: draft.id, version: draft.version, name: base.name, notifyPublish: true, noticeTemplates }
  const { version } = await world.as(admin).get(exam.save, wish)
  await world.as(admin).get(exam.publish, { id: draft.id, version, ignoreWarnings: true })
  await world.runJobs()
  expect(await outboxOf(companyId)).toMatchObject([
    { channel: 1, body: expect.stringContaining('短信：安全生产知识考试') },
    { channel: mail, subject: '我们的通知', body: '正文：安全生产知识考试' },
  ])
})

test('a channel may be left out, and the standard words are sent where nothing is said', async () => {
  const given = await arrangeOrganisation(world)
  const { draft } = await arrangeDraft(world, given, { people: 1 })
  const as = world.as(given.admin)
  const publishAs = async (mailChoice: 'none' | 'standard') => {
    const { id } = await as.get(exam.copy, { id: draft.id, withStaff: true })
    const before = await as.get(exam.get, { id })
    const noticeTemplates = { ...defaultNoticeTemplates, publish: { mail: mailChoice, sms: null } }
    const { version } = await as.get(exam.save, { ...base, id, version: before.version, notifyPublish: true, noticeTemplates })
    await as.get(exam.publish, { id, version, ignoreWarnings: true })
    await world.runJobs()
    return (await outboxOf(given.companyId)).length
  }
  expect(await publishAs('none')).toBe(0)
  expect(await publishAs('standard')).toBe(1)
})

test('a template of another company, another message, another channel or one that is gone is refused', async () => {
  const given = await arrangeOrganisation(world)
  const { admin } = given
  const { draft } = await arrangeDraft(world, given, { people: 1 })
  const other = await arrangeOrganisation(world)
  const foreign = await template(other.admin, 'examPublished', mail)
  const wrongKey = await template(admin, 'resultPublished', mail)
  const right = await template(admin, 'examPublished', mail)
  const save = (publish: { mail: string | null; sms: string | null }) =>
    world.as(admin).call(exam.save, {
      id: draft.id,
      version: draft.version,
      name: base.name,
      noticeTemplates: { ...defaultNoticeTemplates, publish },
    })
  const refused = { code: 2319, message: '所选的消息模板不存在或不适用于此通知，请重新选择' }
  expect(await save({ mail: foreign, sms: null })).toMatchObject(refused)
  expect(await save({ mail: wrongKey, sms: null })).toMatchObject(refused)
  expect(await save({ mail: null, sms: right })).toMatchObject(refused)
  expect(await world.as(admin).call(exam.save, { ...base, mailTemplateId: foreign })).toMatchObject(refused)
  expect(await save({ mail: right, sms: null })).toMatchObject({ code: 0 })
  // Gone later, it does not stand in the way of other changes.
  await world.as(admin).get(messageTemplate.remove, { type: mail, key: 'examPublished', id: right, version: 1 })
  const { version } = await world.as(admin).get(exam.get, { id: draft.id })
  expect(await world.as(admin).call(exam.save, { id: draft.id, version, name: '改名' })).toMatchObject({ code: 0 })
})

test('candidates are told of their result when it comes out, and not where it may not be looked at', async () => {
  const cases = [
    { permitQueryScore: true, permitViewEarly: true },
    { permitQueryScore: false, permitViewEarly: true },
    { permitQueryScore: true, permitViewEarly: false },
  ]
  for (const permits of cases) {
    const fixed = oneOfEachType().slice(0, 1)
    const settings = { notifyResult: true, ...permits }
    const { companyId, examId, candidates } = await arrangeExam(world, { fixed, settings, passScore: 100 })
    const [actor] = candidates
    if (!actor) throw new Error('a candidate is needed')
    await world.rows(`update org.staff set email = 'a@example.cn' where company_id = $1`, [companyId])
    const { attemptId } = await startExam(world, actor, examId)
    const leaseEpoch = 1
    const items = [{ slot: 1, answer: { type: 1 as const, optionId: 'b' }, baseRev: 0, clientSeq: 1 }]
    await world.as(actor).get(sitting.save, { attemptId, leaseEpoch, items })
    await world.as(actor).get(sitting.submit, { attemptId, leaseEpoch, lastRevs: [], submissionKey: 'key-12345' })
    await world.runJobs()
    const sent = await outboxOf(companyId)
    // While others may still sit nobody is told.
    if (permits.permitQueryScore && permits.permitViewEarly)
      expect(sent).toMatchObject([{ body: expect.stringContaining('10 分，合格') }])
    else expect(sent).toEqual([])
  }
})
