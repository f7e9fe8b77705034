import type { Db, Fail } from '@kaopei/server'
import { fileErrors } from '../contract/upload.ts'
import type { UploadLimits } from '../contract/upload-rights.ts'
import { storageOf, takeRoom } from './usage.sql.ts'

/** Refuses `moreBytes` that the company has no room for. Files of before stay, also when the quota was lowered below them. */
export async function guardStorage(db: Db, moreBytes: number, fail: Fail<typeof fileErrors.quotaUsedUp>): Promise<void> {
  const { quotaBytes, usedBytes } = await storageOf(db)
  if (quotaBytes === null || usedBytes + moreBytes <= quotaBytes) return
  fail(fileErrors.quotaUsedUp)
}

const refusals = {
  pending: fileErrors.tooManyPending,
  daily: fileErrors.tooManyToday,
  quota: fileErrors.quotaUsedUp,
} as const

/** Counts an upload before it begins: what is promised is as good as kept, until it is completed, given up or a day old. */
export async function promiseStorage(
  db: Db,
  maker: { companyId: string; makerId: string; limits: UploadLimits },
  moreBytes: number,
  fail: Fail<(typeof refusals)[keyof typeof refusals]>,
): Promise<void> {
  const refusal = await takeRoom(db, maker, moreBytes)
  if (refusal !== null) fail(refusals[refusal])
}
