import { acceptOf, upload, uploadProblem } from '@kaopei/files/contract/upload'
import { call, type UploadCalls, uploadFile } from '@kaopei/web/client'

const purpose = 'appeal'

/** The client's own uploads are pictures of answers; an appeal takes documents too. */
const calls: UploadCalls = {
  open: ({ filePath, sizeBytes }, signal) => call(upload.credential, { filePath, sizeBytes, purpose }, { signal, silent: true }),
  slices: (uploadId, fromNumber, signal) => call(upload.slices, { uploadId, fromNumber }, { signal, silent: true }),
  complete: (uploadId, signal) => call(upload.complete, { uploadId }, { signal, silent: true, timeoutMs: 60_000 }),
  problem: (_purpose, file) => uploadProblem(purpose, file),
  accept: () => acceptOf(purpose),
}

export const acceptedFiles = acceptOf(purpose)

export interface SentFile {
  readonly fileId: string
  readonly name: string
  readonly sizeBytes: number
}

/** Throws with words for the candidate. */
export async function sendFile(file: File, onProgress: (share: number) => void): Promise<SentFile> {
  const refusal = uploadProblem(purpose, { name: file.name, sizeBytes: file.size })
  if (refusal !== undefined) throw new Error(refusal)
  const { fileId, name } = await uploadFile(file, { purpose, onProgress, calls })
  return { fileId, name, sizeBytes: file.size }
}
