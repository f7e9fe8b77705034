import { acceptOf, upload, uploadProblem } from '@kaopei/files/contract/upload'
import { call, type UploadCalls, uploadFile } from '@kaopei/web/client'
import type { SheetFiles } from './sheet/field-props.ts'

const purpose = 'attachment'

/** The client uploads pictures of exams' answers; a questionnaire takes any document, picture, film or sound. */
const calls: UploadCalls = {
  open: ({ filePath, sizeBytes }, signal) => call(upload.credential, { filePath, sizeBytes, purpose }, { signal, silent: true }),
  slices: (uploadId, fromNumber, signal) => call(upload.slices, { uploadId, fromNumber }, { signal, silent: true }),
  complete: (uploadId, signal) => call(upload.complete, { uploadId }, { signal, silent: true, timeoutMs: 60_000 }),
  problem: (_purpose, file) => uploadProblem(purpose, file),
  accept: () => acceptOf(purpose),
}

/** Of somebody who is signed in. */
export const sheetUploads: SheetFiles = {
  accept: acceptOf(purpose),
  upload: async (file, onProgress) => {
    const refusal = uploadProblem(purpose, { name: file.name, sizeBytes: file.size })
    if (refusal !== undefined) throw new Error(refusal)
    const { fileId, name } = await uploadFile(file, { purpose, onProgress, calls })
    return { fileId, name }
  },
}
