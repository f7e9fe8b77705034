import { protocolErrors } from '@kaopei/contract'
import { type Context, implement, type Services } from '@kaopei/server'
import { fileErrors, upload } from '../contract/upload.ts'
import { typeRefusal } from '../contract/upload-types.ts'
import { fileUrl } from './file-link.ts'
import { deleteObject, findObject, findObjectLocked, markStored, type StoredObject } from './object.sql.ts'
import { purposeOf } from './purpose-of.ts'
import { beginUpload, completenessOf, hasExpectedContent, refusalOf, resumeUpload, uploadOf } from './upload.service.ts'

const uploadsPerTenMinutes = 2000

export const uploadEndpoints = implement(upload, {
  credential: (input, context) => begin(input, context),
  editorCredential: (input, context) => begin({ ...input, purpose: 'editorImage' }, context),

  slices: async ({ uploadId, fromNumber }, { db, actor, fail, services, now }) => {
    const object = ownOf(await findObject(db, actor.companyId, uploadId), actor.staffId)
    if (!object) return fail(protocolErrors.notFound)
    if (object.state !== 0) return fail(fileErrors.closed)
    return resumeUpload(services, object, fromNumber, now)
  },

  complete: async ({ uploadId }, { db, actor, fail, refuse, record, after, services }) => {
    const object = ownOf(await findObjectLocked(db, actor.companyId, uploadId), actor.staffId)
    if (!object) return fail(protocolErrors.notFound)
    if (object.state === 1) return storedAnswer(services, actor.companyId, object)
    const { blobs } = services
    const received = await blobs.listSlices(uploadOf(object))
    const completeness = completenessOf(object, received)
    if (completeness.kind === 'missing')
      return fail(fileErrors.incomplete, { data: { missing: completeness.numbers.slice(0, 1000) } })
    const { sizeBytes } = completeness
    const { sha256 } = await blobs.completeUpload(uploadOf(object), received)
    after(() => blobs.forgetUpload(uploadOf(object)))
    if (!(await hasExpectedContent(services, object, sizeBytes))) {
      await blobs.remove(object.key)
      await deleteObject(db, actor.companyId, object.id)
      return refuse(fileErrors.typeRefused, { text: typeRefusal(purposeOf(object.purpose)) })
    }
    await markStored(db, actor.companyId, object.id, { sizeBytes, sha256 })
    record({ targetId: object.id, targetName: object.name, after: { sizeBytes, purpose: object.purpose } })
    return storedAnswer(services, actor.companyId, { ...object, size_bytes: sizeBytes })
  },

  abandon: async ({ uploadId }, { db, actor, fail, after, services }) => {
    const object = ownOf(await findObjectLocked(db, actor.companyId, uploadId), actor.staffId)
    if (object?.state !== 0) return fail(protocolErrors.notFound)
    await deleteObject(db, actor.companyId, uploadId)
    after(() => services.blobs.forgetUpload(uploadOf(object)))
    return { uploadId }
  },

  link: async ({ fileId }, { db, actor, fail, services }) => {
    const object = ownOf(await findObject(db, actor.companyId, fileId), actor.staffId)
    if (object?.state !== 1) return fail(protocolErrors.notFound)
    return storedAnswer(services, actor.companyId, object)
  },
})

type BeginContext = Pick<Context<typeof upload.credential>, 'db' | 'actor' | 'fail' | 'services' | 'now' | 'limitRate'>

async function begin(
  input: { filePath: string; sizeBytes?: number | undefined; purpose: Parameters<typeof typeRefusal>[0] },
  { db, actor, fail, services, now, limitRate }: BeginContext,
) {
  const { filePath, sizeBytes, purpose } = input
  const refusal = refusalOf({ filePath, sizeBytes, purpose })
  if (refusal) return fail(fileErrors[refusal.kind], { text: refusal.text })
  await limitRate(`upload:${actor.staffId}`, uploadsPerTenMinutes, 600)
  const { companyId, staffId } = actor
  return beginUpload(db, services, { companyId, staffId, filePath, sizeBytes, purpose }, now)
}

/** An upload is its maker's alone. */
function ownOf(object: StoredObject | undefined, staffId: string): StoredObject | undefined {
  return object?.created_by === staffId ? object : undefined
}

function storedAnswer(services: Services, companyId: string, { id, name, size_bytes }: StoredObject) {
  return { fileId: id, fileUrl: fileUrl(services, { companyId, fileId: id }), name, sizeBytes: size_bytes }
}
