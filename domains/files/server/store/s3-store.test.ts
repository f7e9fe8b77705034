import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { failing, World } from '@kaopei/server/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { upload } from '../../contract/upload.ts'
import { filesModule, fileUrl, storeFile, withLocalFile } from '../index.ts'
import { removeDueFiles } from '../sweeps.ts'
import { type MadeS3, madeKeys, startMadeS3 } from './made-s3-service.ts'
import { S3Store } from './s3-store.ts'

let made: MadeS3
let store: S3Store
let world: World
beforeAll(async () => {
  made = await startMadeS3()
  store = new S3Store({ endpoint: made.endpoint, ...madeKeys })
  world = await World.open([filesModule], () => ({ blobs: store }))
})
afterAll(async () => {
  await world.close()
  await made.close()
})
beforeEach(() => {
  made.fault = 'none'
})

const sliceBytes = 5_242_880
const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64')
const pdf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 9)])
const newKey = () => `${randomUUID()}/202611/${randomUUID()}`

async function send(url: string, body: Buffer, headers: Record<string, string> = {}): Promise<number> {
  return (await fetch(url, { method: 'PUT', body: new Uint8Array(body), headers })).status
}

test('slices go straight to the store by presigned addresses, and the file comes from it', async () => {
  const actor = await world.actor()
  const bytes = pdf(2 * sliceBytes + 99)
  const credential = await world.as(actor).get(upload.credential, { filePath: '大纲 (1).pdf', sizeBytes: bytes.length })
  expect(credential).toMatchObject({ bucketName: madeKeys.bucket, region: madeKeys.region, sliceCount: 3 })
  const [first, second, third] = credential.slices
  const slice = (number: number) => bytes.subarray((number - 1) * sliceBytes, number * sliceBytes)
  expect(await send(first?.url ?? '', slice(1), { 'content-md5': md5(slice(1)) })).toBe(200)
  expect(await send(second?.url ?? '', slice(2), { 'content-md5': md5(slice(1)) })).toBe(400)
  expect(await send(second?.url ?? '', slice(3))).toBe(403)
  const { uploadId } = credential
  expect(await world.as(actor).call(upload.complete, { uploadId })).toMatchObject({ code: 2452, data: { missing: [2, 3] } })
  const resumed = await world.as(actor).get(upload.slices, { uploadId })
  expect(resumed.slices.map(({ number }) => number)).toEqual([2, 3])
  expect(await send(second?.url ?? '', slice(2))).toBe(200)
  expect(await send(third?.url ?? '', slice(3))).toBe(200)
  const done = await world.as(actor).get(upload.complete, { uploadId })
  const link = await world.app.inject({ url: done.fileUrl })
  expect([link.statusCode, new URL(String(link.headers.location)).origin]).toEqual([302, made.endpoint])
  const down = await fetch(String(link.headers.location))
  expect(Buffer.from(await down.arrayBuffer()).equals(bytes)).toBe(true)
  expect(down.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent('大纲 ')}%281%29.pdf`)
  const altered = String(link.headers.location).replace('.pdf', '.exe')
  expect((await fetch(altered)).status).toBe(403)
})

test('content that is not what the name says is taken out of the store', async () => {
  const actor = await world.actor()
  const before = made.objects.size
  const body = Buffer.from('<html>not a picture</html>')
  const { uploadId, slices } = await world.as(actor).get(upload.credential, { filePath: 'a.png', sizeBytes: body.length })
  await send(slices[0]?.url ?? '', body)
  expect(await world.as(actor).call(upload.complete, { uploadId })).toMatchObject({
    message:
      '文件内容不是 .png，可能改过扩展名或已损坏，或图片超过 6400 万像素。请在本机确认能够打开，另存为正确的格式后重新上传',
  })
  expect(made.objects.size).toBe(before)
})

test('an answer to completing that was lost is no failure at the next try; a late error is one', async () => {
  const key = newKey()
  const uploadId = await store.beginUpload(key, 'application/pdf')
  await send(
    await store.sliceUrl({ key, uploadId }, { number: 1, sizeBytes: 3, isExact: true }, new Date(Date.now() + 9e5)),
    Buffer.from('abc'),
  )
  const slices = await store.listSlices({ key, uploadId })
  made.fault = 'lateError'
  await expect(store.completeUpload({ key, uploadId }, slices)).rejects.toThrow('InternalError')
  made.fault = 'lostAnswer'
  await expect(store.completeUpload({ key, uploadId }, slices)).rejects.toThrow()
  made.fault = 'none'
  await store.completeUpload({ key, uploadId }, slices)
  expect(made.objects.get(key)?.toString()).toBe('abc')
})

test.each([0, 5, 8 * 1024 * 1024, 20 * 1024 * 1024 + 1])('the server writes and reads %i bytes', async (size) => {
  const key = newKey()
  const bytes = randomBytes(size)
  const chunks = () => Readable.from(size === 0 ? [] : [bytes.subarray(0, size >> 1), bytes.subarray(size >> 1)])
  const written = await store.put(key, chunks(), 'application/octet-stream')
  expect(written).toEqual({ sizeBytes: size, sha256: createHash('sha256').update(bytes).digest('hex') })
  expect((await buffer(await store.open(key))).equals(bytes)).toBe(true)
  expect(await store.sizeOf(key)).toBe(size)
  await store.remove(key)
  await store.remove(key)
  expect(await store.sizeOf(key)).toBeUndefined()
})

test('a body that breaks off leaves neither object nor open upload', async () => {
  const key = newKey()
  const open = made.openUploads()
  async function* broken() {
    yield randomBytes(9 * 1024 * 1024)
    throw new Error('broken off')
  }
  await expect(store.put(key, Readable.from(broken()), 'text/plain')).rejects.toThrow('broken off')
  expect([made.objects.has(key), made.openUploads()]).toEqual([false, open])
})

test('importers read a copy of the file; another company does not find it; abandoned uploads are ended in the store', async () => {
  const actor = await world.actor()
  const { companyId } = actor
  const facts = { companyId, name: 'a.csv', contentType: 'text/csv', purpose: 'export', createdBy: null }
  const { fileId } = await world.inCompany(companyId, (db) =>
    storeFile(db, world.services, { ...facts, body: Buffer.from('甲,乙') }, failing),
  )
  const read = (company: string) =>
    world.inCompany(company, (db) => withLocalFile(db, world.services, fileId, (path) => readFile(path, 'utf8')))
  expect(await read(companyId)).toBe('甲,乙')
  await expect(read((await world.actor()).companyId)).rejects.toThrow('文件不存在或已过期')
  const foreign = await world.app.inject({ url: fileUrl(world.services, { companyId: randomUUID(), fileId }) })
  expect(foreign.statusCode).toBe(404)
  await world.as(actor).get(upload.credential, { filePath: 'b.pdf', sizeBytes: 10 })
  const open = made.openUploads()
  await removeDueFiles(world.services, new Date(Date.now() + 25 * 3600_000))
  expect(made.openUploads()).toBeLessThan(open)
})

test('everything of one folder is listed, page by page, and nothing beside it', async () => {
  const folder = newKey()
  for (const name of ['a', 'b', 'c', 'd', 'e']) await store.put(`${folder}/${name}`, Buffer.from(name), 'text/plain')
  await store.put(`${folder}0/f`, Buffer.from('f'), 'text/plain')
  expect(await store.keysIn(folder)).toEqual(['a', 'b', 'c', 'd', 'e'].map((name) => `${folder}/${name}`))
  expect(await store.keysIn(newKey())).toEqual([])
})

test('in the other style the bucket is part of the host', async () => {
  const virtual = new S3Store({ ...madeKeys, endpoint: 'https://s3.example.com', isPathStyle: false })
  const how = { disposition: 'attachment', contentType: 'text/csv', expiresAt: new Date(Date.now() + 60_000) }
  expect(await virtual.presentedUrl('a/b', how)).toMatch(
    /^https:\/\/made-bucket\.s3\.example\.com\/a\/b\?.*X-Amz-Signature=[0-9a-f]{64}/,
  )
  expect(virtual.origin).toBe('https://made-bucket.s3.example.com')
})
