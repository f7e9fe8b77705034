import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collectModule } from '@kaopei/collect/server'
import { sessionCalls } from '@kaopei/identity/contract/session'
import { identityModule, loadPasswordKeys, sessionSource } from '@kaopei/identity/server'
import { orgModule } from '@kaopei/org/server'
import { arrangePerson } from '@kaopei/org/testing'
import { type TestActor, World } from '@kaopei/server/testing'
import { sittingModule } from '@kaopei/sitting/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { entry as entryCalls } from '../../contract/entry.ts'
import { exam } from '../../contract/exam.ts'
import { examPeople } from '../../contract/exam-people.ts'
import { outerJoin, outerLinks } from '../../contract/outer-links.ts'
import { examModule } from '../exam.module.ts'
import { arrangeDraft, arrangeOrganisation, base, hours } from '../exam-arrange.ts'
import { outerJoinModule } from './join.module.ts'

// From a link in somebody's hand to a candidate who sits the exam.

const folder = mkdtempSync(join(tmpdir(), 'kaopei-join-'))
const passwordKeys = loadPasswordKeys({ dataDir: folder })
rmSync(folder, { recursive: true })

let world: World
beforeAll(async () => {
  const modules = [identityModule({ menus: [], passwordKeys }), orgModule, collectModule, examModule, sittingModule]
  world = await World.open(
    [...modules, outerJoinModule(passwordKeys)],
    () => ({}),
    (pool) => sessionSource(pool, []),
  )
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = () => new Date()
})

function encrypt(text: string): string {
  const key = createPublicKey({ key: Buffer.from(passwordKeys.publicKey, 'base64'), type: 'spki', format: 'der' })
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  return publicEncrypt({ key, padding, oaepHash: 'sha256' }, Buffer.from(text)).toString('base64')
}

let last = 0
const own = 'wode-mima1!'
const visitor = () => {
  last += 1
  return { name: `访客${last}`, phone: String(13_500_000_000 + last) }
}

interface Wish {
  readonly settings?: object
  readonly limit?: number
}

/** A published exam with one living link. */
async function openExam({ settings = {}, limit = 50 }: Wish = {}) {
  const given = await arrangeOrganisation(world)
  const as = world.as(given.admin)
  const { draft } = await arrangeDraft(world, given, { people: 0 })
  const mode = { outerParticipationMode: 1 as const, ...settings }
  const { id, version } = await as.get(exam.save, { id: draft.id, version: draft.version, name: base.name, ...mode })
  const made = await as.get(outerLinks.create, { examinationId: id, title: '校园招聘', limit, expiresAt: hours(24) })
  await as.get(exam.publish, { id, version, ignoreWarnings: true })
  return { ...given, id, linkId: made.id, url: made.url, token: new URL(made.url).searchParams.get('token') ?? '' }
}

const register = (token: string, values: object, more: object = {}) =>
  world.as(undefined).call(outerJoin.register, { token, values: { ...values }, newPassword: encrypt(own), ...more })

const listed = async (admin: TestActor, examinationId: string) =>
  (await world.as(admin).get(examPeople.list, { examinationId })).dataList.map(({ name }) => name)

test('whoever has the link fills in what is asked, is a candidate, is signed in, and can come back with the password', async () => {
  const { admin, companyId, id, token, linkId } = await openExam()
  const opened = await world.as(undefined).get(outerJoin.open, { token })
  expect(opened).toMatchObject({ examName: base.name, examId: id, needsPassword: false, isSimulation: false })
  expect(opened.fields.map(({ label, isRequired }) => [label, isRequired])).toEqual([
    ['姓名', true],
    ['手机号', true],
    ['邮箱', false],
  ])
  const person = visitor()
  const { code, data } = await register(token, { ...person, email: 'fang@example.cn' })
  expect([code, data.changePasswordFlag]).toEqual([0, '1'])
  const [mine] = (await world.as(data).get(entryCalls.myExams)).dataList
  expect(mine).toMatchObject({ examId: id, entry: { allowed: false, message: '考试尚未开始' } })
  expect((await world.as(data).get(entryCalls.notice, { examId: id })).missingInfo).toEqual([])
  expect(await listed(admin, id)).toEqual([person.name])
  const [company] = await world.rows<{ domain: string }>('select domain from identity.company where id = $1', [companyId])
  const again = { account: person.phone, password: encrypt(own), tenantDomain: company?.domain ?? '' }
  expect(await world.as(undefined).call(sessionCalls.login, again)).toMatchObject({ code: 0, data: { staffId: data.staffId } })
  expect(await world.as(admin).get(outerLinks.list, { examinationId: id })).toMatchObject({
    totalCount: 1,
    dataList: [{ id: linkId, title: '校园招聘', limit: 50, joinedCount: 1, state: 1 }],
  })
  const logged = await world.rows<{ actor_name: string; action: string; before: string }>(
    `select actor_name, action, after ->> 'link' as before from kit.operation_log where company_id = $1 and target = 'outerJoin'`,
    [companyId],
  )
  expect(logged).toEqual([{ actor_name: person.name, action: 'register', before: '校园招聘' }])
})

test('everything that is wrong is said at its field, and nobody is made', async () => {
  const { companyId, token } = await openExam()
  const wrong = await register(token, { name: ' ', phone: '12345', email: 'x' })
  expect(wrong).toMatchObject({
    code: 1001,
    data: {
      fields: [
        { path: 'values.name', message: '姓名不能为空' },
        { path: 'values.phone', message: '请输入正确的电话' },
        { path: 'values.email', message: '请输入正确的邮箱地址' },
      ],
    },
  })
  // The company's own rule of numbers holds here too.
  expect(await register(token, { name: '访客', phone: '19912345678' })).toMatchObject({
    code: 1001,
    data: { fields: [{ path: 'values.phone' }] },
  })
  const weak = await register(token, visitor(), { newPassword: encrypt('12345678') })
  expect(weak).toMatchObject({ code: 1001, data: { fields: [{ path: 'newPassword' }] } })
  expect(await world.rows('select from org.staff where company_id = $1 and staff_source = 2', [companyId])).toEqual([])
})

test('where nobody comes in any more, nothing tells whose number is known: neither a full link nor exams used up', async () => {
  const full = await openExam({ limit: 1 })
  const person = visitor()
  expect(await register(full.token, person)).toMatchObject({ code: 0 })
  const known = await register(full.token, person)
  const unknown = await register(full.token, visitor())
  expect([known.code, known.message]).toEqual([unknown.code, unknown.message])
  expect(known.code).not.toBe(2529)

  const usedUp = await openExam()
  const other = visitor()
  expect(await register(usedUp.token, other)).toMatchObject({ code: 0 })
  await world.rows('update identity.company set exam_quota = 0 where id = $1', [usedUp.companyId])
  const again = await register(usedUp.token, other)
  const stranger = await register(usedUp.token, visitor())
  expect([again.code, again.message]).toEqual([stranger.code, stranger.message])
  expect(again.code).not.toBe(2529)
})

test('somebody who is known logs in first; then the link puts them on the list, employees are not let in by it', async () => {
  const first = await openExam()
  const person = visitor()
  const { data: session } = await register(first.token, person)
  const as = world.as(first.admin)
  const { id: copyId } = await as.get(exam.copy, { id: first.id, name: '第二场' })
  const copy = await as.get(exam.get, { id: copyId })
  const timed = await as.get(exam.save, { ...base, id: copyId, version: copy.version, name: '第二场' })
  const made = await as.get(outerLinks.create, { examinationId: copyId, title: '第二场', expiresAt: hours(24) })
  await as.get(exam.publish, { id: copyId, version: timed.version, ignoreWarnings: true })
  const token = new URL(made.url).searchParams.get('token') ?? ''
  expect(await register(token, { ...person, name: '别人' })).toMatchObject({ code: 2529 })
  expect(await listed(first.admin, copyId)).toEqual([])
  expect(await world.as(session).get(outerJoin.enter, { token })).toEqual({ examId: copyId })
  expect(await world.as(session).get(outerJoin.enter, { token })).toEqual({ examId: copyId })
  expect(await listed(first.admin, copyId)).toEqual([person.name])
  const staffId = await arrangePerson(world, first.companyId, { name: '员工' })
  const colleague = await world.actor({ companyId: first.companyId, staffId, isAdmin: false })
  expect(await world.as(colleague).call(outerJoin.enter, { token })).toMatchObject({ code: 2530 })
  const stranger = await world.actor()
  expect(await world.as(stranger).call(outerJoin.enter, { token })).toMatchObject({ code: 2755 })
})

test('a link that asks for the password lets in with it alone', async () => {
  const { admin, id, token } = await openExam({ settings: { outerParticipationMode: 2, password: 'kaoshi88' } })
  expect(await world.as(undefined).get(outerJoin.open, { token })).toMatchObject({ needsPassword: true })
  const person = visitor()
  for (const more of [{}, { password: 'kaoshi8' }, { password: '' }])
    expect(await register(token, person, more)).toMatchObject({ code: 2528, message: '考试密码不正确' })
  expect(await listed(admin, id)).toEqual([])
  expect(await register(token, person, { password: 'kaoshi88' })).toMatchObject({ code: 0 })
})

test('a link has so many places; of two at once for the last one gets it', async () => {
  const { admin, id, token } = await openExam({ limit: 2 })
  expect(await register(token, visitor())).toMatchObject({ code: 0 })
  const answers = await Promise.all([register(token, visitor()), register(token, visitor())])
  expect(answers.map(({ code }) => code).sort()).toEqual([0, 2527])
  expect(await world.as(undefined).call(outerJoin.open, { token })).toMatchObject({ code: 2527 })
  expect(await listed(admin, id)).toHaveLength(2)
})

test('two who come with one phone at once make one person', async () => {
  const { companyId, token } = await openExam()
  const person = visitor()
  const answers = await Promise.all([1, 2, 3].map(() => register(token, person)))
  expect(answers.map(({ code }) => code).sort()).toEqual([0, 2529, 2529])
  expect(await world.rows('select from org.staff where company_id = $1 and phone = $2', [companyId, person.phone])).toHaveLength(
    1,
  )
})

test('whoever was taken off the list does not come back by the link', async () => {
  const { admin, id, token } = await openExam({ limit: 1 })
  const { data: session } = await register(token, visitor())
  await world.as(admin).get(examPeople.remove, { examinationId: id, staffIds: [session.staffId] })
  expect(await world.as(session).call(outerJoin.enter, { token })).toMatchObject({
    code: 2526,
    message: '您已被移出考生名单，请联系考试组织者',
  })
  // The place is free for somebody else.
  expect(await register(token, visitor())).toMatchObject({ code: 0 })
})

test('nobody comes in by a link that is over, or into an exam that takes nobody', async () => {
  const { admin, companyId, id, token, linkId } = await openExam()
  const as = world.as(admin)
  const asked = async () => {
    const [opened, joined] = [await world.as(undefined).call(outerJoin.open, { token }), await register(token, visitor())]
    expect([opened.code, opened.message]).toEqual([joined.code, joined.message])
    return opened.message
  }
  const state = (sql: string) => world.rows(`update exam.exam set ${sql} where id = $1`, [id])
  await state('status = 0')
  expect(await asked()).toBe('考试尚未发布，请稍后再打开此链接')
  await state('status = 7')
  expect(await asked()).toBe('考试已取消')
  await state(`status = 1, admission_start_at = now() - interval '1 hour', admission_end_at = now() - interval '1 minute'`)
  expect(await asked()).toBe('考试已结束，不能再登记')
  await state(`admission_end_at = now() + interval '1 day', settings = settings || '{"outerParticipationMode": 3}'`)
  expect(await asked()).toBe('本场考试已停止通过链接登记，请联系考试组织者')
  await state(`settings = settings || '{"outerParticipationMode": 1}'`)
  await world.rows('update identity.company set is_suspended = true where id = $1', [companyId])
  expect(await asked()).toBe('该企业的服务已暂停，请联系考试组织者')
  await world.rows('update identity.company set is_suspended = false where id = $1', [companyId])
  const late = new Date(Date.now() + 25 * 3_600_000)
  world.now = () => late
  expect(await asked()).toBe('链接无效、已过期或已停用，请联系分享人重新获取')
  world.now = () => new Date()
  await as.get(outerLinks.revoke, { id: linkId })
  expect(await asked()).toBe('链接无效、已过期或已停用，请联系分享人重新获取')
  expect(await as.call(outerLinks.revoke, { id: linkId })).toMatchObject({ code: 2752 })
  expect(await listed(admin, id)).toEqual([])
})

test('links are made for exams that take people by link, by who may edit the exam, and are another company’s to nobody', async () => {
  const { admin, departments: _departments, ...given } = await arrangeOrganisation(world)
  const as = world.as(admin)
  const { id, version } = await as.get(exam.save, base)
  const wish = { examinationId: id, title: '链接', expiresAt: hours(24) }
  expect(await as.call(outerLinks.create, wish)).toMatchObject({ code: 2525 })
  await as.get(exam.save, { id, version, name: base.name, outerParticipationMode: 1 })
  expect(await as.call(outerLinks.create, { ...wish, expiresAt: hours(-1) })).toMatchObject({ code: 2751 })
  const { id: linkId } = await as.get(outerLinks.create, wish)
  const reader = await world.actor({ companyId: given.companyId, rights: [] })
  expect(await world.as(reader).call(outerLinks.create, wish)).toMatchObject({ code: 1002 })
  const { admin: stranger } = await arrangeOrganisation(world)
  expect(await world.as(stranger).call(outerLinks.list, { examinationId: id })).toMatchObject({ code: 1008 })
  expect(await world.as(stranger).call(outerLinks.revoke, { id: linkId })).toMatchObject({ code: 1008 })
  expect(await world.as(stranger).call(outerLinks.create, wish)).toMatchObject({ code: 1008 })
})

test('a company that has no exams left lets nobody in by a link', async () => {
  const { admin, companyId, id, token } = await openExam()
  await world.rows('update identity.company set exam_quota = 0 where id = $1', [companyId])
  expect(await register(token, visitor())).toMatchObject({ code: 2558 })
  expect(await listed(admin, id)).toEqual([])
  expect(await world.rows('select from org.staff where company_id = $1 and staff_source = 2', [companyId])).toEqual([])
})
