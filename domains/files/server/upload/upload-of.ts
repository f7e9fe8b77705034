import { type ErrorDef, protocolErrors } from '@kaopei/contract'
import { type Db, type Fail, ProtocolFailure, type Services } from '@kaopei/server'
import { fileErrors } from '../../contract/upload.ts'
import type { UploadLimits } from '../../contract/upload-rights.ts'
import {
  contentRefusal,
  isForTexts,
  keptDaysOf,
  type UploadPurpose,
  uploadRuleOf,
  waitsForUse,
} from '../../contract/upload-types.ts'
import { type FileAddress, fileUrl, pictureUrl } from '../file-link.ts'
import {
  deleteObject,
  expireFiles,
  findObject,
  findObjectLocked,
  markActive,
  markStored,
  objectState,
  type StoredObject,
} from '../object.sql.ts'
import { guardStorage, promiseStorage } from '../storage-quota.ts'
import { refusingFullDisk } from '../store/full-disk.ts'
import { purposeOf } from './purpose-of.ts'
import { beginUpload, completenessOf, hasExpectedContent, type Refusal, refusalOf, resumeUpload, uploadOf } from './service.ts'

/** Whose upload it is: a person's, or that of a share token's holder. An upload is its maker's alone. */
export interface Maker {
  readonly companyId: string
  readonly makerId: string
}

/** Who may have so much under way. */
export interface LimitedMaker extends Maker {
  readonly limits: UploadLimits
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

type FileError<Name extends keyof typeof fileErrors> = (typeof fileErrors)[Name]

/** What of a call an upload needs: its handler's context, as far as it declares what may go wrong. */
interface Uploading<Err extends ErrorDef> {
  readonly db: Db
  readonly services: Services
  readonly now: Date
  readonly fail: Fail<Err>
}

type Unbegun = FileError<Refusal['kind'] | 'noSpace' | 'tooManyPending' | 'tooManyToday' | 'quotaUsedUp'>

/** Begins an upload and answers its credential; refuses by the table of types. */
export async function beginUploadOf({ db, services, now, fail }: Uploading<Unbegun>, maker: LimitedMaker, wish: UploadWish) {
  const { filePath, sizeBytes, purpose } = wish
  const refusal = refusalOf({ filePath, sizeBytes, purpose })
  if (refusal) fail(fileErrors[refusal.kind], { text: refusal.text })
  // Of an unknown size the most that it may be.
  await promiseStorage(db, maker, sizeBytes ?? uploadRuleOf(purpose, filePath)?.maxBytes ?? 0, fail)
  const wanted = { companyId: maker.companyId, staffId: maker.makerId, filePath, sizeBytes, purpose }
  return refusingFullDisk(() => beginUpload(db, services, wanted, now), fail)
}

export async function resumeUploadOf(
  { db, services, now, fail }: Uploading<FileError<'closed'>>,
  { makerId }: Maker,
  { uploadId, fromNumber }: { uploadId: string; fromNumber: number },
) {
  const object = ownOf(await findObject(db, uploadId), makerId)
  if (object.state !== objectState.promised) fail(fileErrors.closed)
  if (now.getTime() - (object.active_at ?? object.created_at).getTime() > activeEveryMs) await markActive(db, uploadId, now)
  return resumeUpload(services, object, fromNumber, now)
}

const dayMs = 86_400_000
/** A long upload asks for addresses again and again; not each time is written down. */
const activeEveryMs = 3_600_000

interface Completing extends Uploading<FileError<'incomplete' | 'quotaUsedUp' | 'noSpace'>> {
  /** What was sent as something else is taken away for good. */
  readonly refuse: Fail<FileError<'typeRefused'>>
  readonly after: After
  /** Has what is too large for a call joined in the background, and ends this one; without it everything is joined here. */
  readonly joinLater?: () => Promise<never>
}

/** Work for after the commit. */
type After = (work: () => Promise<void>) => void

/** Makes a file of the slices. Repeating it answers the same file, with `isNew` false. */
export async function completeUploadOf(
  { db, services, now, fail, refuse, after, joinLater }: Completing,
  { companyId, makerId }: Maker,
  uploadId: string,
): Promise<StoredUpload & { isNew: boolean; purpose: string }> {
  const object = ownOf(await findObjectLocked(db, uploadId), makerId)
  if (object.state === objectState.stored)
    return { ...storedUpload(services, companyId, object), isNew: false, purpose: object.purpose }
  const { blobs } = services
  const received = await blobs.listSlices(uploadOf(object))
  const completeness = completenessOf(object, received)
  if (completeness.kind === 'missing') {
    return fail(fileErrors.incomplete, { data: { missing: completeness.numbers.slice(0, 1000) } })
  }
  const { sizeBytes } = completeness
  // It was promised when it began; the quota may have been lowered since.
  await guardStorage(db, sizeBytes - object.size_bytes, fail)
  const isLarge = joinLater !== undefined && sizeBytes > blobs.joinsAtOnceBytes
  const isJoined = isLarge && (await blobs.sizeOf(object.key)) === sizeBytes
  if (isLarge && !isJoined) return joinLater()
  const join = () => blobs.completeUpload(uploadOf(object), received)
  const { sha256 } = isJoined ? { sha256: null } : await refusingFullDisk(join, fail)
  after(() => blobs.forgetUpload(uploadOf(object)))
  if (!(await hasExpectedContent(services, object, sizeBytes))) {
    await blobs.remove(object.key)
    await deleteObject(db, object.id)
    return refuse(fileErrors.typeRefused, { text: contentRefusal(object.name) })
  }
  const keptDays = keptDaysOf(purposeOf(object.purpose))
  const expiresAt = keptDays === undefined ? null : new Date(now.getTime() + keptDays * dayMs)
  await markStored(db, object.id, { sizeBytes, sha256, expiresAt })
  return { ...storedUpload(services, companyId, { ...object, size_bytes: sizeBytes }), isNew: true, purpose: object.purpose }
}

/**
 * Gives an upload up: what it was promised is free again. A whole one that waits for its use goes with the next sweep. False: this maker has none of
 * either kind.
 */
export async function abandonUploadOf(
  db: Db,
  { blobs }: Services,
  { makerId }: Maker,
  { uploadId, now, after }: { uploadId: string; now: Date; after: After },
): Promise<boolean> {
  const object = await findObjectLocked(db, uploadId)
  if (object?.created_by !== makerId) return false
  if (object.state === objectState.stored) {
    if (object.expires_at === null || !waitsForUse(purposeOf(object.purpose))) return false
    await expireFiles(db, [uploadId], now)
    return true
  }
  await deleteObject(db, uploadId)
  after(() => blobs.forgetUpload(uploadOf(object)))
  return true
}

export function ownOf(object: StoredObject | undefined, makerId: string): StoredObject {
  if (object?.created_by !== makerId) throw new ProtocolFailure(protocolErrors.notFound)
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
