import { acceptOf, upload, uploadProblem } from '@kaopei/files/contract/upload'
import { call, connectUploads } from '@kaopei/web/client'

/** A candidate uploads pictures of an answer, and nothing else. */
const purpose = 'image'

/** Gives the kit's uploads the files room's calls and rules. */
export function connectFiles(): void {
  connectUploads({
    open: ({ filePath, sizeBytes }, signal) =>
      call(upload.credential, { filePath, sizeBytes, purpose }, { signal, silent: true }),
    slices: (uploadId, fromNumber, signal) => call(upload.slices, { uploadId, fromNumber }, { signal, silent: true }),
    complete: (uploadId, signal) => call(upload.complete, { uploadId }, { signal, silent: true, timeoutMs: 60_000 }),
    problem: (_purpose, file) => uploadProblem(purpose, file),
    accept: () => acceptOf(purpose),
  })
}
