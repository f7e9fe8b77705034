/**
 * Pictures on their way into short answers. They belong to the sitting, not to the question on the screen: who turns the page loses none.
 * An interrupted upload goes on where it stopped, by itself when the network is back.
 */
import { apiCodes, createStore, isApiError, randomId, uploadFile } from '@kaopei/web/client'

export const mostPictures = 9

export interface PictureUpload {
  readonly key: string
  readonly slot: number
  readonly name: string
  /** Shown until the answer has the picture itself. */
  readonly previewUrl: string
  /** 0 … 1 */
  readonly progress: number
  /** In words for the candidate; null while it runs. */
  readonly problem: string | null
  /** Trying again may help. */
  readonly mayRetry: boolean
}

export interface PictureParts {
  /** The picture is stored: the answer takes it. */
  readonly place: (slot: number, address: string) => void
  readonly shrink: (file: File) => Promise<File>
  readonly send?: typeof uploadFile
}

const choiceGraceMs = 60_000
const firstRetryMs = 10_000
const longestRetryMs = 120_000

export class PictureUploads {
  readonly view = createStore<readonly PictureUpload[]>([])
  readonly #parts: PictureParts
  readonly #files = new Map<string, { readonly file: File; readonly isSmall: boolean }>()
  readonly #stoppers = new Map<string, AbortController>()
  /** One that failed is tried again by itself: the browser need not notice that the network is back, and a filter may let it pass later. */
  readonly #retries = new Map<string, { readonly failures: number; readonly timer: ReturnType<typeof setTimeout> }>()
  #choice: { closedAt?: number } | undefined

  constructor(parts: PictureParts) {
    this.#parts = parts
  }

  add(slot: number, files: readonly File[]): void {
    for (const file of files) {
      const key = randomId()
      this.#files.set(key, { file, isSmall: false })
      const previewUrl = URL.createObjectURL(file)
      const upload = { key, slot, name: file.name, previewUrl, progress: 0, problem: null, mayRetry: false }
      this.view.set([...this.view.get(), upload])
      void this.#run(key)
    }
  }

  retry(key: string): void {
    void this.#run(key)
  }

  /** After the network came back. */
  retryAll(): void {
    for (const { key, problem, mayRetry } of this.view.get()) if (problem !== null && mayRetry) void this.#run(key)
  }

  remove(key: string): void {
    this.#stoppers.get(key)?.abort()
    const found = this.view.get().find((upload) => upload.key === key)
    if (found) URL.revokeObjectURL(found.previewUrl)
    this.#files.delete(key)
    clearTimeout(this.#retries.get(key)?.timer)
    this.#retries.delete(key)
    this.view.set(this.view.get().filter((upload) => upload.key !== key))
  }

  stop(): void {
    for (const { key } of this.view.get()) this.remove(key)
  }

  /** The chooser or the camera takes the window's focus: that is no leaving of the exam. */
  beginChoice(): void {
    this.#choice = {}
  }

  endChoice(): void {
    if (this.#choice) this.#choice = { closedAt: performance.now() }
  }

  get isChoosing(): boolean {
    const { closedAt } = this.#choice ?? {}
    return this.#choice !== undefined && (closedAt === undefined || performance.now() - closedAt < choiceGraceMs)
  }

  /** Whether the window was away because of a choice; each choice explains one absence. */
  takeChoice(): boolean {
    const isExplained = this.isChoosing
    this.#choice = undefined
    return isExplained
  }

  async #run(key: string): Promise<void> {
    const kept = this.#files.get(key)
    const upload = this.view.get().find((one) => one.key === key)
    if (!kept || !upload) return
    clearTimeout(this.#retries.get(key)?.timer)
    this.#change(key, { problem: null, progress: 0 })
    const stopper = new AbortController()
    this.#stoppers.set(key, stopper)
    try {
      const small = kept.isSmall ? kept.file : await this.#parts.shrink(kept.file)
      if (stopper.signal.aborted) return
      // Only the same file goes on where it stopped.
      this.#files.set(key, { file: small, isSmall: true })
      const send = this.#parts.send ?? uploadFile
      const onProgress = (progress: number) => this.#change(key, { progress })
      const { fileUrl } = await send(small, { purpose: 'image', signal: stopper.signal, onProgress })
      if (stopper.signal.aborted) return
      this.#parts.place(upload.slot, fileUrl)
      this.remove(key)
    } catch (error) {
      const mayRetry = !isRefusal(error)
      this.#change(key, { problem: wordsOf(error, mayRetry), mayRetry })
      if (mayRetry) this.#retryLater(key)
    }
  }

  #retryLater(key: string): void {
    if (!this.#files.has(key)) return
    const failures = (this.#retries.get(key)?.failures ?? 0) + 1
    const pauseMs = Math.min(longestRetryMs, firstRetryMs * 2 ** (failures - 1))
    const timer = setTimeout(() => void this.#run(key), pauseMs)
    this.#retries.set(key, { failures, timer })
  }

  #change(key: string, change: Partial<PictureUpload>): void {
    this.view.set(this.view.get().map((upload) => (upload.key === key ? { ...upload, ...change } : upload)))
  }
}

/** The server or the rules have said no to this very file. */
function isRefusal(error: unknown): boolean {
  if (!isApiError(error)) return false
  return error.code === apiCodes.invalid || error.code === 413 || (error.code >= 2000 && error.code < 4000)
}

/** Somebody answered, and it was neither the server nor the store taking it: something on the way has it in for this picture. */
function isStoppedOnTheWay(error: unknown): boolean {
  return (
    isApiError(error) && (error.isForeign || (error.code >= 400 && error.code < 500 && error.code !== 408 && error.code !== 429))
  )
}

function wordsOf(error: unknown, mayRetry: boolean): string {
  if (isApiError(error) && !mayRetry) return error.message
  return isStoppedOnTheWay(error) ? '未能上传，可能被网络设备拦截：请换一张图片或稍后重试' : '上传中断，网络恢复后自动继续'
}
