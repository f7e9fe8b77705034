import { md5 } from '@noble/hashes/legacy.js'
import { ApiError, apiCodes, isApiError } from './api-error.ts'
import { interrupted, marksOf } from './interrupted-uploads.ts'
import { pause } from './patience.ts'

export interface UploadedFile {
  readonly fileId: string
  readonly fileUrl: string
  readonly name: string
  readonly sizeBytes: number
}

export interface UploadSlice {
  readonly number: number
  readonly sizeBytes: number
  readonly url: string
}

/**
 * The calls behind an upload. The kit knows no room, so the app connects the files room's calls here once (`connectUploads`).
 */
export interface UploadCalls {
  readonly open: (
    file: { filePath: string; sizeBytes: number; purpose: string },
    signal: AbortSignal,
  ) => Promise<{ uploadId: string; sliceBytes: number; sliceCount: number; slices: readonly UploadSlice[] }>
  readonly slices: (
    uploadId: string,
    fromNumber: number,
    signal: AbortSignal,
  ) => Promise<{ sliceBytes: number; received: readonly { number: number }[]; slices: readonly UploadSlice[] }>
  readonly complete: (uploadId: string, signal: AbortSignal) => Promise<UploadedFile>
  /** All has come, and the server is still at work on it: it is asked again. */
  readonly isUnderWay?: (error: unknown) => boolean
  /** What has come is not wanted any more: its room is free again. Without it that is so a day later. */
  readonly abandon?: (uploadId: string) => Promise<unknown>
  /** The Chinese text that refuses a file, or undefined. */
  readonly problem: (purpose: string, file: { name: string; sizeBytes?: number }) => string | undefined
  /** `.png,.jpg` */
  readonly accept: (purpose: string) => string
}

export interface UploadOptions {
  readonly purpose: string
  readonly onProgress?: (share: number) => void
  /** All has come; the server makes one file of it, which takes a while. */
  readonly onJoining?: () => void
  readonly signal?: AbortSignal
  /** Other calls than the app's, for pages without a login. */
  readonly calls?: UploadCalls
}

const parallel = 3
const triesPerSlice = 4
const sliceTimeoutMs = 120_000
let calls: UploadCalls | undefined
/** What no further try changes, by the status of the store's answer. */
const refusals: ReadonlyMap<number, string> = new Map([
  [413, '上传文件过大'],
  [507, '存储空间不足，文件没有全部保存。请联系管理员清理后，再次选择该文件继续上传'],
])

export function connectUploads(connected: UploadCalls): void {
  calls = connected
}

export function uploadCalls(): UploadCalls {
  if (!calls) throw new Error('connectUploads has not been called by the app')
  return calls
}

/** Uploads a file in slices, three at a time. Interrupted uploads go on where they stopped when the same file comes again. */
export async function uploadFile(file: File, options: UploadOptions): Promise<UploadedFile> {
  const via = options.calls ?? uploadCalls()
  const problem = via.problem(options.purpose, { name: file.name, sizeBytes: file.size })
  if (problem) throw new ApiError(apiCodes.invalid, problem)
  const stopper = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, stopper.signal]) : stopper.signal
  const marks = marksOf(file, options.purpose)
  const resumed = await resume(file, marks, via, signal)
  const plan = resumed ?? (await open(file, options.purpose, via, signal))
  interrupted.set(marks, plan.uploadId)
  try {
    await sendSlices(file, plan, options, signal)
  } catch (error) {
    stopper.abort()
    throw error
  }
  const stored = await completed(plan.uploadId, options, via, signal)
  interrupted.delete(marks)
  options.onProgress?.(1)
  return stored
}

const askAgainMs = 3000

async function completed(
  uploadId: string,
  { onJoining }: UploadOptions,
  via: UploadCalls,
  signal: AbortSignal,
): Promise<UploadedFile> {
  for (;;) {
    try {
      return await via.complete(uploadId, signal)
    } catch (error) {
      if (signal.aborted || !via.isUnderWay?.(error)) throw error
      onJoining?.()
      await pause(askAgainMs, signal)
    }
  }
}

/** The file will not come: what has come of it is given up. Of one that has come, by its `fileId`, too, unless something was made of it. */
export async function giveUpUpload(
  file: File,
  { purpose, calls: via = uploadCalls() }: UploadOptions,
  fileId?: string,
): Promise<void> {
  const marks = marksOf(file, purpose)
  const uploadId = fileId ?? interrupted.get(marks)
  interrupted.delete(marks)
  // It goes by itself where this does not reach the server.
  if (uploadId !== undefined) await via.abandon?.(uploadId).catch(() => undefined)
}

interface Plan {
  readonly uploadId: string
  readonly sliceBytes: number
  readonly waiting: UploadSlice[]
  readonly sliceCount: number
  readonly arrived: Set<number>
  readonly via: UploadCalls
}

async function open(file: File, purpose: string, via: UploadCalls, signal: AbortSignal): Promise<Plan> {
  const opened = await via.open({ filePath: file.name, sizeBytes: file.size, purpose }, signal)
  const { uploadId, sliceBytes, sliceCount, slices } = opened
  return { uploadId, sliceBytes, sliceCount, waiting: [...slices], arrived: new Set(), via }
}

async function resume(file: File, marks: string, via: UploadCalls, signal: AbortSignal): Promise<Plan | undefined> {
  const uploadId = interrupted.get(marks)
  if (uploadId === undefined) return undefined
  try {
    const { sliceBytes, received, slices } = await via.slices(uploadId, 1, signal)
    const arrived = new Set(received.map(({ number }) => number))
    const sliceCount = Math.ceil(file.size / sliceBytes)
    return { uploadId, sliceBytes, sliceCount, waiting: slices.filter(({ number }) => !arrived.has(number)), arrived, via }
  } catch (error) {
    // An upload that the server closed meanwhile starts anew.
    interrupted.delete(marks)
    if (isApiError(error, apiCodes.cancelled)) throw error
    return undefined
  }
}

async function sendSlices(file: File, plan: Plan, options: UploadOptions, signal: AbortSignal): Promise<void> {
  let sentBytes = plan.arrived.size * plan.sliceBytes
  const tell = () => options.onProgress?.(file.size === 0 ? 1 : Math.min(0.999, sentBytes / file.size))
  tell()
  const worker = async () => {
    for (let slice = await nextSlice(plan, signal); slice; slice = await nextSlice(plan, signal)) {
      const from = (slice.number - 1) * plan.sliceBytes
      await sendSlice(slice, file.slice(from, from + slice.sizeBytes), plan, signal)
      sentBytes += slice.sizeBytes
      tell()
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
}

/** Addresses come a thousand at a time; one worker asks for the next ones while the others wait for its answer. */
const refills = new WeakMap<Plan, Promise<void>>()
async function nextSlice(plan: Plan, signal: AbortSignal): Promise<UploadSlice | undefined> {
  if (plan.waiting.length === 0) {
    const last = Math.max(0, ...plan.arrived)
    if (last < plan.sliceCount) {
      if (!refills.has(plan)) refills.set(plan, refill(plan, last + 1, signal))
      await refills.get(plan)
      refills.delete(plan)
    }
  }
  const slice = plan.waiting.shift()
  if (slice) plan.arrived.add(slice.number)
  return slice
}

async function refill(plan: Plan, fromNumber: number, signal: AbortSignal): Promise<void> {
  const { slices } = await plan.via.slices(plan.uploadId, fromNumber, signal)
  plan.waiting.push(...slices.filter(({ number }) => !plan.arrived.has(number)))
}

async function sendSlice(slice: UploadSlice, part: Blob, plan: Plan, signal: AbortSignal): Promise<void> {
  const bytes = new Uint8Array(await part.arrayBuffer())
  const checksum = btoa(String.fromCharCode(...md5(bytes)))
  let { url } = slice
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await putSlice(url, bytes, checksum, signal)
      if (response.ok) return
      const { status } = response
      throw new ApiError(status, refusals.get(status) ?? '上传失败，请稍后再试', null, status)
    } catch (error) {
      if (signal.aborted) throw new ApiError(apiCodes.cancelled, '上传已取消')
      const isFinal = isApiError(error) && refusals.has(error.code)
      if (attempt >= triesPerSlice || isFinal) throw isApiError(error) ? error : lost(error)
      await pause(500 * 2 ** attempt, signal)
      // The address may have run out while the network was away.
      url = (await freshUrl(plan, slice.number, signal)) ?? url
    }
  }
}

async function putSlice(url: string, bytes: Uint8Array<ArrayBuffer>, checksum: string, signal: AbortSignal): Promise<Response> {
  return fetch(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream', 'content-md5': checksum },
    body: bytes,
    signal: AbortSignal.any([signal, AbortSignal.timeout(sliceTimeoutMs)]),
    credentials: 'omit',
  })
}

/** Those of the slices that wait have run out as well. */
async function freshUrl({ uploadId, via, waiting }: Plan, number: number, signal: AbortSignal): Promise<string | undefined> {
  const answer = await via.slices(uploadId, number, signal).catch(() => undefined)
  const fresh = new Map(answer?.slices.map((slice) => [slice.number, slice]))
  for (const [place, old] of waiting.entries()) waiting[place] = fresh.get(old.number) ?? old
  return fresh.get(number)?.url
}

const lost = (cause: unknown) => new ApiError(apiCodes.unreachable, '网络连接失败，请检查网络后重试', cause)
