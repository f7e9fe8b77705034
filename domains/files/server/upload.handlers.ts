import { protocolErrors } from '@kaopei/contract'
import { type Actor, type Db, Failure, implement, mayUse, type Services } from '@kaopei/server'
import { type UploadPurpose, upload } from '../contract/upload.ts'
import { limitsOfEveryone, limitsOfUploaders, uploaders } from '../contract/upload-rights.ts'
import { findObject } from './object.sql.ts'
import {
  abandonUploadOf,
  beginUploadOf,
  completeUploadOf,
  ownOf,
  resumeUploadOf,
  storedUpload,
  type UploadWish,
} from './upload-of.ts'

const uploadsPerTenMinutes = 2000

export const uploadEndpoints = implement(upload, {
  credential: async (wish, { actor, db, limitRate, now, services }) => {
    await limitRate(`upload:${actor.staffId}`, uploadsPerTenMinutes, 600)
    return begin(db, services, { actor, wish, now })
  },

  editorCredential: async (wish, { actor, db, limitRate, now, services }) => {
    await limitRate(`upload:${actor.staffId}`, uploadsPerTenMinutes, 600)
    return begin(db, services, { actor, wish: { ...wish, purpose: 'editorImage' }, now })
  },

  slices: async (which, { actor, db, now, services }) => resumeUploadOf(db, services, makerOf(actor), which, now),

  complete: async ({ uploadId }, { actor, after, db, now, record, services }) => {
    const { isNew, purpose, ...stored } = await completeUploadOf(db, services, makerOf(actor), { uploadId, after, now })
    if (isNew) record({ targetId: stored.fileId, targetName: stored.name, after: { sizeBytes: stored.sizeBytes, purpose } })
    return stored
  },

  abandon: async ({ uploadId }, { db, actor, fail, after, services }) => {
    const isGone = await abandonUploadOf(db, services, makerOf(actor), { uploadId, after })
    return isGone ? { uploadId } : fail(protocolErrors.notFound)
  },

  link: async ({ fileId }, { db, actor, fail, services }) => {
    const object = ownOf(await findObject(db, fileId), actor.staffId)
    if (object.state !== 1) return fail(protocolErrors.notFound)
    return storedUpload(services, actor.companyId, object)
  },
})

function begin(db: Db, services: Services, { actor, wish, now }: { actor: Actor; wish: UploadWish; now: Date }) {
  const isOpen = uploaders[wish.purpose] === 'everyone'
  if (!mayUploadFor(actor, wish.purpose)) throw new Failure(protocolErrors.noPermission)
  const limits = isOpen ? limitsOfEveryone : limitsOfUploaders
  return beginUploadOf(db, services, { ...makerOf(actor), limits }, wish, now)
}

function mayUploadFor(actor: Actor, purpose: UploadPurpose): boolean {
  const who = uploaders[purpose]
  if (actor.isAdmin || who === 'everyone') return true
  return who === 'anyRight' ? actor.rights.size > 0 : who.some((code) => mayUse(actor, code))
}

function makerOf({ companyId, staffId }: Actor) {
  return { companyId, makerId: staffId }
}
