import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectUploads, uploadFile } from './upload.ts'

const sliceBytes = 4
let stored: Map<number, string>
let opened: number
let underWay: number
let mostAtOnce: number
let answerTo: (slice: number, attempt: number) => number

beforeEach(() => {
  stored = new Map()
  opened = 0
  underWay = 0
  mostAtOnce = 0
  answerTo = () => 200
  const attempts = new Map<number, number>()
  vi.stubGlobal('fetch', async (url: string, init: { body: Uint8Array; headers: Record<string, string> }) => {
    const slice = Number(url.split('/').pop())
    underWay += 1
    mostAtOnce = Math.max(mostAtOnce, underWay)
    await new Promise((resolve) => setImmediate(resolve))
    underWay -= 1
    attempts.set(slice, (attempts.get(slice) ?? 0) + 1)
    const status = answerTo(slice, attempts.get(slice) ?? 0)
    const checksum = createHash('md5').update(init.body).digest('base64')
    if (status === 200 && init.headers['content-md5'] === checksum) stored.set(slice, Buffer.from(init.body).toString())
    return new Response(null, { status })
  })
  // As the real store: at most two addresses at a time, so that a longer file has to ask again.
  const addresses = (sizeBytes: number, from: number) =>
    Array.from({ length: Math.ceil(sizeBytes / sliceBytes) }, (_, index) => index + 1)
      .filter((number) => number >= from && !stored.has(number))
      .slice(0, 2)
      .map((number) => ({
        number,
        sizeBytes: Math.min(sliceBytes, sizeBytes - (number - 1) * sliceBytes),
        url: `/slice/${number}`,
      }))
  let size = 0
  connectUploads({
    open: async ({ sizeBytes }) => {
      opened += 1
      size = sizeBytes
      return { uploadId: 'u', sliceBytes, sliceCount: Math.ceil(size / sliceBytes), slices: addresses(size, 1) }
    },
    slices: async (_id, from) => ({
      sliceBytes,
      received: [...stored.keys()].map((number) => ({ number })),
      slices: addresses(size, from),
    }),
    complete: async () => {
      const text = [...stored].sort(([a], [b]) => a - b).map(([, part]) => part)
      return { fileId: 'f', fileUrl: '/f', name: text.join(''), sizeBytes: size }
    },
    problem: (_purpose, { name }) => (name.endsWith('.exe') ? '上传文件格式与要求不符！' : undefined),
    accept: () => '.txt',
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const text = 'abcdefghijklmnopqrstuvwxyz'
const file = (name: string) => new File([text], name, { lastModified: 1 })

test('a file arrives whole, in checked slices, three at a time at most, with progress up to the end', async () => {
  const shares: number[] = []
  const { name } = await uploadFile(file('a.txt'), { purpose: 'attachment', onProgress: (share) => shares.push(share) })
  expect(name).toBe(text)
  expect(mostAtOnce).toBeLessThanOrEqual(3)
  expect(shares.at(-1)).toBe(1)
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
})

test('a slice that fails is sent again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 500 })
  answerTo = (slice, attempt) => (slice === 3 && attempt < 3 ? 503 : 200)
  expect((await uploadFile(file('b.txt'), { purpose: 'attachment' })).name).toBe(text)
})

test('an interrupted upload goes on where it stopped when the same file is chosen again', async () => {
  const stopper = new AbortController()
  answerTo = (slice) => {
    if (slice === 4) stopper.abort()
    return slice < 4 ? 200 : 503
  }
  await expect(uploadFile(file('c.txt'), { purpose: 'attachment', signal: stopper.signal })).rejects.toMatchObject({
    code: 100000022,
  })
  const before = stored.size
  expect(before).toBeGreaterThan(0)
  answerTo = () => 200
  expect((await uploadFile(file('c.txt'), { purpose: 'attachment' })).name).toBe(text)
  expect(opened).toBe(1)
})

test('a refused file is not sent', async () => {
  await expect(uploadFile(file('d.exe'), { purpose: 'attachment' })).rejects.toMatchObject({
    message: '上传文件格式与要求不符！',
  })
  expect(opened).toBe(0)
})
