import { id } from '@kaopei/contract'
import { job } from '@kaopei/server'
import { z } from 'zod'
import { findObject, objectState } from '../object.sql.ts'
import { completenessOf, uploadOf } from './service.ts'

/**
 * Joins what takes longer than a call may, and than a transaction may be idle. The object lies under its key then; whether it is what its name says, and that it is
 * stored, is for `complete` to say, which is asked again.
 */
export const joinUpload = job({
  name: 'files.join',
  lane: 'files',
  payload: z.object({ uploadId: id }),
  run: async ({ uploadId }, { transaction, services: { blobs } }) => {
    const object = await transaction((db) => findObject(db, uploadId))
    if (object?.state !== objectState.promised) return
    const received = await blobs.listSlices(uploadOf(object))
    const completeness = completenessOf(object, received)
    if (completeness.kind === 'missing' || (await blobs.sizeOf(object.key)) === completeness.sizeBytes) return
    await blobs.completeUpload(uploadOf(object), received)
    const isWanted = await transaction(async (db) => (await findObject(db, uploadId)) !== undefined)
    // Given up meanwhile.
    if (!isWanted) await blobs.remove(object.key)
  },
})
