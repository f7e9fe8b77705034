import { messageTemplate } from '@kaopei/messaging/contract/message-template'
import { messagingModule } from '@kaopei/messaging/server'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exam } from '../../contract/exam.ts'
import { examPeople } from '../../contract/exam-people.ts'
import { examModule } from '../exam.module.ts'
import { arrangeDraft, arrangeOrganisation, arrangeStaff, base } from '../exam-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, messagingModule()])
})
afterAll(() => world.close())

/** Who was told, by address. */
async function told(companyId: string): Promise<string[]> {
  await world.runJobs()
  const rows = await world.rows<{ address: string }>(
    `select address from messaging.outbox where company_id = $1 and template_key = 'reviewerAssigned' order by address`,
    [companyId],
  )
  return rows.map(({ address }) => address)
}

async function arrange(settings: { notifyReviewer?: boolean } = {}) {
  const given = await arrangeOrganisation(world)
  const { draft } = await arrangeDraft(world, given, { people: 1 })
  const [one = '', two = '', three = ''] = await arrangeStaff(world, given.companyId, { count: 3, withEmail: 3 })
  for (const [number, id] of [one, two, three].entries())
    await world.rows('update org.staff set email = $2 where id = $1', [id, `r${number}@example.com`])
  const as = world.as(given.admin)
  const set = (...reviewStaffIds: string[]) => as.get(examPeople.saveReviewers, { examinationId: draft.id, reviewStaffIds })
  const saved = await as.get(exam.save, {
    id: draft.id,
    version: draft.version,
    name: base.name,
    reviewStaffIds: [one],
    ...settings,
  })
  const publish = () => as.get(exam.publish, { id: draft.id, version: saved.version, ignoreWarnings: true })
  return { ...given, as, id: draft.id, one, two, three, set, publish }
}

test('reviewers are told when their exam is published, with where to mark; nobody before', async () => {
  const { companyId, publish } = await arrange()
  expect(await told(companyId)).toEqual([])
  await publish()
  expect(await told(companyId)).toEqual(['r0@example.com'])
  const [mail] = await world.rows<{ subject: string; body: string }>(
    `select subject, body from messaging.outbox where company_id = $1 and template_key = 'reviewerAssigned'`,
    [companyId],
  )
  expect(mail?.subject).toBe(`阅卷安排：${base.name}`)
  expect(mail?.body).toMatch(/https:\/\/[\w-]+\.kaopei\.test\/application\/ote\/testMarking/)
})

test('who comes later is told then, and everybody once, however the list changes', async () => {
  const { companyId, one, two, three, set, publish } = await arrange()
  await publish()
  await told(companyId)
  await set(one, two)
  expect(await told(companyId)).toEqual(['r0@example.com', 'r1@example.com'])
  await set(three)
  await set(one, two, three)
  expect(await told(companyId)).toEqual(['r0@example.com', 'r1@example.com', 'r2@example.com'])
})

test('who was disabled or removed meanwhile is not told', async () => {
  const { companyId, one, two, three, set, publish } = await arrange()
  await set(one, two, three)
  await world.rows('update org.staff set is_enabled = false where id = $1', [one])
  await world.rows('update org.staff set removed_at = now() where id = $1', [two])
  await publish()
  expect(await told(companyId)).toEqual(['r2@example.com'])
})

test('an exam may tell nobody, and begins to when it is set; a company may have words of its own, or none', async () => {
  const { companyId, id, as, publish } = await arrange({ notifyReviewer: false })
  const { version } = await publish()
  expect(await told(companyId)).toEqual([])
  await as.get(messageTemplate.setEnabled, { type: 2, key: 'reviewerAssigned', version: 0, isEnabled: false })
  const { version: later } = await as.get(exam.save, { id, version, name: base.name, notifyReviewer: true })
  expect(await told(companyId)).toEqual([])
  await as.get(messageTemplate.setEnabled, { type: 2, key: 'reviewerAssigned', version: 1, isEnabled: true })
  await as.get(exam.save, { id, version: later, name: base.name })
  expect(await told(companyId)).toEqual(['r0@example.com'])
})

test('a cancelled exam tells nobody any more', async () => {
  const { companyId, id, as, publish } = await arrange()
  const { version } = await publish()
  await as.get(exam.cancel, { id, version, reason: '改期举行' })
  expect(await told(companyId)).toEqual([])
})
