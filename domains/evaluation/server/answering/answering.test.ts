import { jobsModule } from '@kaopei/jobs/server'
import { arrangePeople } from '@kaopei/org/testing'
import { type TestActor, World } from '@kaopei/server/testing'
import { shareModule } from '@kaopei/share/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { evaluationLearn as learn } from '../../contract/answering.ts'
import { evaluationLink as link } from '../../contract/answering-link.ts'
import { appointment, appointmentPeople as people } from '../../contract/appointment.ts'
import { libraryResultMenu, testResultMenu } from '../../contract/menus.ts'
import { evaluationResult as results, scaleStatistics } from '../../contract/result.ts'
import { scale } from '../../contract/scale.ts'
import { answerAll, device, openAppointment, publishedScale } from '../evaluation-arrange.ts'
import { evaluationModule } from '../index.ts'
import { monthsAfter } from '../results/issue.service.ts'
import { settleCompany } from '../settle.ts'

let world: World
let admin: TestActor
let staff: TestActor[]
let scaleId: string
beforeAll(async () => {
  world = await World.open([jobsModule, shareModule, evaluationModule])
})
afterAll(() => world.close())
// A company of its own, with its people and its scale.
beforeEach(async () => {
  world.now = () => new Date()
  admin = await world.actor()
  const { companyId } = admin
  const ids = await arrangePeople(
    world,
    companyId,
    Array.from({ length: 9 }, (_, at) => ({ name: `员工${at + 1}` })),
  )
  staff = []
  for (const staffId of ids) staff.push(await world.actor({ companyId, staffId, rights: [] }))
  scaleId = await publishedScale(world, admin)
})

const person = (at: number) => staff[at] ?? admin
const rows = (text: string, values: unknown[]) => world.rows<Record<string, unknown>>(text, values)
const minutesLater = (minutes: number) => new Date(Date.now() + minutes * 60_000)

async function reported(who: TestActor, name: string): Promise<string> {
  await openAppointment(world, admin, { scaleId, name, staffIds: [who.staffId] })
  return (await answerAll(world, who, [4, 3, 0, 2, 2, 2])) ?? ''
}

async function begun(who: TestActor, name: string, limitMinutes: number | null = null) {
  const appointmentId = await openAppointment(world, admin, { scaleId, name, limitMinutes, staffIds: [who.staffId] })
  const as = world.as(who)
  const mine = (await as.get(learn.mine, { only: 'open' })).dataList
  const raterId = mine.find(({ appointmentName }) => appointmentName === name)?.raterId ?? ''
  await as.get(learn.begin, { raterId, device, consentVersion: 1, retentionMonths: 24 })
  await as.get(learn.save, { raterId, leaseEpoch: 1, items: [{ slot: 1, option: 4, baseRev: 0, clientSeq: 1 }] })
  return { appointmentId, raterId }
}

/** Begun with a limit of five minutes, answered again after it, and ended by the sweep. */
async function overrun(who: TestActor, name: string) {
  const { raterId } = await begun(who, name, 5)
  world.now = () => minutesLater(6)
  const items = [{ slot: 2, option: 4, baseRev: 0, clientSeq: 2 }]
  const late = await world.as(who).get(learn.save, { raterId, leaseEpoch: 1, items })
  await settleCompany(world.services, admin.companyId, minutesLater(6))
  return { raterId, late }
}

test('nothing is asked before consent to the very words; the consent stays with the sitting, and one use is in the ledger', async () => {
  const id = await openAppointment(world, admin, { scaleId, name: '知情', staffIds: [person(0).staffId] })
  const as = world.as(person(0))
  const { dataList } = await as.get(learn.mine, { only: 'open' })
  const raterId = dataList[0]?.raterId ?? ''
  const opened = await as.get(learn.open, { raterId, device })
  expect(opened).toMatchObject({ sheet: null, state: 0, consent: { versionNumber: 1, purpose: '测试', retentionMonths: 24 } })
  expect(await as.call(learn.begin, { raterId, device, consentVersion: 2, retentionMonths: 24 })).toMatchObject({ code: 3637 })
  // The scale keeps it shorter or longer since: what was shown is not what is agreed to.
  expect(await as.call(learn.begin, { raterId, device, consentVersion: 1, retentionMonths: 12 })).toMatchObject({
    ...{ code: 3637, message: '保存期限已改为 24 个月，请刷新页面，重新阅读知情说明后再同意' },
  })
  expect(
    await as.call(learn.save, { raterId, leaseEpoch: 1, items: [{ slot: 1, option: 1, baseRev: 0, clientSeq: 1 }] }),
  ).toMatchObject({
    code: 3640,
  })
  await as.get(learn.begin, { raterId, device, consentVersion: 1, retentionMonths: 24 })
  const [sitting] = await rows('select consent from evaluation.sitting where rater_id = $1', [raterId])
  expect(sitting).toMatchObject({ consent: { versionNumber: 1, readers: '测试人员', retentionMonths: 24 } })
  const used = await rows(`select staff_id from platform.consumption where kind = 'measurement' and subject_id = $1`, [id])
  expect(used).toEqual([{ staff_id: person(0).staffId }])
  expect(await world.as(person(1)).call(learn.open, { raterId, device })).toMatchObject({ code: 3635 })
  await as.get(learn.leave, { raterId })
  expect(await rows('select 1 from evaluation.sitting where rater_id = $1', [raterId])).toEqual([])
})

test('a company opens to and lets in as many as it has evaluations left', async () => {
  const owner = await world.actor()
  const { companyId } = owner
  const as = world.as(owner)
  const [one = '', two = '', late = ''] = await arrangePeople(world, companyId, [{ name: '甲' }, { name: '乙' }, { name: '丙' }])
  const grant = (quota: number) =>
    world.rows('update identity.company set measurement_quota = $2 where id = $1', [companyId, quota])
  const { id } = await as.get(appointment.save, { name: '额度', scaleId: await publishedScale(world, owner) })
  await as.get(people.add, { id, staffIds: [one, two] })
  await grant(1)
  const needs = (count: number) => ({ code: 2558, message: expect.stringContaining(`本次需要 ${count} 人次`) })
  expect(await as.call(appointment.open, { id })).toMatchObject(needs(2))
  await grant(2)
  await as.get(appointment.open, { id })
  expect(await as.get(people.add, { id, staffIds: [late] })).toEqual({ addedCount: 1, leftOut: null })
  await grant(0)
  const [more = ''] = await arrangePeople(world, companyId, [{ name: '丁' }])
  expect(await as.call(people.add, { id, staffIds: [more] })).toMatchObject(needs(1))
  expect(await as.get(people.list, { id })).toMatchObject({ totalCount: 3 })
})

test('an answer is saved with a receipt, the same write again gets the same one, another device is told', async () => {
  await openAppointment(world, admin, { scaleId, name: '凭证', staffIds: [person(1).staffId] })
  const as = world.as(person(1))
  const raterId = (await as.get(learn.mine, { only: 'open' })).dataList[0]?.raterId ?? ''
  await as.get(learn.begin, { raterId, device, consentVersion: 1, retentionMonths: 24 })
  const write = { slot: 2, option: 3, baseRev: 0, clientSeq: 1 }
  const first = await as.get(learn.save, { raterId, leaseEpoch: 1, items: [write] })
  expect(first).toMatchObject({
    outcome: 'open',
    slots: [{ status: 'saved', rev: 1, receipt: expect.stringMatching(/^[0-9a-f]{64}$/) }],
  })
  const again = await as.get(learn.save, { raterId, leaseEpoch: 1, items: [write] })
  expect(again.slots).toEqual(first.slots)
  const other = 'browser-bbbbbbbb:tab-9'
  const seen = await as.get(learn.open, { raterId, device: other })
  expect(seen.sheet).toMatchObject({ lease: { isMine: false, isSameBrowser: false }, nextSeq: 2 })
  expect(seen.sheet?.items[1]).toMatchObject({ option: 3, rev: 1 })
  const taken = await as.get(learn.takeOver, { raterId, device: other })
  expect(taken.sheet?.lease).toMatchObject({ epoch: 2, isMine: true })
  const late = await as.get(learn.save, { raterId, leaseEpoch: 1, items: [{ slot: 2, option: 0, baseRev: 1, clientSeq: 2 }] })
  expect(late).toMatchObject({ outcome: 'replaced', slots: [{ status: 'kept', receipt: null }] })
  expect(await as.call(learn.submit, { raterId, leaseEpoch: 1 })).toMatchObject({ code: 3639 })
  const kept = await rows(
    `select a.kind, a.option from evaluation.answer a join evaluation.sitting s on s.id = a.sitting_id where s.rater_id = $1 order by a.rev`,
    [raterId],
  )
  expect(kept).toEqual([
    { kind: 'save', option: 3 },
    { kind: 'replaced', option: 0 },
  ])
  await expect(
    world.inCompany(admin.companyId, async (db) => {
      const { sql } = await import('kysely')
      await sql`update evaluation.answer set option = 1`.execute(db)
    }),
  ).rejects.toThrow(/permission denied/)
})

test('handing in issues the report; the same again is answered as before, and the words of the version stay', async () => {
  const resultId = await reported(person(2), '报告')
  const own = await world.as(person(2)).get(learn.result, { evaluationResultId: resultId })
  expect(own.report.dimensions).toMatchObject([
    { id: 'a', raw: 14, mean: 4.67, band: { label: '较高', text: '高的解释' }, compared: null },
    { id: 'b', raw: 9, mean: 3, band: null },
  ])
  expect(own).toMatchObject({ state: 0, report: { norm: null, scoringVersion: 2, versionNumber: 1 } })
  const { version } = await world.as(admin).get(scale.get, { id: scaleId })
  const facts = { name: '短量表', kind: 1 as const, licence: '自有', source: '自编' }
  const { definition } = await world.as(admin).get(scale.get, { id: scaleId })
  const bands = definition.bands.map((band) => ({ ...band, text: '改写后的解释' }))
  await world.as(admin).get(scale.save, { id: scaleId, version, ...facts, definition: { ...definition, bands } })
  await world.as(admin).get(scale.publish, { id: scaleId })
  const after = await world.as(person(2)).get(learn.result, { evaluationResultId: resultId })
  expect(after.report).toEqual(own.report)
  // Whoever is asked from now on answers the version of now, and agrees to its words.
  const next = await reported(person(3), '新版')
  expect((await world.as(person(3)).get(learn.result, { evaluationResultId: next })).report.versionNumber).toBe(2)
})

test('careless answers are marked with their reasons; a person keeps or voids them', async () => {
  const id = await openAppointment(world, admin, { scaleId, name: '复核', staffIds: [person(3).staffId] })
  const evaluationResultId = (await answerAll(world, person(3), [2, 2, 2, 2, 2, null], { seconds: 0.5 })) ?? ''
  const detail = await world.as(admin).get(results.detail, { evaluationResultId })
  expect(detail).toMatchObject({ state: 1, appointmentId: id })
  expect(detail.report.quality.filter(({ isFlagged }) => isFlagged).map(({ sign }) => sign)).toEqual([
    'spread',
    'secondsAnItem',
    'missing',
  ])
  // Nothing is hidden: two of three answered is too little, the other dimension is there.
  expect(detail.report.dimensions).toMatchObject([{ raw: 9 }, { raw: null, answeredCount: 2 }])
  await world.as(admin).get(results.review, { evaluationResultId, isKept: false, note: '作答过快' })
  expect(await world.as(admin).call(results.review, { evaluationResultId, isKept: true, note: '再看' })).toMatchObject({
    code: 3646,
  })
  expect(await world.as(person(3)).get(learn.result, { evaluationResultId })).toMatchObject({ state: 3 })
})

test('nothing but one answer is handed in with a report that says so; every answer the same says it too', async () => {
  await openAppointment(world, admin, { scaleId, name: '一题', staffIds: [person(8).staffId] })
  const only = (await answerAll(world, person(8), [null, null, 4, null, null, null])) ?? ''
  const lone = await world.as(person(8)).get(learn.result, { evaluationResultId: only })
  expect(lone.report.dimensions).toMatchObject([
    { raw: null, mean: null, answeredCount: 1, band: null },
    { raw: null, mean: null, answeredCount: 0, band: null },
  ])
  const signsOf = async (evaluationResultId: string) => {
    const { state, report } = await world.as(admin).get(results.detail, { evaluationResultId })
    return [state, report.quality.filter(({ isFlagged }) => isFlagged).map(({ sign, value }) => [sign, value])]
  }
  expect(await signsOf(only)).toEqual([1, [['missing', expect.closeTo(5 / 6, 2)]]])
  await openAppointment(world, admin, { scaleId, name: '全同', staffIds: [person(8).staffId] })
  const same = (await answerAll(world, person(8), [4, 4, 4, 4, 4, 4])) ?? ''
  // Reversed items hold it together: whoever agrees with everything is not extreme.
  expect((await world.as(person(8)).get(learn.result, { evaluationResultId: same })).report.dimensions).toMatchObject([
    { raw: 11, mean: 3.67 },
    { raw: 11, mean: 3.67 },
  ])
  expect(await signsOf(same)).toEqual([1, [['spread', 0]]])
})

test('a person contests, is answered, and may contest again; nobody else sees or contests it', async () => {
  for (const at of [2, 4]) await reported(person(at), '报告')
  const { dataList } = await world.as(person(2)).get(learn.results, {})
  const evaluationResultId = dataList[0]?.evaluationResultId ?? ''
  expect(await world.as(person(1)).call(learn.result, { evaluationResultId })).toMatchObject({ code: 1008 })
  await world.as(person(2)).get(learn.contest, { evaluationResultId, text: '当时网络不好' })
  expect(await world.as(person(2)).call(learn.contest, { evaluationResultId, text: '再提' })).toMatchObject({ code: 3648 })
  expect(await world.as(admin).get(results.list, { contestState: 1 })).toMatchObject({ totalCount: 1 })
  await world.as(admin).get(results.answerContest, { evaluationResultId, text: '可以重新安排一次' })
  expect(await world.as(person(2)).get(learn.result, { evaluationResultId })).toMatchObject({
    contestState: 2,
    contestAnswer: '可以重新安排一次',
  })
})

test('whoever sees results sees no personality without the right for it; another company sees nothing', async () => {
  for (const at of [2, 4]) await reported(person(at), '报告')
  const all = { kind: 'all' } as const
  const plain = await world.actor({
    companyId: admin.companyId,
    rights: [testResultMenu.rights.view, libraryResultMenu.rights.view],
    scopes: { testResult: all, evaluationLibraryResult: all },
  })
  const [one] = (await world.as(admin).get(results.list, {})).dataList
  const evaluationResultId = one?.evaluationResultId ?? ''
  expect(await world.as(plain).get(results.list, {})).toMatchObject({ totalCount: 0 })
  expect(await world.as(plain).get(results.finished, {})).toMatchObject({ totalCount: 0 })
  expect(await world.as(plain).call(results.detail, { evaluationResultId })).toMatchObject({ code: 3645 })
  expect(await world.as(plain).call(scaleStatistics.get, { scaleId })).toMatchObject({ code: 3645 })
  const stranger = await world.actor()
  expect(await world.as(stranger).call(results.detail, { evaluationResultId })).toMatchObject({ code: 1008 })
  expect(await world.as(stranger).get(results.list, {})).toMatchObject({ totalCount: 0 })
})

test('a limit ends by the sweep: what was answered in time counts, later answers are evidence', async () => {
  const { raterId, late } = await overrun(person(4), '限时')
  expect(late).toMatchObject({ outcome: 'closed' })
  const handed = await world.as(person(4)).get(learn.submit, { raterId, leaseEpoch: 1 })
  expect(handed).toMatchObject({ answeredCount: 1, itemCount: 6, evaluationResultId: expect.any(String) })
})

test('deleting leaves a digest and nothing else; what is kept too long goes by itself', async () => {
  for (const at of [2, 3]) await reported(person(at), '报告')
  await begun(person(1), '半途')
  await overrun(person(4), '限时')
  const { dataList } = await world.as(admin).get(results.list, { keyWords: '限时' })
  const [one] = dataList
  await world.as(admin).get(results.erase, { ids: [one?.evaluationResultId ?? ''], note: '本人要求' })
  expect(await world.as(admin).get(results.erasures, {})).toMatchObject({
    totalCount: 1,
    dataList: [{ reason: 2, note: '本人要求', sittingCount: 1, answerCount: 2, digest: expect.stringMatching(/^[0-9a-f]{64}$/) }],
  })
  expect(await rows('select 1 from evaluation.sitting where appointment_id = $1', [one?.appointmentId])).toEqual([])
  const left = (await world.as(admin).get(results.list, {})).totalCount
  expect(left).toBe(2)
  await settleCompany(world.services, admin.companyId, minutesLater(60 * 24 * 365 * 3))
  expect(await world.as(admin).get(results.list, {})).toMatchObject({ totalCount: 0 })
  // And one sitting that was begun and never handed in.
  expect(await world.as(admin).get(results.erasures, {})).toMatchObject({ totalCount: left + 2 })
})

test('a scale that keeps results longer keeps nobody’s longer than they agreed to, and a shorter time counts at once', async () => {
  const as = world.as(admin)
  const id = await publishedScale(world, admin, { name: '保存期量表', kind: 3, retentionMonths: 2 })
  const people = [person(0), person(1)]
  await openAppointment(world, admin, { scaleId: id, name: '保存期', staffIds: people.map(({ staffId }) => staffId) })
  const keep = async (actor: TestActor, retentionMonths: number) => {
    const mine = (await world.as(actor).get(learn.mine, { only: 'open', pageSize: 100 })).dataList
    const raterId = mine.find(({ appointmentName }) => appointmentName === '保存期')?.raterId ?? ''
    const { consent } = await world.as(actor).get(learn.open, { raterId, device })
    await world
      .as(actor)
      .get(learn.begin, { raterId, device, consentVersion: consent.versionNumber, retentionMonths: consent.retentionMonths })
    const { version, name, kind, licence, source } = await as.get(scale.get, { id })
    await as.get(scale.save, { id, version, name, kind, licence, source, retentionMonths })
    await world.as(actor).get(learn.save, { raterId, leaseEpoch: 1, items: [{ slot: 1, option: 4, baseRev: 0, clientSeq: 1 }] })
    const { evaluationResultId } = await world.as(actor).get(learn.submit, { raterId, leaseEpoch: 1 })
    const [row] = await rows('select issued_at as at, keep_until as until from evaluation.result where id = $1', [
      evaluationResultId,
    ])
    return [row?.until, row?.at]
  }
  for (const [actor, later, months] of [
    [person(0), 60, 2],
    [person(1), 1, 1],
  ] as const) {
    const [until, at] = await keep(actor, later)
    expect(until).toEqual(monthsAfter(at as Date, months))
  }
})

test.each([
  ['2026-01-31T10:00:00Z', 1, '2026-02-28T10:00:00Z'],
  ['2026-12-31T23:59:59Z', 2, '2027-02-28T23:59:59Z'],
  ['2026-03-15T00:00:00Z', 24, '2028-03-15T00:00:00Z'],
])('%s and %i months is %s', (at, months, until) => {
  expect(monthsAfter(new Date(at), months)).toEqual(new Date(until))
})

test('what was begun and never handed in goes too when its time is over, with its proof', async () => {
  const { appointmentId: id } = await begun(person(6), '半途')
  const left = () => rows('select 1 from evaluation.sitting where appointment_id = $1', [id])
  const inMonths = (months: number) => minutesLater(60 * 24 * 31 * months)
  await settleCompany(world.services, admin.companyId, inMonths(23))
  expect(await left()).toHaveLength(1)
  const companies = await rows('select c::text from evaluation.companies_to_settle($1) c', [inMonths(25)])
  expect(companies).toContainEqual({ c: admin.companyId })
  await settleCompany(world.services, admin.companyId, inMonths(25))
  expect(await left()).toEqual([])
  const { dataList } = await world.as(admin).get(results.erasures, {})
  expect(dataList.find(({ appointmentName }) => appointmentName === '半途')).toMatchObject({
    ...{ reason: 1, note: '未完成的作答', sittingCount: 1, answerCount: 1, staffName: '员工7', erasedByName: null },
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

test('360°: a link opens on one device; who leaves is never counted; a group below three is in no figure', async () => {
  const id = await openAppointment(world, admin, { scaleId, name: '三百六十度', mode: 2, staffIds: [person(0).staffId] })
  const staffId = person(0).staffId
  const as = world.as(admin)
  const peers = [1, 2, 3].map((at) => person(at).staffId)
  await as.get(people.addRaters, { id, staffId, role: 3, raterStaffIds: peers })
  await as.get(people.addRaters, { id, staffId, role: 2, raterStaffIds: [person(5).staffId] })
  expect(await as.call(people.addRaters, { id, staffId, role: 3, raterStaffIds: [staffId] })).toMatchObject({ code: 3626 })
  const made = await as.get(people.addLink, { id, staffId, role: 3, name: '外部同事', expiresAt: minutesLater(60).toISOString() })
  const token = new URL(made.url, 'https://x.cn').searchParams.get('token') ?? ''
  const nobody = world.as(undefined)
  const { deviceKey, consent } = await nobody.get(link.open, { token, device })
  expect(await nobody.call(link.open, { token, device: 'browser-cccccccc:tab-1' })).toMatchObject({ code: 3642 })
  await nobody.get(link.begin, {
    token,
    deviceKey,
    device,
    consentVersion: consent.versionNumber,
    retentionMonths: consent.retentionMonths,
  })
  const items = [0, 0, 0, 0, 0, 0].map((option, at) => ({ slot: at + 1, option, baseRev: 0, clientSeq: at + 1 }))
  await nobody.get(link.save, { token, deviceKey, leaseEpoch: 1, items })
  await nobody.get(link.submit, { token, deviceKey, leaseEpoch: 1 })
  await nobody.get(link.leave, { token, deviceKey })
  for (const at of [1, 2, 3]) await answerAll(world, person(at), [4, 4, 0, 3, 3, 1], { personName: '员工1' })
  await answerAll(world, person(5), [0, 0, 4, 0, 0, 4], { personName: '员工1' })
  await answerAll(world, person(0), [2, 2, 2, 2, 2, 2], { personName: '员工1' })
  expect(await as.get(people.list, { id })).toMatchObject({
    dataList: [{ raterCount: 4, raterSubmittedCount: 4, raterWithdrawnCount: 1, evaluationResultId: null }],
  })
  await as.get(appointment.close, { id })
  const [result] = (await world.as(person(0)).get(learn.results, {})).dataList
  const { report } = await world.as(person(0)).get(learn.result, { evaluationResultId: result?.evaluationResultId ?? '' })
  expect(report).toMatchObject({
    totalCount: 3,
    groups: [
      { role: 2, submittedCount: 1, isShown: false },
      { role: 3, submittedCount: 3, isShown: true },
      { role: 4, submittedCount: 0, isShown: false },
    ],
    dimensions: [
      { id: 'a', mean: 5, selfMean: 3, groups: [{ role: 3, n: 3, mean: 5 }] },
      { id: 'b', mean: 4, selfMean: 3 },
    ],
  })
  expect(report.items[0]).toMatchObject({ mean: 5, self: 3 })
})
