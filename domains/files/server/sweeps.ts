import { databaseNow, inTransaction, type RawServices, type Sweep, Troubles } from '@kaopei/server'
import { deleteObject, findObjectLocked, objectState, type StoredObject } from './object.sql.ts'
import { dueForRemoval, keysWithoutObject } from './sweep.sql.ts'
import { uploadOf } from './upload/service.ts'

const dayMs = 24 * 60 * 60 * 1000
const batch = 200
const troubles = new Troubles('files-due')

/** Takes away uploads abandoned for 24 hours and objects past their time. Several at once do no harm: each object is locked. */
export async function removeDueFiles(services: RawServices, now: Date): Promise<number> {
  const limits = { unfinishedBefore: new Date(now.getTime() - dayMs), expiredBefore: now, howMany: batch + troubles.size }
  const due = await inTransaction(services.pool, undefined, (db) => dueForRemoval(db, limits))
  const objects = due.map(({ company_id: companyId, id }) => ({ companyId, id }))
  return troubles.each(services, objects, async (db, { id }) => {
    const object = await findObjectLocked(db, id)
    // Meanwhile it may have been completed, gone on with, or claimed.
    if (!object || !isDue(object, limits)) return false
    // The bytes first: if this process dies in between, the row is still there to try again.
    if (object.upload_id !== null) await services.blobs.forgetUpload(uploadOf(object))
    await services.blobs.remove(object.key)
    await deleteObject(db, id)
    return true
  })
}

interface Limits {
  readonly unfinishedBefore: Date
  readonly expiredBefore: Date
}

function isDue({ state, created_at, active_at, expires_at }: StoredObject, { unfinishedBefore, expiredBefore }: Limits): boolean {
  if (expires_at !== null && expires_at < expiredBefore) return true
  return state === objectState.promised && (active_at ?? created_at) < unfinishedBefore
}

/** Takes away what lies in the store for a day without a row: left by transactions that failed and processes that died. */
export async function removeLeftovers(services: RawServices, now: Date): Promise<number> {
  let removed = 0
  for await (const keys of services.blobs.leftovers(new Date(now.getTime() - dayMs))) {
    if (keys.length === 0) continue
    const unknown = await inTransaction(services.pool, undefined, (db) => keysWithoutObject(db, keys))
    for (const key of unknown) await services.blobs.remove(key)
    removed += unknown.length
  }
  return removed
}

export const fileSweeps: readonly Sweep[] = [
  {
    name: 'files-due',
    everySeconds: 300,
    run: async (services) => {
      while ((await removeDueFiles(services, databaseNow())) >= batch);
    },
  },
  {
    name: 'files-leftover',
    everySeconds: 6 * 3600,
    run: async (services) => void (await removeLeftovers(services, databaseNow())),
  },
]
