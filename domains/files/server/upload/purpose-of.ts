import { type UploadPurpose, uploadPurposes } from '../../contract/upload-types.ts'

/** The purpose kept with an object; those of files the server made itself count as attachments. */
export function purposeOf(text: string): UploadPurpose {
  return isPurpose(text) ? text : 'attachment'
}

function isPurpose(text: string): text is UploadPurpose {
  return Object.hasOwn(uploadPurposes, text)
}
