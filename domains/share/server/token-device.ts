import { createHash } from 'node:crypto'
import type { Db } from '@kaopei/server'
import { countDevices, insertDevice, updateDevice } from './device.sql.ts'
import { randomText } from './random-text.ts'
import type { ShareToken } from './share-token.ts'
import { lockToken } from './token.sql.ts'

interface Opening {
  /** What this device was given when it opened the link first. */
  readonly deviceKey: string | undefined
  readonly most: number
  readonly userAgent: string
  readonly now: Date
}

/**
 * Lets a device open a link that so many may open: one that has its key from before, or a further one as long as there is room. Answers the key that
 * it keeps; undefined when there is no room. The key is made here, so that nobody takes another device's place by naming it.
 */
export async function admitDevice(
  db: Db,
  { id: tokenId }: Pick<ShareToken, 'companyId' | 'id'>,
  { deviceKey, most, userAgent, now }: Opening,
): Promise<string | undefined> {
  // Of two at once the second sees the first counted.
  await lockToken(db, tokenId)
  if (deviceKey && (await updateDevice(db, { tokenId, keyHash: hashOf(deviceKey), now }))) return deviceKey
  if ((await countDevices(db, tokenId)) >= most) return undefined
  const fresh = randomText(22)
  await insertDevice(db, { tokenId, keyHash: hashOf(fresh), userAgent: userAgent.slice(0, 300), now })
  return fresh
}

function hashOf(key: string): string {
  return createHash('sha256').update(`device:${key}`).digest('hex')
}
