import { protocolErrors } from '@kaopei/contract'
import { type Actor, implement } from '@kaopei/server'
import { upload } from '../contract/upload.ts'
import { deleteObject, findObject, findObjectLocked } from './object.sql.ts'
import { uploadOf } from './upload.service.ts'
import { beginUploadOf, completeUploadOf, ownOf, resumeUploadOf, storedUpload } from './upload-of.ts'

const uploadsPerTenMinutes = 2000

export const uploadEndpoints = implement(upload, {
  credential: async (wish, { actor, db, limitRate, now, services }) => {
    await limitRate(`upload:${actor.staffId}`, uploadsPerTenMinutes, 600)
    return beginUploadOf(db, services, makerOf(actor), wish, now)
  },

  editorCredential: async (wish, { actor, db, limitRate, now, services }) => {
    await limitRate(`upload:${actor.staffId}`, uploadsPerTenMinutes, 600)
    return beginUploadOf(db, services, makerOf(actor), { ...wish, purpose: 'editorImage' }, now)
  },

  slices: async (which, { actor, db, now, services }) => resumeUploadOf(db, services, makerOf(actor), which, now),

  complete: async ({ uploadId }, { actor, after, db, now, record, services }) => {
    const { isNew, purpose, ...stored } = await completeUploadOf(db, services, makerOf(actor), { uploadId, after, now })
    if (isNew) record({ targetId: stored.fileId, targetName: stored.name, after: { sizeBytes: stored.sizeBytes, purpose } })
    return stored
  },

  abandon: async ({ uploadId }, { db, actor, fail, after, services }) => {
    const object = ownOf(await findObjectLocked(db, actor.companyId, uploadId), actor.staffId)
    if (object.state !== 0) return fail(protocolErrors.notFound)
    await deleteObject(db, actor.companyId, uploadId)
    after(() => services.blobs.forgetUpload(uploadOf(object)))
    return { uploadId }
  },

  link: async ({ fileId }, { db, actor, fail, services }) => {
    const object = ownOf(await findObject(db, actor.companyId, fileId), actor.staffId)
    if (object.state !== 1) return fail(protocolErrors.notFound)
    return storedUpload(services, actor.companyId, object)
  },
})

function makerOf({ companyId, staffId }: Actor) {
  return { companyId, makerId: staffId }
}
