import { protocolErrors } from '@kaopei/contract'
import { type Actor, type Context, implement, mayUse, ProtocolFailure } from '@kaopei/server'
import { fileErrors, type UploadPurpose, upload } from '../../contract/upload.ts'
import { limitsOfAppeals, limitsOfEveryone, limitsOfUploaders, uploaders } from '../../contract/upload-rights.ts'
import { findObject, objectState } from '../object.sql.ts'
import { joinUpload } from './join.job.ts'
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
  credential: async (wish, context) => {
    await context.limitRate(`upload:${context.actor.staffId}`, uploadsPerTenMinutes, 600)
    return begin(context, wish)
  },

  editorCredential: async (wish, context) => {
    await context.limitRate(`upload:${context.actor.staffId}`, uploadsPerTenMinutes, 600)
    return begin(context, { ...wish, purpose: 'editorImage' })
  },

  slices: async (which, context) => resumeUploadOf(context, makerOf(context.actor), which),

  complete: async ({ uploadId }, context) => {
    const { actor, enqueue, record, refuse } = context
    const joinLater = async () => {
      await enqueue(joinUpload, { uploadId }, { key: uploadId })
      return refuse(fileErrors.joining)
    }
    const { isNew, purpose, ...stored } = await completeUploadOf({ ...context, joinLater }, makerOf(actor), uploadId)
    if (isNew) record({ targetId: stored.fileId, targetName: stored.name, after: { sizeBytes: stored.sizeBytes, purpose } })
    return stored
  },

  abandon: async ({ uploadId }, { db, actor, fail, after, now, services }) => {
    const isGone = await abandonUploadOf(db, services, makerOf(actor), { uploadId, now, after })
    return isGone ? { uploadId } : fail(protocolErrors.notFound)
  },

  link: async ({ fileId }, { db, actor, fail, services }) => {
    const object = ownOf(await findObject(db, fileId), actor.staffId)
    if (object.state !== objectState.stored) return fail(protocolErrors.notFound)
    return storedUpload(services, actor.companyId, object)
  },
})

function begin(context: Context<(typeof upload)['credential']> | Context<(typeof upload)['editorCredential']>, wish: UploadWish) {
  const { actor } = context
  if (!mayUploadFor(actor, wish.purpose)) throw new ProtocolFailure(protocolErrors.noPermission)
  return beginUploadOf(context, { ...makerOf(actor), limits: limitsOf(wish.purpose) }, wish)
}

function limitsOf(purpose: UploadPurpose) {
  if (uploaders[purpose] !== 'everyone') return limitsOfUploaders
  return purpose === 'appeal' ? limitsOfAppeals : limitsOfEveryone
}

function mayUploadFor(actor: Actor, purpose: UploadPurpose): boolean {
  const who = uploaders[purpose]
  if (actor.isAdmin || who === 'everyone') return true
  return who === 'anyRight' ? actor.rights.size > 0 : who.some((code) => mayUse(actor, code))
}

function makerOf({ companyId, staffId }: Actor) {
  return { companyId, makerId: staffId }
}
