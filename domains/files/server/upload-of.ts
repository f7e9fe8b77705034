import { protocolErrors } from '@kaopei/contract'
import { type Db, databaseNow, Failure, type Services } from '@kaopei/server'
import { fileErrors } from '../contract/upload.ts'
import { isForTexts, keptDaysOf, typeRefusal, type UploadPurpose } from '../contract/upload-types.ts'
import { type FileAddress, fileUrl, pictureUrl } from './file-link.ts'
import { refusingFullDisk } from './full-disk.ts'
import { deleteObject, findObject, findObjectLocked, markStored, type StoredObject } from './object.sql.ts'
import { purposeOf } from './purpose-of.ts'
import { guardStorage, guardStorageInTurn } from './storage-quota.ts'
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
  // Of an unknown size one byte: a full company refuses at once, the rest is seen when the file is whole.
  if (keptDaysOf(purpose) === undefined) await guardStorage(db, maker.companyId, sizeBytes ?? 1)
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

const dayMs = 86_400_000

interface Completing {
  readonly uploadId: string
  readonly now?: Date
  /** Work for after the commit. */
  readonly after: (work: () => Promise<void>) => void
}

/** Makes a file of the slices. Repeating it answers the same file, with `isNew` false. */
export async function completeUploadOf(
  db: Db,
  services: Services,
  { companyId, makerId }: Maker,
  { uploadId, after, now = databaseNow() }: Completing,
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
  const keptDays = keptDaysOf(purposeOf(object.purpose))
  if (keptDays === undefined) await guardStorage(db, companyId, sizeBytes)
  const { sha256 } = await refusingFullDisk(() => blobs.completeUpload(uploadOf(object), received))
  after(() => blobs.forgetUpload(uploadOf(object)))
  if (!(await hasExpectedContent(services, object, sizeBytes))) {
    await blobs.remove(object.key)
    await deleteObject(db, companyId, object.id)
    throw new Failure(fileErrors.typeRefused, { text: typeRefusal(purposeOf(object.purpose)) }, true)
  }
  if (keptDays === undefined) {
    await guardStorageInTurn(db, companyId, sizeBytes).catch(async (error: unknown) => {
      await blobs.remove(object.key)
      throw error
    })
  }
  const expiresAt = keptDays === undefined ? null : new Date(now.getTime() + keptDays * dayMs)
  await markStored(db, companyId, object.id, { sizeBytes, sha256, expiresAt })
  return { ...storedUpload(services, companyId, { ...object, size_bytes: sizeBytes }), isNew: true, purpose: object.purpose }
}

export function ownOf(object: StoredObject | undefined, makerId: string): StoredObject {
  if (object?.created_by !== makerId) throw new Failure(protocolErrors.notFound)
  return object
}

export function storedUpload(services: Services, companyId: string, object: StoredObject): StoredUpload {
  const { id: fileId, name, size_bytes: sizeBytes } = object
  return { fileId, fileUrl: urlForMaker(services, { companyId, fileId }, object), name, sizeBytes }
}

/** A picture for a text is answered by an address that its maker may write into texts. */
function urlForMaker(services: Services, address: FileAddress, { purpose, created_by }: StoredObject): string {
  if (!isForTexts(purposeOf(purpose)) || created_by === null) return fileUrl(services, address)
  return pictureUrl(services, address, { holderId: created_by })
}
