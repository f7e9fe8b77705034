import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { protocolErrors } from '@kaopei/contract'
import { type TestActor, World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileErrors, upload } from '../../contract/upload.ts'
import { FolderStore, filesModule, fileUrl, temporaryBlobs } from '../index.ts'
import { removeDueFiles, removeLeftovers } from '../sweeps.ts'

let world: World
beforeAll(async () => {
  world = await World.open([filesModule], temporaryBlobs)
})
afterAll(() => world.close())

const sliceBytes = 5_242_880
const pdf = (size: number) => {
  const bytes = Buffer.alloc(size, 'x')
  bytes.write('%PDF-1.7\n')
  for (let at = 100; at < size; at += 997) bytes[at] = at % 251
  return bytes
}
const png = (width: number, height: number) => {
  const bytes = Buffer.alloc(64)
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}
const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64')

const put = (url: string, body: Buffer, headers: Record<string, string> = {}) =>
  world.app.inject({ method: 'PUT', url, payload: body, headers: { 'content-type': 'application/octet-stream', ...headers } })

async function begin(actor: TestActor, name: string, sizeBytes: number) {
  return world.as(actor).get(upload.credential, { filePath: name, sizeBytes, purpose: 'attachment' })
}

async function send(actor: TestActor, name: string, bytes: Buffer) {
  const credential = await begin(actor, name, bytes.length)
  for (const slice of credential.slices) {
    const start = (slice.number - 1) * credential.sliceBytes
    const part = bytes.subarray(start, start + slice.sizeBytes)
    expect((await put(slice.url, part, { 'content-md5': md5(part) })).statusCode).toBe(200)
  }
  return world.as(actor).call(upload.complete, { uploadId: credential.uploadId })
}

test('a file goes up in slices of 5 MiB and comes down the same', async () => {
  const actor = await world.actor()
  const bytes = pdf(2 * sliceBytes + 12_345)
  const credential = await begin(actor, '大纲.pdf', bytes.length)
  expect(credential).toMatchObject({ sliceBytes, sliceCount: 3 })
  expect(JSON.parse(credential.config)).toMatchObject({ credentials: expect.any(Object), requestId: expect.any(String) })
  const done = await send(actor, '大纲.pdf', bytes)
  expect(done).toMatchObject({ code: 0, data: { name: '大纲.pdf', sizeBytes: bytes.length } })
  const down = await world.app.inject({ url: done.data.fileUrl })
  expect(down.statusCode).toBe(200)
  expect(down.rawPayload.equals(bytes)).toBe(true)
  const [row] = await world.rows<{ sha256: string }>('select sha256 from files.object where id = $1', [done.data.fileId])
  expect(row?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
})

test('what takes longer than a call may is joined by the worker; asked again, the upload is complete', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kaopei-joined-'))
  const patient = await World.open([filesModule], (base) => ({
    blobs: new FolderStore({ folder, secret: base.secret, joinsAtOnceBytes: sliceBytes }),
  }))
  try {
    const actor = await patient.actor()
    const as = patient.as(actor)
    const bytes = pdf(sliceBytes + 999)
    const wish = { filePath: '大片.pdf', sizeBytes: bytes.length, purpose: 'attachment' } as const
    const { uploadId, slices } = await as.get(upload.credential, wish)
    const sendAll = () =>
      Promise.all(
        slices.map(({ number, sizeBytes, url }) => {
          const payload = bytes.subarray((number - 1) * sliceBytes, (number - 1) * sliceBytes + sizeBytes)
          return patient.app.inject({ method: 'PUT', url, payload, headers: { 'content-type': 'application/octet-stream' } })
        }),
      )
    await sendAll()
    expect(await as.call(upload.complete, { uploadId })).toMatchObject({ code: fileErrors.joining.code })
    expect(await as.call(upload.complete, { uploadId })).toMatchObject({ code: fileErrors.joining.code })
    expect(await patient.runJobs()).toEqual(['files.join'])
    const done = await as.get(upload.complete, { uploadId })
    expect(done).toMatchObject({ name: '大片.pdf', sizeBytes: bytes.length })
    expect((await patient.app.inject({ url: done.fileUrl })).rawPayload.equals(bytes)).toBe(true)
    expect(await as.get(upload.complete, { uploadId })).toMatchObject({ fileId: done.fileId })
  } finally {
    await patient.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('an interrupted upload goes on where it was; a slice twice is nothing new; a damaged slice is refused', async () => {
  const actor = await world.actor()
  const bytes = pdf(2 * sliceBytes + 7)
  const { uploadId, slices } = await begin(actor, 'a.pdf', bytes.length)
  const [first, second] = slices
  const head = bytes.subarray(0, sliceBytes)
  expect((await put(first?.url ?? '', head, { 'content-md5': md5(head) })).statusCode).toBe(200)
  expect((await put(first?.url ?? '', Buffer.alloc(sliceBytes, 'z'))).statusCode).toBe(200)
  const middle = bytes.subarray(sliceBytes, 2 * sliceBytes)
  const damaged = await put(second?.url ?? '', middle, { 'content-md5': md5(head) })
  expect([damaged.statusCode, damaged.json().message]).toEqual([400, '分片校验不一致，请重新上传'])
  expect((await put(second?.url ?? '', middle.subarray(1))).statusCode).toBe(400)
  expect((await put(second?.url ?? '', Buffer.alloc(sliceBytes + 1))).statusCode).toBe(413)
  const early = await world.as(actor).call(upload.complete, { uploadId })
  expect(early).toMatchObject({ code: 2452, data: { missing: [2, 3] } })
  const resumed = await world.as(actor).get(upload.slices, { uploadId })
  expect(resumed.received).toEqual([{ number: 1, sizeBytes: sliceBytes }])
  expect(resumed.slices.map((slice) => slice.number)).toEqual([2, 3])
  for (const slice of resumed.slices) {
    const start = (slice.number - 1) * sliceBytes
    await put(slice.url, bytes.subarray(start, start + slice.sizeBytes))
  }
  const done = await world.as(actor).get(upload.complete, { uploadId })
  expect((await world.app.inject({ url: done.fileUrl })).rawPayload.equals(bytes)).toBe(true)
  expect((await world.as(actor).get(upload.complete, { uploadId })).fileId).toBe(done.fileId)
  expect((await put(first?.url ?? '', head)).statusCode).toBe(409)
  expect(await world.as(actor).call(upload.slices, { uploadId })).toMatchObject({ code: 2454 })
})

test('slices come in any order, at once, and twice at once; names lead nowhere', async () => {
  const actor = await world.actor()
  const bytes = pdf(3 * sliceBytes + 99)
  const { uploadId, slices } = await begin(actor, '../../\u202e大\r\n纲/..\\x.pdf', bytes.length)
  const twice = [...slices, ...slices].sort(() => Math.random() - 0.5)
  const answers = await Promise.all(
    twice.map(({ number, url, sizeBytes }) => {
      const part = bytes.subarray((number - 1) * sliceBytes, (number - 1) * sliceBytes + sizeBytes)
      return put(url, part, { 'content-md5': md5(part) })
    }),
  )
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  const both = await Promise.all([1, 2].map(() => world.as(actor).get(upload.complete, { uploadId })))
  expect(new Set(both.map(({ fileId }) => fileId)).size).toBe(1)
  const down = await world.app.inject({ url: both[0]?.fileUrl ?? '' })
  expect(down.rawPayload.equals(bytes)).toBe(true)
  expect(both[0]?.name).toBe('x.pdf')
  expect(down.headers['content-disposition']).toBe(`attachment; filename="x.pdf"; filename*=UTF-8''x.pdf`)
  expect(await used(actor.companyId)).toBe(bytes.length)
})

test.each([
  ['run.exe', 10, 2450, '上传文件格式与要求不符！'],
  ['图.svg', 10, 2450, '上传文件格式与要求不符！'],
  ['a.pdf', 200 * 1024 * 1024 + 1, 2451, '上传文件过大！最大可上传200M的文件!'],
  ['a.png', 10 * 1024 * 1024 + 1, 2451, '上传文件过大！最大可上传10M的文件!'],
  ['a.mp4', 2048 * 1024 * 1024 + 1, 2451, '上传文件过大！最大可上传2048M的文件!'],
  ['a.pdf', 0, 2453, '文件没有内容，请重新选择'],
])('%s of %i bytes is refused with %i', async (filePath, sizeBytes, code, message) => {
  const actor = await world.actor()
  const answer = await world.as(actor).call(upload.credential, { filePath, sizeBytes, purpose: 'attachment' })
  expect(answer).toMatchObject({ code, message })
})

test('the editor takes png and jpeg up to 2 MiB, also when the client names no size', async () => {
  const actor = await world.actor()
  const call = (input: { filePath: string; sizeBytes?: number }) => world.as(actor).call(upload.editorCredential, input)
  expect(await call({ filePath: 'a.gif' })).toMatchObject({ message: '请选择图片上传！只支持.png,.jpg,.jpeg格式图片' })
  expect(await call({ filePath: 'a.png', sizeBytes: 2_097_153 })).toMatchObject({ message: '上传文件过大！最大可上传2M的文件!' })
  const { data } = await call({ filePath: 'a.png' })
  expect(data.slices).toHaveLength(1)
  const [slice] = data.slices
  expect((await put(slice?.url ?? '', Buffer.alloc(2_097_153))).statusCode).toBe(413)
  const picture = png(640, 480)
  expect((await put(slice?.url ?? '', picture)).statusCode).toBe(200)
  const done = await world.as(actor).get(upload.complete, { uploadId: data.uploadId })
  expect(done.sizeBytes).toBe(picture.length)
  const shown = await world.app.inject({ url: done.fileUrl })
  expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
  expect(shown.headers['content-disposition']).toMatch(/^inline; /)
  expect(shown.headers['content-security-policy']).toContain('sandbox')
})

test.each([
  ['html called a document', 'a.doc', Buffer.from('<html><script>alert(1)</script>')],
  ['html called a picture', 'a.png', Buffer.from('<svg onload=alert(1)>')],
  [
    'an archive called a workbook',
    'a.xlsx',
    Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(22), Buffer.from([5, 0, 0, 0]), Buffer.from('a.jar')]),
  ],
  ['a picture of ten thousand million pixels', 'a.png', png(100_000, 100_000)],
  ['a program called a film', 'a.mp4', Buffer.from('MZ\u0090\u0000 this is not a film')],
])('%s is refused and nothing of it is kept', async (_what, name, bytes) => {
  const actor = await world.actor()
  expect(await send(actor, name, bytes)).toMatchObject({ code: 2450, message: expect.stringContaining('另存为正确的格式') })
  expect(await world.rows('select id from files.object where company_id = $1', [actor.companyId])).toHaveLength(0)
})

test('an upload belongs to its maker and its company', async () => {
  const actor = await world.actor()
  const { uploadId } = await begin(actor, 'a.pdf', 100)
  const colleague = await world.actor({ companyId: actor.companyId })
  const stranger = await world.actor()
  for (const other of [colleague, stranger]) {
    for (const call of [upload.slices, upload.complete, upload.abandon]) {
      expect((await world.as(other).call(call, { uploadId })).code).toBe(protocolErrors.notFound.code)
    }
  }
  await world.as(actor).get(upload.abandon, { uploadId })
  expect((await world.as(actor).call(upload.slices, { uploadId })).code).toBe(protocolErrors.notFound.code)
})

test('a link that is altered, expired or of another company answers nothing', async () => {
  const actor = await world.actor()
  const { data } = await send(actor, '图.png', png(1, 1))
  const altered = data.fileUrl.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  expect((await world.app.inject({ url: altered })).statusCode).toBe(404)
  const past = fileUrl(world.services, { companyId: actor.companyId, fileId: data.fileId }, -1)
  expect((await world.app.inject({ url: past })).statusCode).toBe(403)
  const foreign = fileUrl(world.services, { companyId: (await world.actor()).companyId, fileId: data.fileId })
  expect((await world.app.inject({ url: foreign })).statusCode).toBe(404)
  for (const path of ['/files/..%2f..%2fetc%2fpasswd', '/files/%00', `/files/slice/${'a'.repeat(80)}`]) {
    expect((await world.app.inject({ url: path })).statusCode).toBe(404)
  }
  expect((await put(`/files/slice/${'a.1.9.e.9999999999'}-${'x'.repeat(43)}`, Buffer.from('x'))).statusCode).toBe(403)
})

test('parts of a file are answered by ranges', async () => {
  const actor = await world.actor()
  const bytes = pdf(1000)
  const { data } = await send(actor, 'a.pdf', bytes)
  const ask = (range: string, method: 'GET' | 'HEAD' = 'GET') =>
    world.app.inject({ method, url: data.fileUrl, headers: { range } })
  const part = await ask('bytes=10-19')
  expect([part.statusCode, part.headers['content-range'], part.rawPayload]).toEqual([
    206,
    'bytes 10-19/1000',
    bytes.subarray(10, 20),
  ])
  expect((await ask('bytes=-5')).rawPayload).toEqual(bytes.subarray(995))
  expect((await ask('bytes=990-')).rawPayload).toEqual(bytes.subarray(990))
  expect((await ask('bytes=1000-')).statusCode).toBe(416)
  expect((await ask('bytes=0-1,5-6')).statusCode).toBe(200)
  const head = await ask('bytes=0-9', 'HEAD')
  expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([206, '10', 0])
  expect(part.headers['content-disposition']).toBe(`attachment; filename="a.pdf"; filename*=UTF-8''a.pdf`)
})

test('abandoned uploads go after a day, expired files at their time, bytes without a row in the end', async () => {
  const actor = await world.actor()
  const day = 86_400_000
  const { uploadId, slices } = await begin(actor, 'a.pdf', 100)
  await put(slices[0]?.url ?? '', pdf(100))
  const kept = (await send(actor, 'b.pdf', pdf(50))).data
  const gone = (await send(actor, 'c.pdf', pdf(50))).data
  await world.rows('update files.object set expires_at = now() where id = $1', [gone.fileId])
  await world.rows('delete from files.object where id = $1 returning key', [(await send(actor, 'd.pdf', pdf(9))).data.fileId])
  const left = async () =>
    (await world.rows<{ id: string }>('select id from files.object where company_id = $1', [actor.companyId])).map(({ id }) => id)
  await removeDueFiles(world.services, new Date(Date.now() + day - 60_000))
  expect(await left()).toEqual(expect.arrayContaining([uploadId, kept.fileId]))
  expect(await left()).not.toContain(gone.fileId)
  expect((await world.app.inject({ url: gone.fileUrl })).statusCode).toBe(404)
  await removeDueFiles(world.services, new Date(Date.now() + day + 60_000))
  expect(await left()).toEqual([kept.fileId])
  expect((await put(slices[0]?.url ?? '', pdf(100))).statusCode).toBe(409)
  expect(await removeLeftovers(world.services, new Date(Date.now() + day + 60_000))).toBe(1)
  expect((await world.app.inject({ url: kept.fileUrl })).statusCode).toBe(200)
})

const used = async (companyId: string) => {
  const [row] = await world.rows<{ used: number }>(
    'select coalesce(sum(size_bytes), 0)::integer as used from files.usage where company_id = $1',
    [companyId],
  )
  return row?.used
}
const limit = (companyId: string, bytes: number | null) =>
  world.rows('update identity.company set storage_quota_bytes = $2 where id = $1', [companyId, bytes])
const full = { code: 2456, message: '企业存储空间已用完，文件没有保存，请联系管理员' }

test('a company stores what its quota has room for; a lower quota takes nothing away and lets nothing in', async () => {
  const actor = await world.actor()
  const ask = (sizeBytes?: number) =>
    world.as(actor).call(upload.credential, { filePath: 'a.pdf', sizeBytes, purpose: 'document' })
  await limit(actor.companyId, 1000)
  const kept = (await send(actor, 'a.pdf', pdf(600))).data
  expect(await used(actor.companyId)).toBe(600)
  expect(await ask(401)).toMatchObject(full)
  const begun = await ask(400)
  expect(begun).toMatchObject({ code: 0 })
  // What is under way counts, of whatever kind.
  const table = { filePath: 'a.xlsx', sizeBytes: 5000, purpose: 'import' } as const
  expect(await world.as(actor).call(upload.credential, table)).toMatchObject(full)
  await world.as(actor).get(upload.abandon, { uploadId: begun.data.uploadId })
  await limit(actor.companyId, 500)
  expect(await ask(1)).toMatchObject(full)
  expect(await ask()).toMatchObject(full)
  expect((await world.app.inject({ url: kept.fileUrl })).statusCode).toBe(200)
  await limit(actor.companyId, null)
  expect(await ask(10_000)).toMatchObject({ code: 0 })
})

test('an upload that was promised room keeps its slices when the quota is lowered, and goes on when there is room', async () => {
  const actor = await world.actor()
  await limit(actor.companyId, 1800)
  const begun = await Promise.all(['a.pdf', 'b.pdf', 'c.pdf'].map((name) => begin(actor, name, 600)))
  for (const { slices } of begun) await put(slices[0]?.url ?? '', pdf(600))
  const complete = (uploadId: string) => world.as(actor).call(upload.complete, { uploadId })
  await limit(actor.companyId, 1000)
  for (const { uploadId } of begun) expect(await complete(uploadId)).toMatchObject(full)
  await limit(actor.companyId, 1800)
  for (const { uploadId } of begun) expect(await complete(uploadId)).toMatchObject({ code: 0 })
  expect(await used(actor.companyId)).toBe(1800)
  await world.rows('delete from files.object where company_id = $1 and name = $2', [actor.companyId, 'a.pdf'])
  expect(await used(actor.companyId)).toBe(1200)
})

test('a file to be imported goes after 30 days', async () => {
  const actor = await world.actor()
  const { uploadId, slices } = await world.as(actor).get(upload.credential, {
    filePath: 'q.csv',
    sizeBytes: 9,
    purpose: 'questionImport',
  })
  await put(slices[0]?.url ?? '', Buffer.from('a,b\n1,2\n\n'))
  const { fileId, fileUrl: url } = await world.as(actor).get(upload.complete, { uploadId })
  const [row] = await world.rows<{ days: number }>(
    'select round(extract(epoch from expires_at - now()) / 86400)::integer as days from files.object where id = $1',
    [fileId],
  )
  expect(row?.days).toBe(30)
  expect(await used(actor.companyId)).toBe(9)
  expect((await world.app.inject({ url })).statusCode).toBe(200)
})
