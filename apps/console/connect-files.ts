import { acceptOf, fileErrors, type UploadPurpose, upload, uploadProblem, uploadPurposes } from '@kaopei/files/contract/upload'
import { call, connectUploads, isApiError } from '@kaopei/web/client'

/** Gives the kit's uploads the files room's calls and rules. */
export function connectFiles(): void {
  connectUploads({
    // Pictures of the editor have a call of their own in the specification.
    open: ({ filePath, sizeBytes, purpose }, signal) =>
      purpose === 'editorImage'
        ? call(upload.editorCredential, { filePath, sizeBytes }, { signal, silent: true })
        : call(upload.credential, { filePath, sizeBytes, purpose: purposeOf(purpose) }, { signal, silent: true }),
    slices: (uploadId, fromNumber, signal) => call(upload.slices, { uploadId, fromNumber }, { signal, silent: true }),
    complete: (uploadId, signal) => call(upload.complete, { uploadId }, { signal, silent: true, timeoutMs: 120_000 }),
    isUnderWay: (error) => isApiError(error, fileErrors.joining.code),
    abandon: (uploadId) => call(upload.abandon, { uploadId }, { silent: true }),
    problem: (purpose, file) => uploadProblem(purposeOf(purpose), file),
    accept: (purpose) => acceptOf(purposeOf(purpose)),
  })
}

function purposeOf(name: string): UploadPurpose {
  if (!isPurpose(name)) throw new Error(`unknown purpose of an upload: ${name}`)
  return name
}

function isPurpose(name: string): name is UploadPurpose {
  return Object.hasOwn(uploadPurposes, name)
}
