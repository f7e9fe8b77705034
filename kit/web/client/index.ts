export { type Access, access, may, useIsAdmin, useMay } from './access.ts'
export { ApiError, apiCodes, type FieldMessage, isApiError, isRecord } from './api-error.ts'
export { type AssemblyInfo, assemblyInfo, type Branding, deploymentBranding, refreshAssemblyInfo } from './assembly-info.ts'
export { type CallArguments, type CallOptions, call, callUntyped, isCreating } from './call.ts'
export { rebaseClock, serverNow } from './clock.ts'
export { companyZone, foreignZone } from './company-zone.ts'
export { downloadFile, fetchFile, fileNameOf, saveBlob, saveUrl } from './download.ts'
export {
  errorLog,
  type LoggedError,
  type Notifier,
  report,
  reportSilently,
  setNotifier,
  showOnce,
  toastMs,
} from './error-policy.ts'
export { type KeptRecord, type KeptRecords, keptRecords } from './kept-records.ts'
export { lastOperationTime } from './last-operation.ts'
export { LineNotice } from './line-notice.tsx'
export { endWork, keepWork, openWork, startOffline } from './open-work.ts'
export { orgDomain } from './org-domain.ts'
export { encryptPassword } from './password.ts'
export { isOverrun, isUnanswered } from './patience.ts'
export { randomId } from './random-id.ts'
export { protocolHeaders } from './request.ts'
export { type CleanHtml, richHtmlCleaner } from './rich-html.ts'
export { type SessionFacts, session, useSession } from './session.ts'
export { type Shrinking, shrinkPicture } from './shrink-picture.ts'
export { signCall } from './sign.ts'
export { createStore, type Store } from './store.ts'
export {
  connectUploads,
  giveUpUpload,
  type UploadCalls,
  type UploadedFile,
  type UploadOptions,
  type UploadSlice,
  uploadCalls,
  uploadFile,
} from './upload.ts'
export { type Line, useLine } from './use-line.ts'
export { useStore } from './use-store.ts'
export { startOrAsk } from './who-goes-on.tsx'
export { writeToDisk } from './write-to-disk.ts'
