/** Many files that go up: two at a time, each with its progress, its failure and another try. */
import { fileErrors } from '@kaopei/files/contract/upload'
import { giveUpUpload, isApiError, type UploadedFile, uploadCalls, uploadFile } from '@kaopei/web/client'
import { useEffect, useRef, useState } from 'react'
import { coursewareTypeOf, titleOfFile } from '../contract/type-of-file.ts'

/** What the server says of the file itself: the same file again is refused again. */
const refusals = [fileErrors.typeRefused, fileErrors.tooLarge, fileErrors.empty]
const purpose = 'courseware'
const atOnce = 2

export interface QueuedFile {
  readonly key: string
  readonly file: File
  readonly title: string
  /** Undefined of a file that is not taken. */
  readonly type: number | undefined
  readonly state: 'waiting' | 'sending' | 'joining' | 'sent' | 'failed'
  readonly share: number
  readonly stored: UploadedFile | undefined
  /** Why it did not go up. */
  readonly problem: string | undefined
  /** It is refused as it is: no further try changes that. */
  readonly isRefused: boolean
}

export interface UploadQueue {
  readonly files: readonly QueuedFile[]
  readonly add: (files: readonly File[]) => void
  readonly change: (key: string, change: Partial<Pick<QueuedFile, 'title' | 'problem'>>) => void
  readonly retry: (key: string) => void
  /** A courseware was made of it. */
  readonly saved: (keys: readonly string[]) => void
  /** It is not wanted: what has come of it goes. */
  readonly remove: (key: string) => void
}

const keyOf = ({ name, size, lastModified }: File) => `${name}:${size}:${lastModified}`

function queued(file: File): QueuedFile {
  const problem = uploadCalls().problem(purpose, { name: file.name, sizeBytes: file.size })
  const facts = { key: keyOf(file), file, title: titleOfFile(file.name), type: coursewareTypeOf(file.name), share: 0 }
  const isRefused = problem !== undefined
  return { ...facts, state: isRefused ? 'failed' : 'waiting', stored: undefined, problem, isRefused }
}

export function useUploadQueue(): UploadQueue {
  const [files, setFiles] = useState<readonly QueuedFile[]>([])
  const stops = useRef(new Map<string, AbortController>())
  const patch = (key: string, change: Partial<QueuedFile>) =>
    setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)))

  const send = async ({ key, file }: QueuedFile, stop: AbortController) => {
    try {
      const onProgress = (share: number) => patch(key, { share })
      const onJoining = () => patch(key, { state: 'joining' })
      const stored = await uploadFile(file, { purpose, onProgress, onJoining, signal: stop.signal })
      patch(key, { state: 'sent', share: 1, stored, problem: undefined })
    } catch (error) {
      if (stop.signal.aborted) return
      const isRefused = refusals.some(({ code }) => isApiError(error, code))
      patch(key, { state: 'failed', problem: isApiError(error) ? error.message : '上传失败，请重试', isRefused })
    } finally {
      stops.current.delete(key)
    }
  }

  // Sending is work outside of React: it begins when a place is free, and ends with the page.
  useEffect(() => {
    const free = atOnce - stops.current.size
    const next = files.filter(({ key, state }) => state === 'waiting' && !stops.current.has(key)).slice(0, Math.max(0, free))
    for (const one of next) {
      const stop = new AbortController()
      stops.current.set(one.key, stop)
      patch(one.key, { state: 'sending', problem: undefined })
      void send(one, stop)
    }
  })
  useEffect(() => {
    const running = stops.current
    return () => {
      for (const stop of running.values()) stop.abort()
    }
  }, [])

  return {
    files,
    add: (chosen) =>
      setFiles((all) => {
        const known = new Set(all.map(({ key }) => key))
        return [...all, ...chosen.filter((file) => !known.has(keyOf(file))).map(queued)]
      }),
    change: patch,
    retry: (key) => patch(key, { state: 'waiting', problem: undefined }),
    saved: (keys) => setFiles((all) => all.filter(({ key }) => !keys.includes(key))),
    remove: (key) => {
      const one = files.find((other) => other.key === key)
      stops.current.get(key)?.abort()
      setFiles((all) => all.filter((other) => other.key !== key))
      if (one) void giveUpUpload(one.file, { purpose }, one.stored?.fileId)
    },
  }
}
