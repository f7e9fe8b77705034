import { acceptOf, uploadProblem } from '@kaopei/files/contract/upload'
import { call, isApiError, type UploadCalls, uploadFile } from '@kaopei/web/client'
import { useRef, useState } from 'react'
import { publicUpload, type UploadLinkPurpose } from '../contract/upload-link.ts'
import { unfinished } from './unfinished-uploads.ts'

export interface Sending {
  readonly key: number
  readonly file: File
  /** 0 to 1. */
  readonly share: number
  readonly isDone: boolean
  readonly error?: string
}

interface By {
  readonly token: string
  readonly purpose: UploadLinkPurpose
  readonly sender: string
}

/** Files on their way by an upload link, one after the other; what broke off is sent again from where it was. */
export function useSendFiles(by: By) {
  const [sending, setSending] = useState<readonly Sending[]>([])
  const queue = useRef(Promise.resolve())
  const next = useRef(0)
  const latest = useRef(by)
  latest.current = by

  const change = (key: number, facts: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.key === key ? { ...one, ...facts } : one)))

  const start = (key: number, file: File) => {
    queue.current = queue.current.then(async () => {
      try {
        const { purpose } = latest.current
        await uploadFile(file, { purpose, calls: callsOf(latest.current), onProgress: (share) => change(key, { share }) })
        change(key, { isDone: true, share: 1 })
      } catch (error) {
        change(key, { error: isApiError(error) ? error.message : '上传失败，请重试' })
      }
    })
  }

  return {
    sending,
    send: (files: readonly File[]) => {
      const added = files.map((file) => ({ key: next.current++, file, share: 0, isDone: false }))
      setSending((all) => [...all, ...added])
      for (const { key, file } of added) start(key, file)
    },
    retry: (key: number) => {
      const one = sending.find((other) => other.key === key)
      if (!one) return
      setSending((all) => all.map(({ error, ...rest }) => (rest.key === key || error === undefined ? rest : { ...rest, error })))
      start(key, one.file)
    },
  }
}

/** The kit's upload by the calls that a token opens. The answer has no address of the file: who hands in does not get out. */
function callsOf({ token, purpose, sender }: By): UploadCalls {
  return {
    open: async ({ filePath, sizeBytes }, signal) => {
      const insteadOf = unfinished.leftBehind(token)
      const opened = await call(publicUpload.credential, { token, filePath, sizeBytes, insteadOf }, { signal, silent: true })
      unfinished.add(token, opened.uploadId)
      return opened
    },
    slices: (uploadId, fromNumber, signal) =>
      call(publicUpload.slices, { token, uploadId, fromNumber }, { signal, silent: true }),
    complete: async (uploadId, signal) => {
      const done = await call(publicUpload.complete, { token, uploadId, sender }, { signal, silent: true, timeoutMs: 120_000 })
      unfinished.remove(token, uploadId)
      return { ...done, fileUrl: '' }
    },
    problem: (_purpose, file) => uploadProblem(purpose, file),
    accept: () => acceptOf(purpose),
  }
}
