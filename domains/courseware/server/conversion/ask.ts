import { type Db, enqueue, type Job } from '@kaopei/server'
import { z } from 'zod'
import { conversionFailures } from '../../contract/conversion.ts'
import { cancelRun, queueConversion, setTransStatus } from './conversion.sql.ts'

export const conversionPayload = z.object({ versionId: z.string() })

/** The job by its name, for those who ask; what it does stands in convert.job.ts. */
export const conversionQueue: Job<typeof conversionPayload> = {
  name: 'courseware.convert',
  lane: 'conversion',
  takesMachine: true,
  payload: conversionPayload,
  run: async () => undefined,
}

/** Each of them a process that died while it worked; the room's own sweep begins it anew. */
const queueAttempts = 3

/**
 * Puts the work on a version into the queue, in the running transaction: measuring, encoding, pages, the directory of a package. Also to try again what
 * failed or was cancelled. False where it is under way, or done.
 */
export async function askForConversion(db: Db, versionId: string, askedBy: string | null): Promise<boolean> {
  if (!(await queueConversion(db, versionId, askedBy))) return false
  await setTransStatus(db, versionId, 1)
  await enqueueConversion(db, versionId)
  return true
}

/** Ends what waits or runs; a program under way is killed within two seconds. False where nothing was under way. */
export async function cancelConversion(db: Db, versionId: string, text: string = conversionFailures.cancelled): Promise<boolean> {
  if (!(await cancelRun(db, versionId, text))) return false
  await setTransStatus(db, versionId, 3)
  return true
}

export async function enqueueConversion(db: Db, versionId: string): Promise<void> {
  await enqueue(db, conversionQueue, db.companyId, { versionId }, { key: versionId, maxAttempts: queueAttempts })
}
