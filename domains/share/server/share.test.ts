import { filesModule, temporaryBlobs } from '@kaopei/files/server'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shortLink } from '../contract/short-link.ts'
import { publicUpload, uploadLink } from '../contract/upload-link.ts'
import { createShareToken, createShortLink, readShareToken, revokeShareTokens, shareModule } from './index.ts'

let world: World
beforeAll(async () => {
  world = await World.open([filesModule, shareModule], temporaryBlobs)
})
afterAll(() => world.close())

const visit = async (url: string) => {
  const { pathname } = new URL(url, 'http://any.example')
  const answer = await world.app.inject({ url: pathname })
  return { status: answer.statusCode, to: answer.headers.location }
}

test('a link leads to its page, is counted, and is the same one when asked for again', async () => {
  const actor = await world.actor()
  const as = world.as(actor)
  const input = { originUrl: '/application/ote/examManage?id=1#top', title: '年终考试' }
  const link = await as.get(shortLink.create, input)
  expect(new URL(link).pathname).toMatch(/^\/s\/[0-9A-Za-z]{11}$/)
  expect(await as.get(shortLink.create, input)).toBe(link)
  for (let time = 0; time < 3; time++) expect(await visit(link)).toEqual({ status: 302, to: input.originUrl })
  const { dataList, totalCount } = await as.get(shortLink.list, {})
  expect(totalCount).toBe(1)
  expect(dataList[0]).toMatchObject({ visitCount: 3, title: '年终考试', state: 1, isOwn: true })
  expect(dataList[0]?.lastVisitedAt).not.toBeNull()
})

test('links lead to the address of the deployment, whatever host a request names', async () => {
  const actor = await world.actor()
  const [{ domain } = { domain: '' }] = await world.rows<{ domain: string }>(
    'select domain from identity.company where id = $1',
    [actor.companyId],
  )
  const site = `https://${domain}.kaopei.test`
  const evil = { host: 'evil.example', origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }
  const as = world.as(actor)
  const made = await as.call(shortLink.create, { originUrl: `${site}/home`, title: '首页' }, evil)
  expect(made.data).toMatch(new RegExp(`^${site}/s/[0-9A-Za-z]{11}$`))
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  const upload = await as.call(uploadLink.create, { title: '资料', purpose: 'attachment', limit: 1, expiresAt }, evil)
  expect(upload.data?.url).toMatch(new RegExp(`^${site}/upload\\?token=`))
  const { data } = await as.call(shortLink.list, {}, evil)
  expect(data.dataList.map(({ url, originUrl }) => [url, originUrl])).toEqual([[made.data, '/home']])
})

test('where nobody has said how people open the product, a link is a path, whatever the request says', async () => {
  const { isConfigured } = world.services.publicUrl
  Object.assign(world.services.publicUrl, { isConfigured: false })
  const headers = { host: 'evil.example', origin: 'https://evil.example', 'x-forwarded-proto': 'https' }
  const as = world.as(await world.actor())
  const made = await as.call(shortLink.create, { originUrl: '/home', title: '首页' }, headers)
  const foreign = await as.call(shortLink.create, { originUrl: 'https://evil.example/home', title: '首页' }, headers)
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  const upload = await as.call(uploadLink.create, { title: '资料', purpose: 'attachment', limit: 1, expiresAt }, headers)
  Object.assign(world.services.publicUrl, { isConfigured })
  expect(made.data).toMatch(/^\/s\/[0-9A-Za-z]{11}$/)
  expect(foreign.code).toBe(2750)
  expect(upload.data?.url).toMatch(/^\/upload\?token=/)
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/%2F%2Fevil.example', 'javascript:alert(1)'])(
  'no link is made to %s',
  async (originUrl) => {
    const actor = await world.actor()
    expect(await world.as(actor).call(shortLink.create, { originUrl, title: 'x' })).toMatchObject({ code: 2750 })
    expect(await world.rows('select from share.short_link where company_id = $1', [actor.companyId])).toEqual([])
  },
)

test('the database itself refuses another site, and a row that was tampered with leads nowhere', async () => {
  const actor = await world.actor()
  const insert = (url: string) =>
    world.rows(`insert into share.short_link (company_id, code, origin_url, title, created_by) values ($1, $2, $3, 'x', $4)`, [
      actor.companyId,
      `T${Math.random().toString(36).slice(2, 12).padEnd(10, '0')}`,
      url,
      actor.staffId,
    ])
  await expect(insert('//evil.example')).rejects.toThrow('origin_url')
  await expect(insert('https://evil.example')).rejects.toThrow('origin_url')
  await insert('/%5Cevil.example')
  const [row] = await world.rows<{ code: string }>('select code from share.short_link where company_id = $1', [actor.companyId])
  expect(await visit(`/s/${row?.code}`)).toEqual({ status: 302, to: '/linkExpired' })
})

test('expired, revoked and unknown links are not told apart', async () => {
  const actor = await world.actor()
  const { companyId, staffId: actorId } = actor
  const wanted = { companyId, actorId, originUrl: '/home', title: 'x' }
  const expired = await world.inCompany(companyId, (db) =>
    createShortLink(db, { ...wanted, expiresAt: new Date(Date.now() - 1000) }),
  )
  const revoked = await world.inCompany(companyId, (db) => createShortLink(db, wanted))
  const { dataList } = await world.as(actor).get(shortLink.list, { state: 1 })
  expect((await world.as(actor).call(shortLink.revoke, { id: dataList[0]?.id ?? '' })).code).toBe(0)
  expect((await world.as(actor).call(shortLink.revoke, { id: dataList[0]?.id ?? '' })).code).toBe(2752)
  const log = await world.rows("select before, after from kit.operation_log where company_id = $1 and action = 'revoke'", [
    companyId,
  ])
  expect(log).toEqual([{ before: { originUrl: '/home', state: '有效' }, after: { state: '已停用' } }])
  for (const url of [expired.url, revoked.url, '/s/00000000000', '/s/short', '/s/..%2f..', '/s/%00']) {
    expect(await visit(url)).toEqual({ status: 302, to: '/linkExpired' })
  }
  const states = (await world.as(actor).get(shortLink.list, {})).dataList.map(({ state }) => state)
  expect(states.sort()).toEqual([2, 3])
})

test("another's link is seen and revoked only with the right; another company's never", async () => {
  const maker = await world.actor()
  await world.as(maker).get(shortLink.create, { originUrl: '/home', title: '首页' })
  const id = (await world.as(maker).get(shortLink.list, {})).dataList[0]?.id ?? ''
  const colleague = await world.actor({ companyId: maker.companyId, rights: [] })
  const manager = await world.actor({ companyId: maker.companyId })
  const stranger = await world.actor()
  expect((await world.as(colleague).get(shortLink.list, {})).totalCount).toBe(0)
  expect((await world.as(colleague).call(shortLink.list, { isAll: true })).code).toBe(1002)
  expect((await world.as(manager).get(shortLink.list, { isAll: true })).totalCount).toBe(1)
  for (const other of [colleague, stranger]) expect((await world.as(other).call(shortLink.revoke, { id })).code).toBe(1008)
  expect((await world.as(manager).call(shortLink.revoke, { id })).code).toBe(0)
})

test('a share token opens its kind until it expires or is revoked; the database has its hash alone', async () => {
  const { companyId, staffId: actorId } = await world.actor()
  const now = new Date()
  const wanted = {
    companyId,
    actorId,
    kind: 'dataScreen',
    subjectId: 'exam-1',
    title: '大屏',
    expiresAt: new Date(now.getTime() + 1000),
  }
  const { id, token } = await world.inCompany(companyId, (db) => createShareToken(db, wanted))
  const read = (given: { token?: string; kind?: string; now?: Date }) =>
    world.inCompany(crypto.randomUUID(), (db) => readShareToken(db, { token, kind: 'dataScreen', now, ...given }))
  expect(await read({})).toMatchObject({ companyId, id, subjectId: 'exam-1', createdBy: actorId })
  for (const wrong of [{ kind: 'upload' }, { token: `${token}x` }, { token: '' }, { now: new Date(now.getTime() + 1001) }]) {
    expect(await read(wrong)).toBeUndefined()
  }
  const rows = await world.rows('select * from share.token where id = $1', [id])
  expect(JSON.stringify(rows)).not.toContain(token)
  const other = { kind: 'upload', subjectId: 'exam-1', now }
  expect(await world.inCompany(companyId, (db) => revokeShareTokens(db, other))).toBe(0)
  expect(await world.inCompany(companyId, (db) => revokeShareTokens(db, { kind: 'dataScreen', subjectId: 'exam-1', now }))).toBe(
    1,
  )
  expect(await read({})).toBeUndefined()
})

const pdf = (size: number) => {
  const bytes = Buffer.alloc(size, 'x')
  bytes.write('%PDF-1.7\n')
  return bytes
}
const put = (url: string | undefined, body: Buffer) =>
  world.app.inject({ method: 'PUT', url: url ?? '', payload: body, headers: { 'content-type': 'application/octet-stream' } })
const anybody = () => world.as(undefined)

async function uploadToken(limit = 2, purpose: 'document' | 'image' = 'document') {
  const actor = await world.actor()
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const made = await world.as(actor).get(uploadLink.create, { title: '收集报名材料', purpose, limit, expiresAt })
  return { actor, id: made.id, token: new URLSearchParams(made.url.split('?')[1]).get('token') ?? '' }
}

async function sendFile(token: string, name: string, sender = '') {
  const bytes = pdf(5000)
  const begun = await anybody().call(publicUpload.credential, { token, filePath: name, sizeBytes: bytes.length })
  if (begun.code !== 0) return begun
  await put(begun.data.slices[0]?.url, bytes)
  return anybody().call(publicUpload.complete, { token, uploadId: begun.data.uploadId, sender })
}

test('whoever has an upload link hands files in, without a login, into its company alone', async () => {
  const { actor, id, token } = await uploadToken()
  expect(await anybody().get(publicUpload.open, { token })).toMatchObject({
    companyName: '测试公司',
    title: '收集报名材料',
    purpose: 'document',
    left: 2,
  })
  expect(await sendFile(token, '../../简历.pdf', '张三')).toMatchObject({ code: 0, data: { name: '简历.pdf', sizeBytes: 5000 } })
  expect(await sendFile(token, 'b.pdf')).toMatchObject({ code: 0 })
  expect(await sendFile(token, 'c.pdf')).toMatchObject({ code: 2756, message: '最多可上传2个文件！' })
  const { dataList } = await world.as(actor).get(uploadLink.files, { id })
  expect(dataList.map(({ name, sender }) => [name, sender])).toEqual(
    expect.arrayContaining([
      ['简历.pdf', '张三'],
      ['b.pdf', ''],
    ]),
  )
  const down = await world.app.inject({ url: dataList[0]?.fileUrl ?? '' })
  expect(down.rawPayload).toHaveLength(5000)
  const stranger = await world.actor()
  expect((await world.as(stranger).call(uploadLink.files, { id })).code).toBe(1008)
  const log = await world.rows('select actor_name from kit.operation_log where company_id = $1 and target = $2 and action = $3', [
    actor.companyId,
    'upload-link',
    'upload',
  ])
  expect(log.map((row) => row.actor_name)).toEqual(['上传链接（张三）', '上传链接'])
})

test('an upload link keeps the limits of its type, and nothing else can be done with it', async () => {
  const { actor, id, token } = await uploadToken()
  const ask = (filePath: string, sizeBytes: number) => anybody().call(publicUpload.credential, { token, filePath, sizeBytes })
  expect(await ask('a.png', 10)).toMatchObject({ code: 2450, message: '上传文件格式与要求不符！' })
  expect(await ask('a.pdf', 200 * 1024 * 1024 + 1)).toMatchObject({ code: 2451, message: '上传文件过大！最大可上传200M的文件!' })
  const mine = await ask('a.pdf', 100)
  const other = await uploadToken()
  const stolen = { token: other.token, uploadId: mine.data.uploadId }
  expect((await anybody().call(publicUpload.slices, stolen)).code).toBe(1008)
  expect((await anybody().call(publicUpload.complete, stolen)).code).toBe(1008)
  await world.as(actor).get(uploadLink.revoke, { id })
  for (const wrong of [token, '', 'x', '0'.repeat(22)]) {
    const answer = await anybody().call(publicUpload.open, { token: wrong })
    expect(answer).toMatchObject({ code: 2755, data: null })
  }
})

test('an interrupted upload by link goes on', async () => {
  const { token } = await uploadToken(1)
  const bytes = pdf(6_000_000)
  const begun = await anybody().get(publicUpload.credential, { token, filePath: 'a.pdf', sizeBytes: bytes.length })
  const [first] = begun.slices
  await put(first?.url, bytes.subarray(0, first?.sizeBytes))
  expect((await anybody().call(publicUpload.complete, { token, uploadId: begun.uploadId })).code).toBe(2452)
  const rest = await anybody().get(publicUpload.slices, { token, uploadId: begun.uploadId })
  expect(rest.slices.map(({ number }) => number)).toEqual([2])
  await put(rest.slices[0]?.url, bytes.subarray(first?.sizeBytes))
  expect((await anybody().call(publicUpload.complete, { token, uploadId: begun.uploadId })).code).toBe(0)
})

test('a link gives one credential for each file that may still come, however many ask at once', async () => {
  const { token } = await uploadToken(3)
  const ask = (insteadOf: string[] = []) =>
    anybody().call(publicUpload.credential, { token, filePath: 'a.pdf', sizeBytes: 5000, insteadOf })
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask()))
  expect(answers.map(({ code }) => code).filter((code) => code === 0)).toHaveLength(3)
  expect(answers.map(({ code }) => code).filter((code) => code === 2410)).toHaveLength(17)
  const [first, second] = answers.filter(({ code }) => code === 0).map(({ data }) => data)
  await put(first?.slices[0]?.url, pdf(5000))
  expect(await anybody().call(publicUpload.complete, { token, uploadId: first?.uploadId ?? '' })).toMatchObject({ code: 0 })
  expect((await ask()).code).toBe(2410)
  // Whoever begins anew in the browser that left one behind gives that one up, and nothing else.
  expect((await ask([second?.uploadId ?? '', first?.uploadId ?? ''])).code).toBe(0)
  expect((await anybody().call(publicUpload.slices, { token, uploadId: second?.uploadId ?? '' })).code).toBe(1008)
  const other = await uploadToken(1)
  const [third] = answers.filter(({ code }) => code === 0).slice(2)
  const wish = { token: other.token, filePath: 'a.pdf', sizeBytes: 1, insteadOf: [third?.data.uploadId ?? ''] }
  expect((await anybody().call(publicUpload.credential, wish)).code).toBe(0)
  expect((await anybody().call(publicUpload.slices, { token, uploadId: third?.data.uploadId ?? '' })).code).toBe(0)
})
