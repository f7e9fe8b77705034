import { arrangePerson } from '@kaopei/org/testing'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailTemplateMenu, smsTemplateMenu } from '../contract/menus.ts'
import { messageTemplate } from '../contract/message-template.ts'
import { outbox } from '../contract/outbox.ts'
import { reviewTemplate } from '../contract/review-template.ts'
import { smsLengthOf } from '../contract/sms-length.ts'
import { messagingModule, sendTemplate } from './index.ts'

let world: World
beforeAll(async () => {
  world = await World.open([messagingModule()])
})
afterAll(() => world.close())

const key = 'examPublished'
const variables = {
  staffName: '李<b>四',
  examName: '安全考试',
  startTime: new Date('2026-12-01T01:00:00Z'),
  endTime: null,
}
const words = { subject: '通知', body: '<p>{{staffName}}参加{{examName}}</p>' }

async function messages(companyId: string) {
  return world.rows<{ address: string; subject: string; body: string; is_html: boolean; provider_template_id: string | null }>(
    'select address, subject, body, is_html, provider_template_id from messaging.outbox where company_id = $1 order by id',
    [companyId],
  )
}

test('the list is the whole catalogue with the system words, and every entry can be read', async () => {
  const admin = await world.actor()
  for (const type of [1, 2] as const) {
    const { dataList, totalCount } = await world.as(admin).get(messageTemplate.list, { type, pageSize: 100 })
    expect(totalCount).toBe(dataList.length)
    expect(dataList.map((row) => row.key)).toContain('verifyCode')
    expect(dataList.every((row) => row.isSystemText && row.id === null && row.version === 0)).toBe(true)
  }
  const found = await world.as(admin).get(messageTemplate.list, { type: 1, keyWords: '验证码' })
  expect(found.dataList.map((row) => row.key)).toEqual(['verifyCode'])
})

test("a company's own words are sent, escaped, and restored words follow the system", async () => {
  const admin = await world.actor()
  const { companyId } = admin
  const send = () =>
    world.inCompany(companyId, (db) =>
      sendTemplate(db, world.services, { companyId, channel: 2, key, address: 'a@b.cn', variables }),
    )
  expect(await send()).toBe(true)
  const saved = await world.as(admin).get(messageTemplate.modify, { type: 2, key, version: 0, ...words })
  expect(saved).toMatchObject({ version: 1, isSystemText: false })
  await send()
  await world.as(admin).get(messageTemplate.restore, { type: 2, key, version: 1 })
  await send()
  const [system, own, restored] = await messages(companyId)
  expect(system?.body).toContain('2026-12-01 09:00 至 另行通知')
  expect(own).toMatchObject({ subject: '通知', body: '<p>李&lt;b&gt;四参加安全考试</p>', is_html: true })
  expect(restored?.body).toBe(system?.body)
  const { dataList } = await world.as(admin).get(messageTemplate.history, { type: 2, key })
  expect(dataList.map(({ version, action }) => [version, action])).toEqual([
    [2, 5],
    [1, 2],
  ])
})

test('an SMS carries the signature and the number of the supplier; the same dedupe key sends once', async () => {
  const admin = await world.actor()
  const { companyId } = admin
  const sms = { body: '{{examName}}即将开始', signature: '测试考培', providerTemplateId: 'SMS_1001' }
  await world.as(admin).get(messageTemplate.modify, { type: 1, key, version: 0, ...sms })
  for (let time = 0; time < 2; time++) {
    await world.inCompany(companyId, (db) =>
      sendTemplate(db, world.services, { companyId, channel: 1, key, address: '13800000000', variables, dedupeKey: 'x' }),
    )
  }
  expect(await messages(companyId)).toEqual([
    {
      address: '13800000000',
      subject: '',
      body: '【测试考培】安全考试即将开始',
      is_html: false,
      provider_template_id: 'SMS_1001',
    },
  ])
})

test('markup in a value arrives as the text that it is: escaped in a mail, plain in an SMS, whose parts are counted as they are sent', async () => {
  const admin = await world.actor()
  const { companyId } = admin
  const evil = { ...variables, staffName: '<img src=x onerror=alert(1)>', examName: '考'.repeat(40) }
  await world.inCompany(companyId, async (db) => {
    for (const channel of [1, 2] as const)
      await sendTemplate(db, world.services, { companyId, channel, key, address: 'x@y.cn', variables: evil })
  })
  const [sms, mail] = await messages(companyId)
  expect(mail?.body).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(mail?.body).not.toContain('<img')
  expect(sms?.body).toContain('<img src=x onerror=alert(1)>您好')
  const { body } = await world.as(admin).get(messageTemplate.get, { type: 1, key })
  const values = { staffName: evil.staffName, examName: evil.examName, startTime: '2026-12-01 09:00', endTime: '另行通知' }
  const shown = await world.as(admin).get(messageTemplate.preview, { type: 1, key, body, values })
  expect(shown.body).toBe(sms?.body)
  expect(shown).toMatchObject(smsLengthOf(sms?.body ?? ''))
})

test('a notice leads to the company itself, on the address of the deployment', async () => {
  const admin = await world.actor()
  const { companyId } = admin
  const [company] = await world.rows<{ domain: string }>('select domain from identity.company where id = $1', [companyId])
  const link = `https://${company?.domain}.kaopei.test/candidate/`
  await world.inCompany(companyId, async (db) => {
    for (const channel of [1, 2] as const)
      await sendTemplate(db, world.services, { companyId, channel, key, address: 'x@y.cn', variables })
  })
  const [sms, mail] = await messages(companyId)
  expect(sms?.body).toMatch(new RegExp(`：${link}$`))
  expect(mail?.body).toContain(`<a href="${link}">${link}</a>`)
})

test.each(['通知\r\nBcc: evil@example.com', '通知\u0000', '通知\u2028x'])('no template has the subject %j', async (subject) => {
  const admin = await world.actor()
  const answer = await world.as(admin).call(messageTemplate.modify, { type: 2, key, version: 0, ...words, subject })
  expect(answer).toMatchObject({ code: 1001, data: { fields: [{ path: 'subject' }] } })
})

test('a message that is switched off is not sent; an essential one stays on', async () => {
  const admin = await world.actor()
  const { companyId } = admin
  const off = await world.as(admin).get(messageTemplate.setEnabled, { type: 1, key, version: 0, isEnabled: false })
  expect(off).toMatchObject({ isEnabled: false, isSystemText: true })
  const sent = await world.inCompany(companyId, (db) =>
    sendTemplate(db, world.services, { companyId, channel: 1, key, address: '13800000000', variables }),
  )
  expect(sent).toBe(false)
  expect(await messages(companyId)).toEqual([])
  const refused = await world
    .as(admin)
    .call(messageTemplate.setEnabled, { type: 1, key: 'verifyCode', version: 0, isEnabled: false })
  expect(refused.code).toBe(2502)
})

test('of two people who edit one template the second is told what it says now', async () => {
  const admin = await world.actor()
  await world.as(admin).get(messageTemplate.modify, { type: 2, key, version: 0, ...words })
  for (const version of [0, 9]) {
    const second = await world.as(admin).call(messageTemplate.modify, { type: 2, key, version, ...words, subject: '另一个' })
    expect(second).toMatchObject({ code: 1007, data: { subject: '通知', version: 1 } })
  }
})

test('further templates are made, chosen by an exam, named once, and removed; the standard one stays', async () => {
  const admin = await world.actor()
  const { companyId } = admin
  const made = await world.as(admin).get(messageTemplate.create, { type: 2, key, name: '新员工', ...words, subject: '欢迎' })
  const again = await world.as(admin).call(messageTemplate.create, { type: 2, key, name: '新员工', ...words })
  expect(again.code).toBe(2501)
  expect(await world.as(admin).get(messageTemplate.options, { type: 2, key })).toEqual([
    { id: null, name: '默认模板' },
    { id: made.id, name: '新员工' },
  ])
  const send = () =>
    world.inCompany(companyId, (db) =>
      sendTemplate(db, world.services, { companyId, channel: 2, key, address: 'a@b.cn', variables, templateId: made.id }),
    )
  await send()
  await world.as(admin).get(messageTemplate.remove, { type: 2, key, id: made.id ?? '', version: 1 })
  await send()
  expect((await messages(companyId)).map(({ subject }) => subject)).toEqual(['欢迎', '考试通知：安全考试'])
  const standard = await world.as(admin).get(messageTemplate.modify, { type: 2, key, version: 0, ...words })
  const kept = await world.as(admin).call(messageTemplate.remove, { type: 2, key, id: standard.id ?? '', version: 1 })
  expect(kept.code).toBe(2505)
})

test.each([
  [
    { type: 2, key, subject: '通知', body: '<p>{{examName}}</p><script>alert(1)</script>' },
    'body',
    '邮件正文不能包含“<script>”，请删除后保存',
  ],
  [{ type: 2, key, subject: '', body: '<p>{{examName}}</p>' }, 'subject', '请输入邮件主题'],
  [{ type: 2, key, subject: '{{nobody}}', body: '{{examName}}' }, 'subject', '变量“{{nobody}}”不存在，请从可用变量中选择'],
  [{ type: 1, key, body: '请参加考试' }, 'body', '正文缺少变量“考试名称”，没有它短信无法使用'],
] as const)('%o is refused on its field', async (input, path, message) => {
  const admin = await world.actor()
  const answer = await world.as(admin).call(messageTemplate.modify, { version: 0, ...input })
  expect(answer).toMatchObject({ code: 1001, data: { fields: [{ path, message }] } })
})

test('a preview shows the real company and caller, typed values and samples, and counts the parts', async () => {
  const admin = await world.actor({ name: '王五' })
  const body = '{{staffName}}请参加{{examName}}，{{startTime}}'
  const shown = await world.as(admin).get(messageTemplate.preview, { type: 1, key, body, values: { examName: '年终考试' } })
  expect(shown).toMatchObject({ body: '【测试公司】王五请参加年终考试，2026-12-01 09:00', parts: 1, problems: [] })
  const bad = await world.as(admin).get(messageTemplate.preview, { type: 2, key, subject: 'x', body: '<img src=x onerror=1>' })
  expect(bad.problems).toHaveLength(1)
})

test('a test goes to the own address alone, masked in the answer, and at most five times in ten minutes', async () => {
  const admin = await world.actor()
  const { companyId, staffId } = admin
  const input = { type: 1, key, body: '{{examName}}' } as const
  expect((await world.as(admin).call(messageTemplate.testSend, input)).code).toBe(2503)
  await arrangePerson(world, companyId, { id: staffId, name: '王五', phone: '13900001234' })
  const answers = []
  for (let time = 0; time < 6; time++) answers.push(await world.as(admin).call(messageTemplate.testSend, input))
  expect(answers[0]?.data).toEqual({ address: '139****1234' })
  expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 1006])
  expect(new Set((await messages(companyId)).map(({ address }) => address))).toEqual(new Set(['13900001234']))
})

test('the right of one channel opens that channel alone; another company sees nothing', async () => {
  const admin = await world.actor()
  const { companyId } = admin
  const made = await world.as(admin).get(messageTemplate.create, { type: 2, key, name: '甲', ...words })
  const smsOnly = await world.actor({ companyId, rights: [smsTemplateMenu.rights.view, smsTemplateMenu.rights.edit] })
  const reader = await world.actor({ companyId, rights: [mailTemplateMenu.rights.view] })
  expect((await world.as(smsOnly).call(messageTemplate.list, { type: 1 })).code).toBe(0)
  expect((await world.as(smsOnly).call(messageTemplate.list, { type: 2 })).code).toBe(1002)
  expect((await world.as(smsOnly).call(messageTemplate.modify, { type: 2, key, version: 0, ...words })).code).toBe(1002)
  expect((await world.as(reader).call(messageTemplate.modify, { type: 2, key, version: 0, ...words })).code).toBe(1002)
  const stranger = await world.actor()
  expect((await world.as(stranger).call(messageTemplate.get, { type: 2, key, id: made.id })).code).toBe(1008)
})

test('codes and one-time links are masked in the outbox once they have left', async () => {
  const admin = await world.actor()
  const { companyId } = admin
  await world.inCompany(companyId, async (db) => {
    const inviteLink = 'https://a.example/s/abcdefghijk'
    await sendTemplate(db, world.services, {
      companyId,
      channel: 2,
      key: 'staffInvite',
      address: 'a@b.cn',
      variables: { staffName: '甲', inviteLink, validUntil: null },
    })
  })
  const [row] = (await world.as(admin).get(outbox.list, {})).dataList
  expect(row?.body).toContain('******')
  expect(row?.body).not.toContain('abcdefghijk')
})

test('review templates: made, edited once at a time, offered while they are enabled, removed', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const { id } = await as.get(reviewTemplate.create, { kind: 1, name: '要点齐全', body: '要点齐全，条理清楚。', verdict: 1 })
  expect((await as.call(reviewTemplate.create, { kind: 1, name: '要点齐全', body: 'x' })).code).toBe(2506)
  await as.get(reviewTemplate.create, { kind: 2, name: '题干不清', body: '题干表述不清，请修改。', verdict: 0 })
  expect(await as.get(reviewTemplate.options, { kind: 1 })).toEqual([
    { id, name: '要点齐全', body: '要点齐全，条理清楚。', verdict: null },
  ])
  const input = { id, kind: 1, name: '要点齐全', body: '改', version: 1, isEnabled: false } as const
  expect((await as.call(reviewTemplate.modify, input)).code).toBe(0)
  expect(await as.call(reviewTemplate.modify, input)).toMatchObject({ code: 1007, data: { body: '改', version: 2 } })
  expect(await as.get(reviewTemplate.options, { kind: 1 })).toEqual([])
  const stranger = await world.actor()
  expect((await world.as(stranger).call(reviewTemplate.remove, { ids: [id] })).code).toBe(1008)
  expect((await as.call(reviewTemplate.remove, { ids: [id] })).code).toBe(0)
  const log = await world.rows(
    'select target_name, before from kit.operation_log where target_id = $1 and before is not null and after is null',
    [id],
  )
  expect(log).toMatchObject([{ target_name: '要点齐全', before: { body: '改', isEnabled: false } }])
  expect((await as.get(reviewTemplate.list, {})).dataList.map(({ name }) => name)).toEqual(['题干不清'])
})

test('what a change of a template does not name stays', async () => {
  const as = world.as(await world.actor())
  const sms = { body: '{{examName}}即将开始', signature: '测试考培', providerTemplateId: 'SMS_1001' }
  const { version } = await as.get(messageTemplate.modify, { type: 1, key, version: 0, ...sms })
  const changed = await as.get(messageTemplate.modify, { type: 1, key, version, body: '{{examName}}快开始了' })
  expect(changed).toMatchObject({ signature: '测试考培', providerTemplateId: 'SMS_1001', body: '{{examName}}快开始了' })
  const plain = { version: changed.version, body: sms.body, signature: '' }
  expect(await as.get(messageTemplate.modify, { type: 1, key, ...plain })).toMatchObject({
    signature: '',
    providerTemplateId: 'SMS_1001',
  })
})
