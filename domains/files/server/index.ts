import type { Module } from '@kaopei/server'
import { addDownloadRoute } from './download.routes.ts'
import { fileSweeps } from './sweeps.ts'
import { uploadEndpoints } from './upload/handlers.ts'
import { joinUpload } from './upload/join.job.ts'
import { addSliceRoute } from './upload/slice.routes.ts'

export { endOfFileUrl, type FileAddress, fileIdOfUrl, fileUrl, pictureUrl } from './file-link.ts'
export { answerForGrants, type Grant, stillHolds } from './link-grants.ts'
export { expireFiles, keepFiles } from './object.sql.ts'
export {
  type KeepPicture,
  keepablePictures,
  picturesIn,
  type Reader,
  shownPicture,
  showPictures,
} from './pictures-in-text.ts'
export { rangeOf } from './rules/range-of.ts'
export { openToken, sealToken } from './signed-token.ts'
export type { BlobStore } from './store/blob-store.ts'
export { type DirectStore, EvidenceFolder, type EvidenceStore } from './store/evidence-store.ts'
export { FolderStore } from './store/folder-store.ts'
export { isFullDisk } from './store/full-disk.ts'
export { type MadeS3, madeKeys, startMadeS3 } from './store/made-s3-service.ts'
export { S3Store, type S3StoreOptions } from './store/s3-store.ts'
export { temporaryBlobs } from './store/temporary-blobs.ts'
export { findOwnUpload, findOwnUploads, type NamedUpload } from './upload/own-upload.ts'
export {
  addWrittenFile,
  dropWrittenFile,
  type FileToStore,
  findKept,
  openStored,
  readableFile,
  readerOfStored,
  type StoredReader,
  storeFile,
  type WrittenFile,
  withLocalFile,
  writeFile,
} from './upload/store-file.ts'
export {
  abandonUploadOf,
  beginUploadOf,
  completeUploadOf,
  type Maker,
  resumeUploadOf,
  type StoredUpload,
  type UploadWish,
} from './upload/upload-of.ts'

export const filesModule: Module = {
  endpoints: uploadEndpoints,
  jobs: [joinUpload],
  sweeps: fileSweeps,
  routes: (app, services) => {
    addSliceRoute(app, services)
    addDownloadRoute(app, services)
  },
}
