import { type Db, Failure } from '@kaopei/server'
import { fileErrors } from '../contract/upload.ts'
import { lockStorage, storageOf } from './usage.sql.ts'

/** Refuses `moreBytes` that the company has no room for. Files of before stay, also when the quota was lowered below them. */
export async function guardStorage(db: Db, companyId: string, moreBytes: number): Promise<void> {
  const { quotaBytes, usedBytes } = await storageOf(db, companyId)
  if (quotaBytes === null || usedBytes + moreBytes <= quotaBytes) return
  throw new Failure(fileErrors.quotaUsedUp)
}

/** The same, one after the other, for the moment at which the bytes begin to count. Companies without a limit wait for nobody. */
export async function guardStorageInTurn(db: Db, companyId: string, moreBytes: number): Promise<void> {
  if ((await storageOf(db, companyId)).quotaBytes === null) return
  await lockStorage(db, companyId)
  await guardStorage(db, companyId, moreBytes)
}
