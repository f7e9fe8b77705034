import { protocolErrors } from '@kaopei/contract'
import { type Db, Failure, type Services } from '@kaopei/server'
import { fileErrors } from '../contract/upload.ts'
import { typeRefusal, type UploadPurpose } from '../contract/upload-types.ts'
import { fileUrl } from './file-link.ts'
import { refusingFullDisk } from './full-disk.ts'
import { deleteObject, findObject, findObjectLocked, markStored, type StoredObject } from './object.sql.ts'
import { purposeOf } from './purpose-of.ts'
import { beginUpload, completenessOf, hasExpectedContent, refusalOf, resumeUpload, uploadOf } from './upload.service.ts'

/** Whose upload it is: a person's, or that of a share token's holder. An upload is its maker's alone. */
export interface Maker {
  readonly companyId: string
  readonly makerId: string
}

export interface UploadWish {
  readonly filePath: string
  readonly sizeBytes?: number | undefined
  readonly purpose: UploadPurpose
}

export interface StoredUpload {
  readonly fileId: string
  readonly fileUrl: string
  readonly name: string
  readonly sizeBytes: number
}

/** Begins an upload and answers its credential; refuses by the table of types. */
export async function beginUploadOf(db: Db, services: Services, maker: Maker, wish: UploadWish, now: Date) {
  const { filePath, sizeBytes, purpose } = wish
  const refusal = refusalOf({ filePath, sizeBytes, purpose })
  if (refusal) throw new Failure(fileErrors[refusal.kind], { text: refusal.text })
  const wanted = { companyId: maker.companyId, staffId: maker.makerId, filePath, sizeBytes, purpose }
  return refusingFullDisk(() => beginUpload(db, services, wanted, now))
}

export async function resumeUploadOf(
  db: Db,
  services: Services,
  { companyId, makerId }: Maker,
  { uploadId, fromNumber }: { uploadId: string; fromNumber: number },
  now: Date,
) {
  const object = ownOf(await findObject(db, companyId, uploadId), makerId)
  if (object.state !== 0) throw new Failure(fileErrors.closed)
  return resumeUpload(services, object, fromNumber, now)
}

interface Completing {
  readonly uploadId: string
  /** Work for after the commit. */
  readonly after: (work: () => Promise<void>) => void
}

/** Makes a file of the slices. Repeating it answers the same file, with `isNew` false. */
export async function completeUploadOf(
  db: Db,
  services: Services,
  { companyId, makerId }: Maker,
  { uploadId, after }: Completing,
): Promise<StoredUpload & { isNew: boolean; purpose: string }> {
  const object = ownOf(await findObjectLocked(db, companyId, uploadId), makerId)
  if (object.state === 1) return { ...storedUpload(services, companyId, object), isNew: false, purpose: object.purpose }
  const { blobs } = services
  const received = await blobs.listSlices(uploadOf(object))
  const completeness = completenessOf(object, received)
  if (completeness.kind === 'missing') {
    throw new Failure(fileErrors.incomplete, { data: { missing: completeness.numbers.slice(0, 1000) } })
  }
  const { sizeBytes } = completeness
  const { sha256 } = await refusingFullDisk(() => blobs.completeUpload(uploadOf(object), received))
  after(() => blobs.forgetUpload(uploadOf(object)))
  if (!(await hasExpectedContent(services, object, sizeBytes))) {
    await blobs.remove(object.key)
    await deleteObject(db, companyId, object.id)
    throw new Failure(fileErrors.typeRefused, { text: typeRefusal(purposeOf(object.purpose)) }, true)
  }
  await markStored(db, companyId, object.id, { sizeBytes, sha256 })
  return { ...storedUpload(services, companyId, { ...object, size_bytes: sizeBytes }), isNew: true, purpose: object.purpose }
}

export function ownOf(object: StoredObject | undefined, makerId: string): StoredObject {
  if (object?.created_by !== makerId) throw new Failure(protocolErrors.notFound)
  return object
}

export function storedUpload(services: Services, companyId: string, { id, name, size_bytes }: StoredObject): StoredUpload {
  return { fileId: id, fileUrl: fileUrl(services, { companyId, fileId: id }), name, sizeBytes: size_bytes }
}
