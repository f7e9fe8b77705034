import type { Module } from '@kaopei/server'
import { addDownloadRoute } from './download.routes.ts'
import { addSliceRoute } from './slice.routes.ts'
import { fileSweeps } from './sweeps.ts'
import { uploadEndpoints } from './upload.handlers.ts'

export type { BlobStore } from './blob-store.ts'
export { type DirectStore, EvidenceFolder, type EvidenceStore } from './evidence-store.ts'
export { type FileAddress, fileIdOfUrl, fileUrl, pictureUrl } from './file-link.ts'
export { FolderStore } from './folder-store.ts'
export { isFullDisk } from './full-disk.ts'
export { type MadeS3, madeKeys, startMadeS3 } from './made-s3-service.ts'
export { expireFiles } from './object.sql.ts'
export { findOwnUpload, findOwnUploads, type NamedUpload } from './own-upload.ts'
export {
  type KeepPicture,
  keepablePictures,
  picturesIn,
  type Reader,
  shownPicture,
  showPictures,
} from './pictures-in-text.ts'
export { rangeOf } from './rules/range-of.ts'
export { S3Store, type S3StoreOptions } from './s3-store.ts'
export { openToken, sealToken } from './signed-token.ts'
export {
  addWrittenFile,
  dropWrittenFile,
  type FileToStore,
  openStored,
  readableFile,
  storeFile,
  type WrittenFile,
  withLocalFile,
  writeFile,
} from './store-file.ts'
export { temporaryBlobs } from './temporary-blobs.ts'
export {
  abandonUploadOf,
  beginUploadOf,
  completeUploadOf,
  type Maker,
  resumeUploadOf,
  type StoredUpload,
  type UploadWish,
} from './upload-of.ts'

export const filesModule: Module = {
  endpoints: uploadEndpoints,
  sweeps: fileSweeps,
  routes: (app, services) => {
    addSliceRoute(app, services)
    addDownloadRoute(app, services)
  },
}
