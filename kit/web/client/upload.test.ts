import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { connectUploads, giveUpUpload, type UploadCalls, uploadCalls, uploadFile } from './upload.ts'

const sliceBytes = 4
let stored: Map<number, string>
let opened: number
let underWay: number
let mostAtOnce: number
let answerTo: (slice: number, attempt: number) => number

beforeEach(() => {
  localStorage.clear()
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

test('while the server makes one file of it, it is asked again until it has', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 500 })
  let left = 2
  const whole = { fileId: 'f', fileUrl: '/f', name: 'j.txt', sizeBytes: 26 }
  const joining = new ApiError(77, '正在合并')
  const calls: UploadCalls = {
    ...uploadCalls(),
    complete: async () => (left-- > 0 ? Promise.reject(joining) : whole),
    isUnderWay: (error) => error === joining,
  }
  const onJoining = vi.fn()
  expect(await uploadFile(file('j.txt'), { purpose: 'attachment', calls, onJoining })).toEqual(whole)
  expect(onJoining).toHaveBeenCalledTimes(2)
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

test('it goes on after the browser was closed, and nothing of the file can be read there; a day later it begins anew', async () => {
  const stopper = new AbortController()
  answerTo = (slice) => {
    if (slice === 4) stopper.abort()
    return slice < 4 ? 200 : 503
  }
  const secret = file('名单.txt')
  await expect(uploadFile(secret, { purpose: 'attachment', signal: stopper.signal })).rejects.toThrow()
  sessionStorage.clear()
  const kept = Object.entries(localStorage).filter(([key]) => key.startsWith('kp-upload:'))
  expect(kept).toHaveLength(1)
  expect(JSON.stringify(kept)).not.toContain('名单')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 })
  answerTo = () => 200
  await uploadFile(file('e.txt'), { purpose: 'attachment' })
  expect(Object.keys(localStorage).filter((key) => key.startsWith('kp-upload:'))).toEqual([])
})

test('a full disk is said at once, in words that tell what to do', async () => {
  const tried: number[] = []
  answerTo = (slice) => {
    tried.push(slice)
    return 507
  }
  await expect(uploadFile(file('f.txt'), { purpose: 'attachment' })).rejects.toMatchObject({
    code: 507,
    message: '存储空间不足，文件没有全部保存。请联系管理员清理后，再次选择该文件继续上传',
  })
  expect(new Set(tried).size).toBe(tried.length)
})

test('addresses that ran out are replaced together, not one by one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 500 })
  answerTo = (slice, attempt) => (slice === 1 && attempt === 1 ? 403 : 200)
  let asked = 0
  const { slices, ...others } = uploadCalls()
  const renewed = async (...wish: Parameters<typeof slices>) => {
    asked += 1
    const answer = await slices(...wish)
    return { ...answer, slices: answer.slices.map((slice) => ({ ...slice, url: `/renewed/${slice.number}` })) }
  }
  connectUploads({ ...others, slices: renewed })
  expect((await uploadFile(file('g.txt'), { purpose: 'attachment' })).name).toBe(text)
  expect(asked).toBeGreaterThan(0)
})

test('an upload that is not wanted any more is given up by its number', async () => {
  const abandoned: string[] = []
  connectUploads({ ...uploadCalls(), abandon: async (id) => void abandoned.push(id) })
  answerTo = () => 507
  await expect(uploadFile(file('h.txt'), { purpose: 'attachment' })).rejects.toThrow()
  await giveUpUpload(file('h.txt'), { purpose: 'attachment' })
  await giveUpUpload(file('h.txt'), { purpose: 'attachment' })
  await giveUpUpload(file('i.txt'), { purpose: 'attachment' }, 'whole')
  expect(abandoned).toEqual(['u', 'whole'])
})
