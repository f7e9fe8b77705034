import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type Db, type Services, safeFileName } from '@kaopei/server'
import {
  extensionOf,
  sliceBytesFor,
  typeRefusal,
  type UploadPurpose,
  uploadRuleOf,
  uploadTexts,
} from '../../contract/upload-types.ts'
import { newFileId } from '../file-id.ts'
import { insertUpload, type StoredObject } from '../object.sql.ts'
import { headBytes, matchesExtension } from '../rules/matches-extension.ts'
import { isTooManyPixels, pictureSizeOf } from '../rules/picture-size.ts'
import { sealToken } from '../signed-token.ts'
import type { Slice, Upload, WantedSlice } from '../store/blob-store.ts'
import { keyOf } from './store-file.ts'

/** How long a slice's address works; a longer upload asks for fresh ones. */
const urlLifeMs = 2 * 60 * 60 * 1000
const urlsAtOnce = 1000

export type Refusal = { readonly kind: 'typeRefused' | 'tooLarge' | 'empty'; readonly text: string }

export interface WantedUpload {
  readonly companyId: string
  readonly staffId: string
  readonly filePath: string
  readonly sizeBytes: number | undefined
  readonly purpose: UploadPurpose
}

/** Why an upload of this name and size may not begin. */
export function refusalOf({
  filePath,
  sizeBytes,
  purpose,
}: Pick<WantedUpload, 'filePath' | 'sizeBytes' | 'purpose'>): Refusal | undefined {
  const rule = uploadRuleOf(purpose, filePath)
  if (!rule) return { kind: 'typeRefused', text: typeRefusal(purpose, filePath) }
  if (sizeBytes === 0) return { kind: 'empty', text: uploadTexts.empty }
  if ((sizeBytes ?? 0) > rule.maxBytes) return { kind: 'tooLarge', text: uploadTexts.tooLarge(rule.maxMegabytes) }
  return undefined
}

/** Begins an upload that `refusalOf` let through and answers its credential. */
export async function beginUpload(db: Db, services: Services, wanted: WantedUpload, now: Date) {
  const { blobs } = services
  const rule = uploadRuleOf(wanted.purpose, wanted.filePath)
  if (!rule) throw new Error('an upload without a rule is refused before')
  const id = newFileId(now)
  const key = keyOf(wanted.companyId, id, now)
  const isSizeOpen = wanted.sizeBytes === undefined
  const sizeBytes = wanted.sizeBytes ?? rule.maxBytes
  const sliceBytes = sliceBytesFor(sizeBytes)
  const uploadId = await blobs.beginUpload(key, rule.contentType)
  const names = { name: safeFileName(wanted.filePath), contentType: rule.contentType, purpose: wanted.purpose }
  const facts = { companyId: wanted.companyId, id, key, createdBy: wanted.staffId, ...names }
  await insertUpload(db, { ...facts, sizeBytes, isSizeOpen, uploadId, sliceBytes })
  const expiresAt = new Date(now.getTime() + urlLifeMs)
  const plan = { sizeBytes, sliceBytes, isSizeOpen }
  return {
    config: configOf(services, key, now, expiresAt),
    bucketName: blobs.bucketName,
    region: blobs.region,
    uploadSign: sealToken(services.secret, 'upload', `${id}.${expiresAt.getTime()}`),
    uploadId: id,
    sliceBytes,
    sliceCount: Math.ceil(sizeBytes / sliceBytes),
    slices: await addresses(services, { key, uploadId }, wantedSlices(plan), expiresAt),
    expiresAt,
  }
}

/** The shape that clients of cloud storage read. Nothing in it opens more than this one upload: the slices' addresses do the work. */
function configOf({ secret }: Services, key: string, now: Date, expiresAt: Date): string {
  const sessionToken = sealToken(secret, 'session', `${key}.${expiresAt.getTime()}`)
  return JSON.stringify({
    credentials: { tmpSecretId: key, tmpSecretKey: randomBytes(16).toString('hex'), sessionToken },
    startTime: Math.floor(now.getTime() / 1000),
    expiredTime: Math.floor(expiresAt.getTime() / 1000),
    requestId: randomBytes(12).toString('hex'),
  })
}

interface Plan {
  readonly sizeBytes: number
  readonly sliceBytes: number
  readonly isSizeOpen: boolean
}

function wantedSlices({ sizeBytes, sliceBytes, isSizeOpen }: Plan): WantedSlice[] {
  const count = Math.ceil(sizeBytes / sliceBytes)
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    sizeBytes: index === count - 1 ? sizeBytes - index * sliceBytes : sliceBytes,
    isExact: !isSizeOpen,
  }))
}

async function addresses(services: Services, upload: Upload, wanted: readonly WantedSlice[], expiresAt: Date) {
  return Promise.all(
    wanted.slice(0, urlsAtOnce).map(async (slice) => ({
      number: slice.number,
      sizeBytes: slice.sizeBytes,
      url: await services.blobs.sliceUrl(upload, slice, expiresAt),
    })),
  )
}

/** What has arrived of an upload, and addresses for the rest. */
export async function resumeUpload(services: Services, object: StoredObject, fromNumber: number, now: Date) {
  const upload = uploadOf(object)
  const received = await services.blobs.listSlices(upload)
  const there = new Set(received.map((slice) => slice.number))
  const missing = wantedSlices(planOf(object)).filter(({ number }) => number >= fromNumber && !there.has(number))
  const expiresAt = new Date(now.getTime() + urlLifeMs)
  return {
    sliceBytes: object.slice_bytes,
    received: received.map(({ number, sizeBytes }) => ({ number, sizeBytes })),
    slices: await addresses(services, upload, missing, expiresAt),
    expiresAt,
  }
}

export function uploadOf(object: StoredObject): Upload {
  return { key: object.key, uploadId: object.upload_id ?? '' }
}

function planOf(object: StoredObject): Plan {
  return { sizeBytes: object.size_bytes, sliceBytes: object.slice_bytes, isSizeOpen: object.is_size_open }
}

export type Completeness =
  | { readonly kind: 'complete'; readonly sizeBytes: number }
  | { readonly kind: 'missing'; readonly numbers: readonly number[] }

/** Whether the slices are all there and of their sizes. Of an upload without a declared size the last slice there is the end. */
export function completenessOf(object: StoredObject, received: readonly Slice[]): Completeness {
  const plan = planOf(object)
  const sizes = new Map(received.map((slice) => [slice.number, slice.sizeBytes]))
  const last = plan.isSizeOpen ? Math.max(0, ...sizes.keys()) : Math.ceil(plan.sizeBytes / plan.sliceBytes)
  const missing = wantedSlices(plan)
    .slice(0, Math.max(last, 1))
    .filter(({ number, sizeBytes }) => {
      const size = sizes.get(number)
      return plan.isSizeOpen && number === last ? !size || size > sizeBytes : size !== sizeBytes
    })
  if (missing.length > 0) return { kind: 'missing', numbers: missing.map(({ number }) => number) }
  return { kind: 'complete', sizeBytes: received.reduce((sum, slice) => sum + slice.sizeBytes, 0) }
}

/** Whether a stored object's bytes are what its name says, and no picture that unpacks to an absurd size. */
export async function hasExpectedContent(
  services: Services,
  { key, name, content_type }: StoredObject,
  sizeBytes: number,
): Promise<boolean> {
  const head = await buffer(await services.blobs.open(key, { first: 0, last: Math.min(sizeBytes, headBytes) - 1 }))
  if (!matchesExtension(extensionOf(name), head)) return false
  const size = content_type.startsWith('image/') ? pictureSizeOf(head) : undefined
  return size === undefined || !isTooManyPixels(size)
}
