import { ApiError, type uploadFile } from '@kaopei/web/client'
import { expect, test, vi } from 'vitest'
import { PictureUploads } from './picture-uploads.ts'

Reflect.set(URL, 'createObjectURL', () => 'blob:1')
Reflect.set(URL, 'revokeObjectURL', () => undefined)

const photo = () => new File(['x'], '答案.jpg', { type: 'image/jpeg' })
type Send = typeof uploadFile

function uploads(send: Send) {
  const placed: [number, string][] = []
  const shrink = vi.fn(async (file: File) => file)
  return { placed, shrink, pictures: new PictureUploads({ place: (...place) => placed.push(place), shrink, send }) }
}
const stored = { fileId: 'f', fileUrl: '/files/f', name: '答案.jpg', sizeBytes: 1 }

test('a stored picture goes into the answer of its question and is no upload any more', async () => {
  const { pictures, placed } = uploads(async (_file, { onProgress }) => {
    onProgress?.(0.5)
    return stored
  })
  pictures.add(7, [photo()])
  expect(pictures.view.get()).toMatchObject([{ slot: 7, progress: 0, problem: null }])
  await vi.waitFor(() => expect(placed).toEqual([[7, '/files/f']]))
  expect(pictures.view.get()).toEqual([])
})

test('what the network stopped goes on by itself, made small only once; what was refused does not', async () => {
  const answers = [new ApiError(-1, '网络连接失败'), new ApiError(2450, '上传文件格式与要求不符！')]
  let isBack = false
  const { pictures, placed, shrink } = uploads(async () => {
    if (isBack) return stored
    throw answers.shift() ?? new Error('too many')
  })
  pictures.add(1, [photo()])
  pictures.add(2, [photo()])
  await vi.waitFor(() => expect(pictures.view.get().every(({ problem }) => problem !== null)).toBe(true))
  expect(pictures.view.get()).toMatchObject([
    { slot: 1, mayRetry: true, problem: '上传中断，网络恢复后自动继续' },
    { slot: 2, mayRetry: false, problem: '上传文件格式与要求不符！' },
  ])
  isBack = true
  pictures.retryAll()
  await vi.waitFor(() => expect(placed).toEqual([[1, '/files/f']]))
  expect(pictures.view.get()).toMatchObject([{ slot: 2 }])
  expect(shrink).toHaveBeenCalledTimes(2)
})

test('one that something on the way refuses says so, is tried again by itself, and holds up no other', async () => {
  vi.useFakeTimers()
  try {
    let isFree = false
    const { pictures, placed } = uploads(async ({ name }) => {
      if (name === '被拦.jpg' && !isFree) throw new ApiError(403, '上传失败', null, 403)
      return stored
    })
    pictures.add(1, [new File(['x'], '被拦.jpg', { type: 'image/jpeg' })])
    pictures.add(2, [photo()])
    await vi.advanceTimersByTimeAsync(0)
    expect(placed).toEqual([[2, '/files/f']])
    expect(pictures.view.get()).toMatchObject([
      { slot: 1, mayRetry: true, problem: expect.stringContaining('可能被网络设备拦截') },
    ])
    isFree = true
    await vi.advanceTimersByTimeAsync(10_000)
    expect(placed).toEqual([
      [2, '/files/f'],
      [1, '/files/f'],
    ])
  } finally {
    vi.useRealTimers()
  }
})

test('an upload that was taken back puts nothing into the answer', async () => {
  const release = Promise.withResolvers<typeof stored>()
  const { pictures, placed } = uploads(() => release.promise)
  pictures.add(1, [photo()])
  pictures.remove(pictures.view.get()[0]?.key ?? '')
  release.resolve(stored)
  await release.promise
  await Promise.resolve()
  expect([placed, pictures.view.get()]).toEqual([[], []])
})

test('one choice of a file explains one absence', () => {
  const { pictures } = uploads(async () => stored)
  expect(pictures.takeChoice()).toBe(false)
  pictures.beginChoice()
  expect([pictures.isChoosing, pictures.takeChoice(), pictures.takeChoice()]).toEqual([true, true, false])
})
